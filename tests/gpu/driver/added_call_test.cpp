#include <gtest/gtest.h>

#include "gpu/driver/driver_decorator.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu::driver {
namespace {

/// The parts of an added driver call: its struct…
struct SharpenArray {
  static constexpr CallInfo info{"cuTestSharpenArray", ObjectKind::array, CallEffect::creates, WorkKind::launch};
  ArrayHandle source;
  ArrayDescriptor descriptor{Extent(4, 2), DataType::uint8, 4};
  bool is_strong = false;
  StreamHandle stream;
  ArrayHandle array{};  // result
  TEXELSCOPE_ARGUMENTS(source, descriptor, is_strong, stream)
  TEXELSCOPE_OBJECT(array)
};

struct SharpenedArrayDestroy {
  static constexpr CallInfo info{"cuTestArrayDestroy", ObjectKind::array, CallEffect::destroys};
  ArrayHandle array;
  TEXELSCOPE_ARGUMENTS(array)
};

/// … and its `perform` in each device…
class ThrowAwayDriver final : public tests::FakeDriver {
 public:
  ThrowAwayDriver() : FakeDriver{std::make_shared<tests::FakeScript>()} {}

  using FakeDriver::perform;
  Status perform(SharpenArray& call) noexcept {
    ++performed;
    call.array = result;
    return status;
  }
  Status perform(SharpenedArrayDestroy& /*call*/) noexcept {
    ++performed;
    return Status::success;
  }

  ArrayHandle result{0x77};
  Status status = Status::success;
  int performed = 0;
};

/// … and what its line in TEXELSCOPE_DRIVER_CALLS declares: that it passes through each driver of a stack.
template <class Call>
Status perform_added(Driver& driver, void* call) noexcept {
  auto& added = *static_cast<Call*>(call);
  if (auto* const decorator = dynamic_cast<DriverDecorator*>(&driver)) {
    return decorator->perform_any(AnyCall{added});
  }
  return dynamic_cast<ThrowAwayDriver&>(driver).perform(added);
}

}  // namespace

template <>
Status perform_on<SharpenArray>(Driver& driver, void* call) noexcept {
  return perform_added<SharpenArray>(driver, call);
}
template <>
Status perform_on<SharpenedArrayDestroy>(Driver& driver, void* call) noexcept {
  return perform_added<SharpenedArrayDestroy>(driver, call);
}

namespace {

class AddedCall : public testing::Test {
 protected:
  AddedCall() { profiler->set_on(true); }

  void open(std::shared_ptr<FaultInjector> faults = nullptr) {
    auto throw_away = std::make_unique<ThrowAwayDriver>();
    device = throw_away.get();
    std::vector<std::shared_ptr<CallObserver>> observers{trace, live};
    if (faults) {
      observers.insert(observers.begin(), std::move(faults));
    }
    box.emplace(DeviceId{}, observe(profile(std::move(throw_away), profiler), std::move(observers)),
                DiagnosticHandler{});
  }
  template <class Call>
  Call make(Call call) {
    return box->call(call);
  }

  std::shared_ptr<Trace> trace = std::make_shared<Trace>();
  std::shared_ptr<LiveObjects> live = std::make_shared<LiveObjects>();
  std::shared_ptr<StreamProfiler> profiler = std::make_shared<StreamProfiler>();
  ThrowAwayDriver* device = nullptr;
  std::optional<DeviceBox> box;
};

const SharpenArray sharpen{.source = {0x20}, .is_strong = true, .stream = {0x30}};
constexpr const char* sharpen_text =
    "cuTestSharpenArray(source=0x20, descriptor=4x2 uint8x4, is_strong=true, stream=0x30)";

TEST_F(AddedCall, IsDescribedInErrors) {
  open();
  device->status = Status::out_of_memory;
  const std::string text = tests::error_of<DriverError>([this] { make(sharpen); });
  EXPECT_TRUE(text.starts_with(std::string("cpu: ") + sharpen_text + " failed with CUDA_ERROR_OUT_OF_MEMORY")) << text;
  device->status = Status::success;
  device->result = {};
  EXPECT_NE(tests::error_of<Error>([this] { make(sharpen); }).find("returned no handle"), std::string::npos);
}

TEST_F(AddedCall, AppearsInTheTraceWithItsKind) {
  open();
  EXPECT_EQ(make(sharpen).array, ArrayHandle{0x77});
  const TraceRecord record = trace->records().back();
  EXPECT_EQ(record.name, "cuTestSharpenArray");
  EXPECT_EQ(record.kind, WorkKind::launch);
  EXPECT_EQ(record.arguments, "source=0x20, descriptor=4x2 uint8x4, is_strong=true, stream=0x30");
  EXPECT_EQ(record.stream, sharpen.stream);
}

TEST_F(AddedCall, IsTimedOnItsStream) {
  open();
  make(sharpen);
  const ActivityRecord record = profiler->records().back();
  EXPECT_EQ(record.name, "cuTestSharpenArray");
  EXPECT_EQ(record.kind, WorkKind::launch);
  EXPECT_EQ(record.stream, sharpen.stream);
  EXPECT_TRUE(record.device);
  make(SharpenedArrayDestroy{{0x77}});
  EXPECT_EQ(profiler->records().back().kind, WorkKind::host);
  EXPECT_FALSE(profiler->records().back().device);
}

TEST_F(AddedCall, CountsCreatedAndDestroyedObjects) {
  open();
  make(sharpen);
  ASSERT_EQ(live->count(ObjectKind::array), 1U);
  const LiveObject made = live->objects().back();
  EXPECT_EQ(made.handle, 0x77U);
  EXPECT_EQ(made.size_bytes, 4U * 2 * 4);
  EXPECT_EQ(made.made_by, sharpen_text);
  make(SharpenedArrayDestroy{{0x77}});
  EXPECT_EQ(live->count(ObjectKind::array), 0U);
}

TEST_F(AddedCall, FailsByInjectionButStillDestroysObjects) {
  const auto faults = std::make_shared<FaultInjector>("cuTestSharpenArray", 1);
  open(faults);
  EXPECT_THROW(make(sharpen), DriverError);
  EXPECT_TRUE(faults->has_fired());
  EXPECT_EQ(device->performed, 0);
  open(std::make_shared<FaultInjector>("cuTestArrayDestroy", 1));
  make(sharpen);
  EXPECT_THROW(make(SharpenedArrayDestroy{{0x77}}), DriverError);
  EXPECT_EQ(device->performed, 2);
  EXPECT_EQ(live->count(ObjectKind::array), 0U);
}

}  // namespace
}  // namespace texelscope::gpu::driver
