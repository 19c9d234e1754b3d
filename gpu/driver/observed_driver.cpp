#include "gpu/driver/observed_driver.h"

#include <array>
#include <charconv>
#include <type_traits>
#include <utility>

#include "gpu/driver/call_objects.h"
#include "texelscope/gpu/packed_arguments.h"

namespace texelscope::gpu::driver {
namespace {

/// Keeps one argument: what has a number as that, else what describe() says of it.
template <class Value>
void pack(PackedArguments& packed, const char* name, const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    packed.add_bool(name, value);
  } else if constexpr (std::is_integral_v<Value> && std::is_signed_v<Value>) {
    packed.add_signed(name, value);
  } else if constexpr (std::is_integral_v<Value>) {
    packed.add_number(name, value);
  } else {
    packed.add_text(name, describe(value));
  }
}

template <class Tag>
void pack(PackedArguments& packed, const char* name, Handle<Tag> value) {
  packed.add_handle(name, value.value);
}

void pack(PackedArguments& packed, const char* name, const kernels::KernelEntry& value) {
  packed.add_type(name, value.name);
}

/// Every launch has one: written without memory of its own.
void pack(PackedArguments& packed, const char* name, const kernels::LaunchExtent& value) {
  std::array<char, 3 * 11 + 2> text{};
  char* end = text.data();
  for (const std::int32_t extent : {value.width, value.height, value.depth}) {
    if (end != text.data()) {
      *end++ = 'x';
    }
    end = std::to_chars(end, text.data() + text.size(), extent).ptr;
  }
  packed.add_text(name, {text.data(), static_cast<std::size_t>(end - text.data())});
}

template <class Call>
class ViewOf final : public CallView {
 public:
  explicit ViewOf(const Call& call) : call_{call} {}

  [[nodiscard]] std::string_view name() const noexcept override { return Call::info.name; }
  [[nodiscard]] ObjectKind object_kind() const noexcept override { return Call::info.object_kind; }
  [[nodiscard]] CallEffect effect() const noexcept override { return Call::info.effect; }

  [[nodiscard]] std::size_t object_count() const noexcept override {
    std::size_t count = 0;
    if constexpr (Call::info.effect != CallEffect::none) {
      call_.for_each_object([&count](std::uint64_t) { ++count; });
    }
    return count;
  }

  [[nodiscard]] std::uint64_t object(std::size_t index) const noexcept override {
    std::uint64_t found = 0;
    if constexpr (Call::info.effect != CallEffect::none) {
      std::size_t position = 0;
      call_.for_each_object([&](std::uint64_t object) {
        if (position++ == index) {
          found = object;
        }
      });
    }
    return found;
  }

  [[nodiscard]] StreamHandle stream() const noexcept override {
    if constexpr (requires { call_.stream; }) {
      return call_.stream;
    } else {
      return {};
    }
  }

  [[nodiscard]] std::string arguments() const override { return describe_arguments(call_); }

  void pack_arguments(PackedArguments& packed) const noexcept override {
    try {
      call_.visit([&packed](const char* name, const auto& value) { pack(packed, name, value); });
    } catch (...) {
      packed.add_text("", "(no memory for the rest)");
    }
  }

  [[nodiscard]] std::size_t size_bytes() const override { return objects_of(call_).total_bytes(); }
  [[nodiscard]] std::vector<ObjectReference> named_objects() const override { return objects_of(call_).named; }
  [[nodiscard]] ObjectReference part() const override {
    if constexpr (requires { call_.part(); }) {
      return call_.part();
    } else {
      return {};
    }
  }

 private:
  const Call& call_;
};

/// Whether a call is made even when its failure is injected: what is given back is gone whatever the driver says, and
/// where waiting fails, nothing runs any more that was waited for.
template <class Call>
constexpr bool is_made_all_the_same =
    Call::info.effect == CallEffect::destroys || std::is_same_v<Call, StreamSynchronize> ||
    std::is_same_v<Call, EventSynchronize> || std::is_same_v<Call, ContextSynchronize>;

class ObservedDriver final : public Driver {
 public:
  ObservedDriver(std::unique_ptr<Driver> driver, std::vector<std::shared_ptr<CallObserver>> observers)
      : driver_{std::move(driver)}, observers_{std::move(observers)} {}

  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_PERFORM_ANY)

 private:
  template <class Call>
  Status perform_any(Call& call) noexcept {
    const ViewOf<Call> view{call};
    Status instead = Status::success;
    for (const auto& observer : observers_) {
      instead = observer->before(view);
      if (instead != Status::success) {
        break;
      }
    }
    const auto start = CallClock::now();
    Status status = instead;
    if (instead == Status::success || is_made_all_the_same<Call>) {
      status = driver_->perform(call);
    }
    const auto end = CallClock::now();
    // Observers see what really happened: an object given back is gone even where the result says otherwise.
    for (const auto& observer : observers_) {
      observer->after(view, status, start, end);
    }
    return instead != Status::success ? instead : status;
  }

  std::unique_ptr<Driver> driver_;
  std::vector<std::shared_ptr<CallObserver>> observers_;
};

}  // namespace

std::unique_ptr<Driver> observe(std::unique_ptr<Driver> driver, std::vector<std::shared_ptr<CallObserver>> observers) {
  if (observers.empty()) {
    return driver;
  }
  return std::make_unique<ObservedDriver>(std::move(driver), std::move(observers));
}

}  // namespace texelscope::gpu::driver
