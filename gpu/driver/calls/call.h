#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu {
class Extent;
struct ArrayDescriptor;
struct TextureDescriptor;
}  // namespace texelscope::gpu

namespace texelscope::kernels {
struct KernelEntry;
struct LaunchExtent;
}  // namespace texelscope::kernels

namespace texelscope::gpu::driver {

struct ArrayCopySide;
struct TextureResource;

/// The objects that a call's result depends on, according to the handles among its arguments; none for other handles.
template <class HandleType>
[[nodiscard]] constexpr ObjectKind kind_of_owner() noexcept {
  return std::is_same_v<HandleType, StreamHandle>              ? ObjectKind::stream
         : std::is_same_v<HandleType, EventHandle>             ? ObjectKind::event
         : std::is_same_v<HandleType, ArrayHandle>             ? ObjectKind::array
         : std::is_same_v<HandleType, MipmappedArrayHandle>    ? ObjectKind::mipmapped_array
         : std::is_same_v<HandleType, GraphicsHandle>          ? ObjectKind::graphics_resource
         : std::is_same_v<HandleType, ExternalMemoryHandle>    ? ObjectKind::external_memory
         : std::is_same_v<HandleType, ExternalSemaphoreHandle> ? ObjectKind::external_semaphore
                                                               : ObjectKind::none;
}

/// An argument of a call, with its name and without its type. Text, spans and pointees still belong to the call.
struct Argument {
  using Value = std::variant<bool, std::int64_t, std::uint64_t, std::string_view, ObjectReference,
                             std::span<const GraphicsHandle>, const kernels::KernelEntry*, const kernels::LaunchExtent*,
                             const Extent*, const ArrayDescriptor*, const ArrayCopySide*, const TextureResource*,
                             const TextureDescriptor*>;

  Argument() = default;
  template <class Type>
  Argument(const char* argument_name, const Type& argument) : name{argument_name}, value{value_of(argument)} {}

  const char* name = "";
  Value value;

 private:
  template <class Tag>
  static Value value_of(Handle<Tag> handle) {
    return ObjectReference{kind_of_owner<Handle<Tag>>(), handle.value};
  }
  template <class Type>
  static Value value_of(const Type& argument) {
    if constexpr (std::is_same_v<Type, bool> || std::is_same_v<Type, std::span<const GraphicsHandle>>) {
      return argument;
    } else if constexpr (requires { std::string_view{argument}; }) {
      return std::string_view{argument};
    } else if constexpr (std::is_enum_v<Type>) {
      return std::string_view{to_string(argument)};
    } else if constexpr (std::signed_integral<Type>) {
      return static_cast<std::int64_t>(argument);
    } else if constexpr (std::unsigned_integral<Type>) {
      return static_cast<std::uint64_t>(argument);
    } else {
      return &argument;
    }
  }
};

/// The arguments of a call, in order.
class Arguments {
 public:
  Arguments() = default;
  Arguments(std::initializer_list<Argument> arguments) {
    for (const Argument& argument : arguments) {
      add(argument);
    }
  }

  void add(const Argument& argument) { arguments_.at(count_++) = argument; }
  [[nodiscard]] const Argument* begin() const noexcept { return arguments_.data(); }
  [[nodiscard]] const Argument* end() const noexcept { return arguments_.data() + count_; }

 private:
  static constexpr std::size_t max_count = 10;

  std::array<Argument, max_count> arguments_;
  std::size_t count_ = 0;
};

/// The properties of a kind of call. Each call of the driver interface is a struct: its `info`, its arguments, its
/// results, and TEXELSCOPE_ARGUMENTS, which lists the arguments for traces and errors. A call that creates or hands out
/// objects has TEXELSCOPE_OBJECT; the object that a call destroys is its first argument. A call on a stream has a
/// member `stream`; the size of a created object is given by its members `size_bytes`, or `descriptor` and
/// `num_levels`.
struct CallInfo {
  /// The CUDA driver function that the call represents.
  std::string_view name;
  ObjectKind object_kind = ObjectKind::none;
  CallEffect effect = CallEffect::none;
  WorkKind kind = WorkKind::host;
  /// Set for a call that destroys nothing but is still made when its failure is injected.
  bool survives_failure = false;
  /// The change in the number of capturing streams: 1 if a capture begins, -1 if one ends.
  int captures = 0;

  /// A destroyed object no longer exists, whatever the driver reports, and after a failed wait, the awaited work no
  /// longer runs.
  [[nodiscard]] constexpr bool is_made_despite_failure() const noexcept {
    return survives_failure || effect == CallEffect::destroys;
  }
};

}  // namespace texelscope::gpu::driver

/// The arguments of a call: members, by their names. A call whose arguments are not members, or are conditional,
/// defines its own `arguments()`.
#define TEXELSCOPE_ARGUMENTS(...)                                                        \
  [[nodiscard]] ::texelscope::gpu::driver::Arguments arguments() const {                 \
    return {__VA_OPT__(TEXELSCOPE_SCAN_AGAIN(TEXELSCOPE_NAMED_ARGUMENTS(__VA_ARGS__)))}; \
  }
/// The member with the handle, or the handles, that the call creates or hands out.
#define TEXELSCOPE_OBJECT(member) \
  [[nodiscard]] ::texelscope::gpu::driver::Argument object() const { return {#member, member}; }

// Each scan of the preprocessor consumes one more name from the list.
#define TEXELSCOPE_SCAN_AGAIN(...) TEXELSCOPE_SCAN_THRICE(TEXELSCOPE_SCAN_THRICE(TEXELSCOPE_SCAN_THRICE(__VA_ARGS__)))
#define TEXELSCOPE_SCAN_THRICE(...) TEXELSCOPE_SCAN(TEXELSCOPE_SCAN(TEXELSCOPE_SCAN(__VA_ARGS__)))
#define TEXELSCOPE_SCAN(...) __VA_ARGS__
#define TEXELSCOPE_NO_ARGUMENTS ()
#define TEXELSCOPE_NAMED_ARGUMENTS(argument, ...) \
  {#argument, argument} __VA_OPT__(, TEXELSCOPE_OTHER_ARGUMENTS TEXELSCOPE_NO_ARGUMENTS(__VA_ARGS__))
#define TEXELSCOPE_OTHER_ARGUMENTS() TEXELSCOPE_NAMED_ARGUMENTS
