#include "texelscope/gpu/dlpack_exchange.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

/// A library whose only object is a tensor of six floats.
struct Library {
  std::array<std::int64_t, 2> shape{2, 3};
  std::array<float, 6> values{0, 1, 2, 3, 4, 5};
  DLManagedTensorVersioned managed{
      .version = {1, 3},
      .manager_ctx = this,
      .deleter = [](DLManagedTensorVersioned* tensor) { ++static_cast<Library*>(tensor->manager_ctx)->deletions; },
      .flags = 0,
      .dl_tensor = {.data = values.data(),
                    .device = {dlpack::cpu, 0},
                    .ndim = 2,
                    .dtype = {2, 32, 1},
                    .shape = shape.data(),
                    .strides = nullptr,
                    .byte_offset = 0}};
  int deletions = 0;
  DLPackExchangeAPI table{.header = {.version = {1, 3}, .prev_api = nullptr},
                          .managed_tensor_allocator = nullptr,
                          .managed_tensor_from_py_object_no_sync =
                              [](void* object, DLManagedTensorVersioned** out) {
                                *out = object == nullptr ? nullptr : &static_cast<Library*>(object)->managed;
                                return object == nullptr ? -1 : 0;
                              },
                          .managed_tensor_to_py_object_no_sync = nullptr,
                          .dltensor_from_py_object_no_sync =
                              [](void* object, DLTensor* out) {
                                if (object != nullptr) {
                                  *out = static_cast<Library*>(object)->managed.dl_tensor;
                                }
                                return object == nullptr ? -1 : 0;
                              },
                          .current_work_stream =
                              [](std::int32_t /*type*/, std::int32_t device, void** out) {
                                *out = device == 1 ? reinterpret_cast<void*>(std::uintptr_t{0x5000}) : nullptr;
                                return device > 1 ? -1 : 0;
                              }};
};

TEST(DLPackExchange, BorrowsATensor) {
  Library library;
  const DLPackExchange exchange(&library.table);
  const auto metadata = exchange.metadata_of(&library);
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->view().at<float>({1, 2}), 5);
  EXPECT_EQ(library.deletions, 0) << "the library still owns the tensor";
  EXPECT_FALSE(exchange.metadata_of(nullptr)) << "the library has set Python's exception";
  library.table.dltensor_from_py_object_no_sync = nullptr;
  EXPECT_FALSE(exchange.has_borrowing());
  EXPECT_FALSE(exchange.metadata_of(&library));
}

TEST(DLPackExchange, TransfersATensorOnce) {
  Library library;
  const DLPackExchange exchange(&library.table);
  {
    const auto view = exchange.take(&library);
    ASSERT_TRUE(view);
    EXPECT_EQ(view->at<float>({1, 0}), 3);
    EXPECT_EQ(library.deletions, 0);
  }
  EXPECT_EQ(library.deletions, 1);
  EXPECT_FALSE(exchange.take(nullptr));
}

TEST(DLPackExchange, ImportsATensorThatIsReadLater) {
  Library library;
  library.shape[0] = -1;
  const DLPackExchange exchange(&library.table);
  {
    const auto tensor = exchange.import_tensor(&library);
    ASSERT_TRUE(tensor);
    EXPECT_NE(error_of<InvalidArgument>([&] { static_cast<void>(tensor->view()); }).find("-1"), std::string::npos);
    EXPECT_EQ(library.deletions, 0);
  }
  EXPECT_EQ(library.deletions, 1);
  EXPECT_FALSE(exchange.import_tensor(nullptr));
}

TEST(DLPackExchange, DeletesRejectedTensors) {
  Library library;
  library.shape[0] = -1;
  const DLPackExchange exchange(&library.table);
  EXPECT_NE(error_of<InvalidArgument>([&] { static_cast<void>(exchange.take(&library)); }).find("-1"),
            std::string::npos);
  EXPECT_EQ(library.deletions, 1) << "the tensor has no other owner";
}

TEST(DLPackExchange, ReturnsTheStreamOfALibrarysWork) {
  Library library;
  const DLPackExchange exchange(&library.table);
  EXPECT_FALSE(exchange.current_stream({dlpack::cpu, 0})) << "the host has no stream";
  EXPECT_EQ(exchange.current_stream({dlpack::cuda, 0})->value, 1U) << "the legacy default stream";
  EXPECT_EQ(exchange.current_stream({dlpack::cuda, 1})->value, 0x5000U);
  EXPECT_FALSE(exchange.current_stream({dlpack::cuda, 2}));
}

TEST(DLPackExchange, UsesTheTableOfASupportedVersion) {
  Library library;
  DLPackExchangeAPI later = library.table;
  later.header = {.version = {2, 0}, .prev_api = &library.table.header};
  later.dltensor_from_py_object_no_sync = nullptr;
  EXPECT_TRUE(DLPackExchange(&later).has_borrowing());
  later.header.prev_api = nullptr;
  EXPECT_NE(error_of<Unavailable>([&] { DLPackExchange{&later}; }).find("version 2.0"), std::string::npos);
  EXPECT_NE(error_of<InvalidArgument>([] { DLPackExchange{nullptr}; }).find("null"), std::string::npos);
  library.table.current_work_stream = nullptr;
  EXPECT_NE(error_of<InvalidArgument>([&] { DLPackExchange{&library.table}; }).find("lacks required functions"),
            std::string::npos);
}

}  // namespace
}  // namespace texelscope::gpu
