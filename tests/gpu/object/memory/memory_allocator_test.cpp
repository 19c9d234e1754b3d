#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/counting_bytes.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/upstream_allocator.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/gpu/memory/memory_allocator.h"
#include "texelscope/gpu/memory/memory_resource.h"
#include "texelscope/gpu/memory/synchronous_memory_resource.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

using tests::counting_bytes;
using tests::error_of;
using tests::UpstreamAllocator;

/// Pageable host memory: accessible to kernels of the CPU device, but not to those of most GPUs.
class PageableAllocator final : public MemoryAllocator {
 public:
  static constexpr std::size_t alignment = 256;

  DevicePointer allocate(std::size_t size_bytes, const Stream& /*stream*/) override {
    void* const memory = std::aligned_alloc(alignment, (size_bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) {
      throw std::bad_alloc{};
    }
    ++live;
    return {reinterpret_cast<std::uint64_t>(memory)};
  }
  void deallocate(DevicePointer pointer, std::size_t /*size_bytes*/, const Stream& /*stream*/) override {
    --live;
    std::free(reinterpret_cast<void*>(pointer.value));
  }
  [[nodiscard]] std::string_view name() const noexcept override { return "PageableAllocator"; }
  [[nodiscard]] MemoryAllocatorProperties properties() const override {
    return {.is_stream_ordered = false, .is_on_device = false, .is_host_accessible = true};
  }

  int live = 0;
};

class MemoryAllocatorOnEach : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    make({});
  }
  void TearDown() override {
    resource_.reset();
    allocator_.reset();
    DeviceTest::TearDown();
  }

  /// Creates a new allocator with these properties on top of cuMemAlloc.
  void make(const MemoryAllocatorProperties& properties) {
    allocator_ = std::make_shared<UpstreamAllocator>(SynchronousMemoryResource::from_device(device()), properties);
    resource_ = MemoryResource::from_allocator(device(), allocator_);
  }
  [[nodiscard]] UpstreamAllocator& allocator() const { return *allocator_; }
  [[nodiscard]] const MemoryResource& resource() const { return *resource_; }

 private:
  std::shared_ptr<UpstreamAllocator> allocator_;
  std::optional<MemoryResource> resource_;
};

TEST_P(MemoryAllocatorOnEach, IsCalledWithEachSizeAndStream) {
  const Stream other = device().create_stream();
  Buffer first = resource().allocate(300, stream());
  Buffer second = resource().allocate(7, other);
  EXPECT_EQ(first.memory_resource(), resource());
  const UpstreamAllocator::Call of_first{first.handle(), 300, stream().handle()};
  const UpstreamAllocator::Call of_second{second.handle(), 7, other.handle()};
  EXPECT_EQ(allocator().allocated(), (std::vector{of_first, of_second}));
  EXPECT_TRUE(allocator().deallocated().empty());
  first.close(other);
  second.close();
  EXPECT_EQ(allocator().deallocated(),
            (std::vector{UpstreamAllocator::Call{of_first.pointer, 300, other.handle()}, of_second}));
}

TEST_P(MemoryAllocatorOnEach, AllocatesWithoutABuffer) {
  const std::size_t before = live_object_count();
  const DevicePointer kept = resource().allocate_raw(64, stream());
  const DevicePointer wrapped = resource().allocate_raw(64, stream());
  EXPECT_NE(kept, wrapped);
  resource().deallocate(kept, 64, stream());
  Buffer::from_handle(device(), wrapped, 64, resource(), stream()).fill(std::byte{1}, stream());
  EXPECT_EQ(allocator().deallocated().size(), 2U);
  EXPECT_EQ(live_object_count(), before);
  // Without a stream, as in C interfaces that do not pass one.
  static_cast<void>(Buffer::from_handle(device(), resource().allocate_raw(64, stream()), 64, resource()));
  EXPECT_EQ(allocator().deallocated().back().stream, StreamHandle{});
}

