#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gpu/driver/driver.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu::driver {

/// Makes a call of this type.
template <class Call>
Status perform_on(Driver& driver, void* call) noexcept {
  return driver.perform(*static_cast<Call*>(call));
}

/// A call of the driver interface without its type: its invocation, and the properties that errors, traces, faults,
/// counts and times use. The call must outlive it.
class AnyCall {
 public:
  template <class Call>
  explicit AnyCall(Call& call) noexcept : call_{&call}, type_{type_of<Call>}, perform_{&perform_on<Call>} {}

  [[nodiscard]] const CallInfo& info() const noexcept { return type_.info; }
  [[nodiscard]] Arguments arguments() const { return type_.arguments(call_); }
  /// The number of objects that the call creates, destroys or hands out, and their handles.
  [[nodiscard]] std::size_t object_count() const noexcept;
  [[nodiscard]] std::uint64_t object(std::size_t index) const noexcept;
  /// None for a call that has no stream.
  [[nodiscard]] std::optional<StreamHandle> stream() const noexcept { return type_.stream(call_); }
  /// The requested size of the object that the call creates, in bytes; 0 if it has none.
  [[nodiscard]] std::size_t size_bytes() const { return type_.size_bytes(call_); }

  Status perform(Driver& driver) const noexcept { return perform_(driver, call_); }

 private:
  struct Type {
    const CallInfo& info;
    Arguments (*arguments)(const void* call);
    Argument (*object)(const void* call);
    std::optional<StreamHandle> (*stream)(const void* call) noexcept;
    std::size_t (*size_bytes)(const void* call);
  };

  template <class Call>
  static Arguments arguments_of(const void* call) {
    return static_cast<const Call*>(call)->arguments();
  }
  template <class Call>
  static Argument object_of(const void* call) {
    if constexpr (requires(const Call& each) { each.object(); }) {
      return static_cast<const Call*>(call)->object();
    } else {
      static_assert(Call::info.effect == CallEffect::none || Call::info.effect == CallEffect::destroys);
      return *static_cast<const Call*>(call)->arguments().begin();
    }
  }
  template <class Call>
  static std::optional<StreamHandle> stream_of(const void* call) noexcept {
    if constexpr (requires(const Call& each) { each.stream; }) {
      return static_cast<const Call*>(call)->stream;
    } else {
      return std::nullopt;
    }
  }
  template <class Call>
  static std::size_t size_bytes_of(const void* any) {
    const Call& call = *static_cast<const Call*>(any);
    if constexpr (requires { call.size_bytes; }) {
      return call.size_bytes;
    } else if constexpr (requires { call.num_levels; }) {
      std::size_t total = 0;
      for (unsigned level = 0; level < call.num_levels; ++level) {
        total += level_descriptor(call.descriptor, level).size_bytes();
      }
      return total;
    } else if constexpr (requires { call.descriptor.size_bytes(); }) {
      return call.descriptor.size_bytes();
    } else {
      return 0;
    }
  }

  template <class Call>
  static constexpr Type type_of{Call::info, &arguments_of<Call>, &object_of<Call>, &stream_of<Call>,
                                &size_bytes_of<Call>};

  void* call_;
  const Type& type_;
  Status (*perform_)(Driver& driver, void* call) noexcept;
};

}  // namespace texelscope::gpu::driver
