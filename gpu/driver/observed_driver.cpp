#include "gpu/driver/driver_decorator.h"

#include <array>
#include <charconv>
#include <utility>

#include "gpu/driver/describe.h"
#include "texelscope/gpu/packed_arguments.h"

namespace texelscope::gpu::driver {
namespace {

/// Stores one argument: as a number if it has one, otherwise as text from describe().
struct Packer {
  PackedArguments& packed;
  const char* name;

  void operator()(bool value) const { packed.add_bool(name, value); }
  void operator()(std::int64_t value) const { packed.add_signed(name, value); }
  void operator()(std::uint64_t value) const { packed.add_number(name, value); }
  void operator()(std::string_view value) const { packed.add_text(name, value); }
  void operator()(ObjectReference value) const { packed.add_handle(name, value.handle); }
  void operator()(const kernels::KernelEntry* value) const { packed.add_type(name, value->name); }
  /// Every launch has an extent, so it is written without an allocation.
  void operator()(const kernels::LaunchExtent* value) const {
    std::array<char, 3 * 11 + 2> text{};
    char* end = text.data();
    for (const std::int32_t extent : {value->width, value->height, value->depth}) {
      if (end != text.data()) {
        *end++ = 'x';
      }
      end = std::to_chars(end, text.data() + text.size(), extent).ptr;
    }
    packed.add_text(name, {text.data(), static_cast<std::size_t>(end - text.data())});
  }
  void operator()(std::span<const GraphicsHandle> value) const { packed.add_text(name, describe(value)); }
  template <class Described>
  void operator()(const Described* value) const {
    packed.add_text(name, describe(*value));
  }
};

/// Collects the objects that an argument names. A handle of 0 names no object: the default stream is never destroyed.
struct ObjectCollector {
  std::vector<ObjectReference>& objects;

  void operator()(ObjectReference value) const {
    if (value.kind != ObjectKind::none && value.handle != 0) {
      objects.push_back(value);
    }
  }
  void operator()(std::span<const GraphicsHandle> value) const {
    for (const GraphicsHandle each : value) {
      (*this)({ObjectKind::graphics_resource, each.value});
    }
  }
  void operator()(const TextureResource* value) const {
    (*this)({ObjectKind::array, value->array.value});
    (*this)({ObjectKind::mipmapped_array, value->mipmapped_array.value});
    (*this)({ObjectKind::memory, value->pointer.value});
  }
  template <class Other>
  void operator()(const Other& /*value*/) const {}
};

class ObservedCall final : public CallView {
 public:
  explicit ObservedCall(const AnyCall& call) : call_{call} {}

  [[nodiscard]] std::string_view name() const noexcept override { return call_.info().name; }
  [[nodiscard]] ObjectKind object_kind() const noexcept override { return call_.info().object_kind; }
  [[nodiscard]] CallEffect effect() const noexcept override { return call_.info().effect; }
  [[nodiscard]] WorkKind work_kind() const noexcept override { return call_.info().kind; }
  [[nodiscard]] std::size_t object_count() const noexcept override { return call_.object_count(); }
  [[nodiscard]] std::uint64_t object(std::size_t index) const noexcept override { return call_.object(index); }
  [[nodiscard]] StreamHandle stream() const noexcept override { return call_.stream().value_or(StreamHandle{}); }
  [[nodiscard]] std::string arguments() const override { return describe_arguments(call_.arguments()); }

  void pack_arguments(PackedArguments& packed) const noexcept override {
    try {
      for (const Argument& argument : call_.arguments()) {
        std::visit(Packer{packed, argument.name}, argument.value);
      }
    } catch (...) {
      packed.add_text("", "(no memory for the rest)");
    }
  }

  [[nodiscard]] std::size_t size_bytes() const override { return call_.size_bytes(); }
  [[nodiscard]] std::vector<ObjectReference> named_objects() const override {
    std::vector<ObjectReference> objects;
    for (const Argument& argument : call_.arguments()) {
      std::visit(ObjectCollector{objects}, argument.value);
    }
    return objects;
  }

 private:
  const AnyCall& call_;
};

class ObservedDriver final : public DriverDecorator {
 public:
  ObservedDriver(std::unique_ptr<Driver> driver, std::vector<std::shared_ptr<CallObserver>> observers)
      : DriverDecorator{std::move(driver)}, observers_{std::move(observers)} {}

  Status perform_any(const AnyCall& call) noexcept override {
    const ObservedCall view{call};
    Status instead = Status::success;
    for (const auto& observer : observers_) {
      instead = observer->before(view);
      if (instead != Status::success) {
        break;
      }
    }
    const auto start = CallClock::now();
    Status status = instead;
    if (instead == Status::success || call.info().is_made_despite_failure()) {
      status = call.perform(decorated());
    }
    const auto end = CallClock::now();
    // Observers see the actual effect: a destroyed object no longer exists even if the result reports an error.
    for (const auto& observer : observers_) {
      observer->after(view, status, start, end);
    }
    return instead != Status::success ? instead : status;
  }

 private:
  std::vector<std::shared_ptr<CallObserver>> observers_;
};

}  // namespace

std::unique_ptr<Driver> observe(std::unique_ptr<Driver> driver, std::vector<std::shared_ptr<CallObserver>> observers) {
  if (observers.empty()) {
    return driver;
  }
  return std::make_unique<ObservedDriver>(std::move(driver), std::move(observers));
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type takes none.
#define TEXELSCOPE_PERFORM_AS_ANY(Call) \
  Status DriverDecorator::perform(Call& call) noexcept { return perform_any(AnyCall{call}); }
TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_PERFORM_AS_ANY)
#undef TEXELSCOPE_PERFORM_AS_ANY
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace texelscope::gpu::driver