TEST_P(MemoryAllocatorOnEach, PropagatesExceptionsOfItsAllocator) {
  const std::size_t before = live_object_count();
  const auto allocate = [this] { static_cast<void>(resource().allocate(64, stream())); };
  const std::string name = to_string(device_id());

  allocator().fail_to_allocate = std::make_exception_ptr(InvalidArgument("no more than 32 bytes"));
  EXPECT_EQ(error_of<InvalidArgument>(allocate), "no more than 32 bytes");

  allocator().fail_to_allocate = std::make_exception_ptr(std::runtime_error("the arena is full"));
  EXPECT_EQ(error_of<Error>(allocate), name + ": UpstreamAllocator could not allocate 64 bytes: the arena is full");
  try {
    allocate();
  } catch (const std::exception& error) {
    EXPECT_THROW(std::rethrow_if_nested(error), std::runtime_error);
  }

  allocator().fail_to_allocate = std::make_exception_ptr(7);
  EXPECT_EQ(error_of<Error>(allocate),
            name + ": UpstreamAllocator could not allocate 64 bytes: an exception that is not a std::exception");

  allocator().fail_to_allocate = std::make_exception_ptr(std::bad_alloc{});
  try {
    allocate();
    ADD_FAILURE() << "no error";
  } catch (const DriverError& error) {
    EXPECT_EQ(error.status(), Status::out_of_memory);
    EXPECT_THROW(std::rethrow_if_nested(error), std::bad_alloc);
  }

  allocator().fail_to_allocate = nullptr;
  allocator().gives_null = true;
  EXPECT_EQ(error_of<Error>(allocate), name +
                                           ": UpstreamAllocator could not allocate 64 bytes: it returned null: an "
                                           "allocator must return memory or throw");
  EXPECT_EQ(live_object_count(), before);
  EXPECT_TRUE(allocator().deallocated().empty());
}

TEST_P(MemoryAllocatorOnEach, ReportsExceptionsWhenFreeingMemory) {
  const auto live = std::make_shared<LiveObjects>();
  std::vector<Diagnostic> diagnostics;
  const Device heard = Device::open(
      device_id(), {.observers = {live}, .diagnostics = [&](const Diagnostic& each) { diagnostics.push_back(each); }});
  const Stream stream = heard.create_stream();
  const auto upstream = std::make_shared<UpstreamAllocator>(SynchronousMemoryResource::from_device(heard));
  Buffer buffer = MemoryResource::from_allocator(heard, upstream).allocate(64, stream);
  const DevicePointer pointer = buffer.handle();
  upstream->fail_to_deallocate = std::make_exception_ptr(std::runtime_error("the arena is gone"));
  buffer.close();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].severity, Diagnostic::Severity::error);
  EXPECT_EQ(diagnostics[0].text.find("cleanup failed: " + to_string(device_id()) +
                                     ": UpstreamAllocator could not release 64 bytes at 0x"),
            0U)
      << diagnostics[0].text;
  EXPECT_NE(diagnostics[0].text.find("the arena is gone"), std::string::npos);
  EXPECT_EQ(upstream->deallocated().back().pointer, pointer);
  const std::vector<LiveObject> objects = live->objects();
  EXPECT_TRUE(std::ranges::any_of(objects, [](const LiveObject& object) {
    return object.made_by.starts_with("texelscopeAllocatorAllocate(");
  })) << "an allocator that failed to free it may still own it";
}

TEST_P(MemoryAllocatorOnEach, RefusesMemoryThatContradictsTheProperties) {
  make({.is_managed = true});
  const std::size_t before = live_object_count();
  const std::string text = error_of<InvalidArgument>([&] { static_cast<void>(resource().allocate(64, stream())); });
  EXPECT_NE(text.find("that UpstreamAllocator allocated are not managed memory"), std::string::npos) << text;
  EXPECT_NE(text.find("MemoryAllocatorProperties::is_managed"), std::string::npos) << text;
  EXPECT_EQ(allocator().deallocated(), allocator().allocated()) << "it is freed";
  EXPECT_EQ(live_object_count(), before);
  if (device_id().kind == DeviceKind::cuda) {
    make({.is_host_accessible = true});
    EXPECT_THROW(static_cast<void>(resource().allocate(64, stream())), InvalidArgument);
  }
}

