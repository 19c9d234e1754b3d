#include "texelscope/kernels/access_hooks.h"

#include <cstring>

#include "gpu/cpu/recording/launch_recording.h"
#include "gpu/cpu/recording/surface_texel.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu {
namespace {

using kernels::BoundaryMode;
using kernels::FetchResult;
using kernels::HostTexture;
using kernels::SurfaceAccess;
using kernels::TextureFetch;
using kernels::TextureOperation;
using kernels::TextureShape;

/// Whether kernels::Texture calls the texture's function without a layer and a level.
bool is_plain_sample(const TextureFetch& at) {
  return at.operation == TextureOperation::sample && at.shape <= TextureShape::texture_3d;
}

template <class Result>
void store(void* result, const Result& value) {
  static_assert(sizeof(Result) == 16);
  std::memcpy(result, &value, sizeof(Result));
}

void fetch(std::uint64_t handle, const TextureFetch& at, FetchResult type, void* result, const void* caller) {
  const auto& texture = *reinterpret_cast<const HostTexture*>(handle);
  const auto read = [&](auto sample, auto any) {
    store(result, is_plain_sample(at) ? sample(texture, at.x, at.y, at.z) : any(texture, at));
  };
  switch (type) {
    case FetchResult::floats:
      read(texture.sample_float, texture.fetch_float);
      break;
    case FetchResult::ints:
      read(texture.sample_int, texture.fetch_int);
      break;
    case FetchResult::uints:
      read(texture.sample_uint, texture.fetch_uint);
      break;
  }
  if (LaunchRecording* const recording = LaunchRecording::current()) {
    recording->fetch(handle, at, result, caller);
  }
}

void read_surface(std::uint64_t surface, const SurfaceAccess& at, std::size_t size_bytes, BoundaryMode mode,
                  void* value, const void* caller) {
  LaunchRecording* const recording = LaunchRecording::current();
  const std::byte* const texel =
      recording != nullptr ? recording->begin_surface(surface, at, size_bytes, mode, AccessKind::surface_read, caller)
                           : surface_texel(surface, at, size_bytes, mode);
  if (texel != nullptr) {
    std::memcpy(value, texel, size_bytes);
  } else {
    std::memset(value, 0, size_bytes);
  }
  if (recording != nullptr) {
    recording->end_surface(value);
  }
}

void write_surface(std::uint64_t surface, const SurfaceAccess& at, std::size_t size_bytes, BoundaryMode mode,
                   const void* value, const void* caller) {
  LaunchRecording* const recording = LaunchRecording::current();
  std::byte* const texel =
      recording != nullptr ? recording->begin_surface(surface, at, size_bytes, mode, AccessKind::surface_write, caller)
                           : surface_texel(surface, at, size_bytes, mode);
  if (texel != nullptr) {
    std::memcpy(texel, value, size_bytes);
  }
  if (recording != nullptr) {
    recording->end_surface(value);
  }
}

void read_memory(const void* address, std::size_t size_bytes, const void* caller) {
  if (LaunchRecording* const recording = LaunchRecording::current()) {
    recording->memory(AccessKind::memory_read, reinterpret_cast<std::uint64_t>(address), size_bytes, caller);
  }
}

void write_memory(void* address, std::size_t size_bytes, const void* caller) {
  if (LaunchRecording* const recording = LaunchRecording::current()) {
    recording->memory(AccessKind::memory_write, reinterpret_cast<std::uint64_t>(address), size_bytes, caller);
  }
}

void atomic(void* address, std::size_t size_bytes, std::uint64_t before, std::uint64_t after, const void* caller) {
  if (LaunchRecording* const recording = LaunchRecording::current()) {
    recording->atomic(reinterpret_cast<std::uint64_t>(address), size_bytes, before, after, caller);
  }
}

}  // namespace

const kernels::AccessHooks& access_hooks() noexcept {
  static constexpr kernels::AccessHooks hooks{fetch, read_surface, write_surface, read_memory, write_memory, atomic};
  return hooks;
}

}  // namespace texelscope::gpu::cpu