TEST_P(MemoryAllocatorOnEach, SynchronizesTheStreamIfNotStreamOrdered) {
  make({.is_stream_ordered = false});
  EXPECT_FALSE(resource().is_stream_ordered());
  Buffer buffer = resource().allocate(64, stream());
  std::atomic<bool> is_done{false};
  stream().then([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    is_done = true;
  });
  buffer.close();
  EXPECT_TRUE(is_done) << "the work ends before the allocator frees the memory";
}

TEST_P(MemoryAllocatorOnEach, IsSeenByObservers) {
  const auto trace = std::make_shared<Trace>();
  const auto live = std::make_shared<LiveObjects>();
  const Device observed = Device::open(device_id(), {.observers = {trace, live}});
  const Stream stream = observed.create_stream();
  const auto upstream = std::make_shared<UpstreamAllocator>(SynchronousMemoryResource::from_device(observed));
  const MemoryResource resource = MemoryResource::from_allocator(observed, upstream);
  trace->clear();
  {
    const Buffer buffer = resource.allocate(640, stream);
    const std::vector<LiveObject> objects = live->objects();
    const auto made = std::ranges::find_if(
        objects, [](const LiveObject& object) { return object.made_by.starts_with("texelscopeAllocatorAllocate("); });
    ASSERT_NE(made, objects.end());
    EXPECT_EQ(made->kind, ObjectKind::memory);
    EXPECT_EQ(made->size_bytes, 640U);
    EXPECT_EQ(made->handle, buffer.handle().value);
  }
  std::vector<std::string> calls;
  for (const TraceRecord& record : trace->records()) {
    calls.emplace_back(record.name);
    if (record.name == "texelscopeAllocatorAllocate") {
      EXPECT_EQ(record.arguments.find("allocator=UpstreamAllocator, size_bytes=640, stream=0x"), 0U)
          << record.arguments;
      EXPECT_EQ(record.stream, stream.handle());
    }
  }
  // Calls that the allocator makes end before the allocator's own call.
  EXPECT_EQ(calls, (std::vector<std::string>{"cuMemAlloc", "texelscopeAllocatorAllocate", "cuPointerGetAttributes",
                                             "cuStreamSynchronize", "cuStreamSynchronize", "cuMemFree",
                                             "texelscopeAllocatorFree"}));
}

TEST_P(MemoryAllocatorOnEach, MayReturnPageableMemoryIfKernelsCanAccessIt) {
  const auto pageable = std::make_shared<PageableAllocator>();
  const MemoryResource memory = MemoryResource::from_allocator(device(), pageable);
  const std::vector<std::byte> any(1);
  const bool is_reached =
      Buffer::from_handle(device(), {reinterpret_cast<std::uint64_t>(any.data())}, 1, nullptr).is_device_accessible();
  if (!is_reached) {
    EXPECT_THROW(static_cast<void>(memory.allocate(1000, stream())), InvalidArgument);
    EXPECT_EQ(pageable->live, 0) << "it is freed";
    return;
  }
  const auto source = counting_bytes(1000);
  const Buffer buffer = memory.allocate(1000, stream());
  EXPECT_EQ(buffer.device_id(), std::nullopt);
  buffer.copy_from(source, stream());
  stream().synchronize();
  EXPECT_TRUE(std::ranges::equal(buffer.host_bytes(), source));
  if (device_id().kind == DeviceKind::cpu) {
    buffer.fill(std::uint32_t{0x01020304}, stream());
    stream().synchronize();
    EXPECT_EQ(buffer.host_bytes()[999], std::byte{1});
  }
  EXPECT_EQ(pageable->live, 1);
}

TEST_P(MemoryAllocatorOnEach, IsCalledByManyThreadsConcurrently) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this] {
      const Stream own = device().create_stream();
      for (std::size_t size = 1; size <= 50; ++size) {
        const Buffer buffer = resource().allocate(size, own);
        buffer.fill(std::byte{3}, own);
        own.synchronize();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(allocator().allocated().size(), 200U);
  EXPECT_EQ(allocator().deallocated().size(), 200U);
}

TEST_P(MemoryAllocatorOnEach, IsRequired) {
  EXPECT_THROW(static_cast<void>(MemoryResource::from_allocator(device(), nullptr)), InvalidArgument);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(MemoryAllocatorOnEach);

}  // namespace
}  // namespace texelscope::gpu
