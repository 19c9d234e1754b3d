#include "gpu/cpu/recording/launch_recording.h"

#include <pthread.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "gpu/cpu/recording/source_lines.h"
#include "gpu/cpu/recording/surface_texel.h"
#include "texelscope/kernels/host_surface.h"

namespace texelscope::gpu::cpu {
namespace {

thread_local LaunchRecording* current_recording = nullptr;

std::pair<std::uint64_t, std::uint64_t> stack_of_this_thread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
    return {};
  }
  void* begin = nullptr;
  std::size_t size_bytes = 0;
  pthread_attr_getstack(&attributes, &begin, &size_bytes);
  pthread_attr_destroy(&attributes);
  return {reinterpret_cast<std::uint64_t>(begin), reinterpret_cast<std::uint64_t>(begin) + size_bytes};
}

bool is_within(std::uint64_t address, const std::pair<std::uint64_t, std::uint64_t>& range) {
  return address >= range.first && address < range.second;
}

/// An access this far outside an allocation is attributed to it.
constexpr std::uint64_t max_distance = std::uint64_t{64} << 10;

}  // namespace

LaunchRecording* LaunchRecording::current() noexcept { return current_recording; }

LaunchRecording::LaunchRecording(AccessLog& log, RecordedObjects& objects, std::uint32_t launch,
                                 const RecordedObjects::ScheduledMemory& memory)
    : log_{log}, objects_{objects}, recording_{log, launch}, stack_{stack_of_this_thread()} {
  objects_.begin_launch(memory);
  current_recording = this;
}

LaunchRecording::~LaunchRecording() {
  current_recording = nullptr;
  recording_.resolve_sites(find_source_lines);
}

void LaunchRecording::run_thread(Run recorded, const void* kernel, kernels::LaunchExtent extent, std::int64_t number) {
  try {
    recorded(kernel, kernels::HostRange{extent, number, number + 1});
    finish_write();
  } catch (...) {
    unfinished_.clear();
    end_thread();
    throw;
  }
  end_thread();
}

void LaunchRecording::run(Run recorded, Run plain, const void* kernel, std::size_t kernel_size,
                          kernels::LaunchExtent extent) {
  functor_ = {reinterpret_cast<std::uint64_t>(kernel), reinterpret_cast<std::uint64_t>(kernel) + kernel_size};
  const std::int64_t count = std::int64_t{extent.width} * extent.height * extent.depth;
  const bool records_all =
      std::ranges::any_of(log_.options().sinks, [](const auto& sink) { return sink->needs_all_threads(); });
  std::int64_t first_plain = 0;
  const auto run_plain = [&](std::int64_t end) {
    if (first_plain < end) {
      // The plain kernel of a program is the recorded one.
      current_recording = nullptr;
      plain(kernel, kernels::HostRange{extent, first_plain, end});
      current_recording = this;
    }
    first_plain = end + 1;
  };
  try {
    for (std::int64_t number = 0; number < count; ++number) {
      const std::int64_t row = number / extent.width;
      thread_ = {static_cast<std::int32_t>(number % extent.width), static_cast<std::int32_t>(row % extent.height),
                 static_cast<std::int32_t>(row / extent.height)};
      is_kept_ = log_.keeps(thread_, extent);
      if (is_kept_ || records_all) {
        run_plain(number);
        run_thread(recorded, kernel, extent, number);
      }
    }
    run_plain(count);
  } catch (...) {
    recording_.launch().is_trapped = true;
    throw;
  }
}

void LaunchRecording::end_thread() {
  if (is_kept_) {
    recording_.end_thread();
  }
}

Access& LaunchRecording::start(AccessKind kind, std::size_t size_bytes, const void* caller) {
  finish_write();
  return prepare(kind, size_bytes, caller);
}

Access& LaunchRecording::prepare(AccessKind kind, std::size_t size_bytes, const void* caller) {
  access_ = {.thread = thread_,
             .launch = recording_.launch().number,
             .site = recording_.site(caller),
             .kind = kind,
             .size_bytes = static_cast<std::uint8_t>(size_bytes)};
  texture_ = nullptr;
  has_bytes_ = false;
  return access_;
}

void LaunchRecording::finish() { recording_.add(access_, *this, is_kept_); }

void LaunchRecording::finish_write(std::uint64_t address, std::span<const std::byte> before) {
  if (unfinished_.empty()) {
    return;
  }
  texture_ = nullptr;
  for (const UnfinishedWrite& write : unfinished_) {
    access_ = write.access;
    has_bytes_ = false;
    auto* const value = reinterpret_cast<std::byte*>(access_.value.data());
    std::memcpy(value, reinterpret_cast<const void*>(write.address), access_.size_bytes);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (const std::uint64_t at = address + i - write.address; at < access_.size_bytes) {
        value[at] = before[i];
      }
    }
    finish();
  }
  unfinished_.clear();
}

std::span<const AccessedBytes> LaunchRecording::bytes() const {
  if (!std::exchange(has_bytes_, true)) {
    bytes_.clear();
    if (texture_ != nullptr) {
      const std::uint32_t memory = object().memory;
      read_texels(*texture_->binding->texture, access_.fetch(), texels_);
      for (const ReadTexel& texel : texels_) {
        bytes_.push_back({memory, static_cast<std::uint32_t>(texel.size_bytes),
                          reinterpret_cast<std::uint64_t>(texel.address) - texture_->memory_address, texel.sample});
      }
    } else if (access_.place == AccessPlace::inside || access_.place == AccessPlace::clamped) {
      bytes_.push_back({.memory = object().memory, .size_bytes = access_.size_bytes, .offset = access_.offset});
    }
  }
  return bytes_;
}

std::vector<std::vector<std::byte>> LaunchRecording::texture_levels() const {
  std::vector<std::vector<std::byte>> levels;
  if (texture_ == nullptr) {
    return levels;
  }
  const TextureBinding& bound = *texture_->binding;
  const ArrayDescriptor& array = object().array;
  for (const TexelLevel& level : bound.levels) {
    const Extent& extent = level.extent;
    // Rows of blocks have no padding.
    const std::size_t row_bytes = array.encoding == TexelEncoding::element
                                      ? static_cast<std::size_t>(extent.width()) * array.element_size()
                                      : level.row_pitch_bytes;
    const std::size_t rows = level.slice_pitch_bytes / level.row_pitch_bytes;
    const std::size_t slices = static_cast<std::size_t>(extent.depth() * bound.num_slices);
    std::vector<std::byte>& texels = levels.emplace_back(row_bytes * rows * slices);
    for (std::size_t row = 0; row < rows * slices; ++row) {
      std::memcpy(&texels[row * row_bytes],
                  level.texels + row / rows * level.slice_pitch_bytes + row % rows * level.row_pitch_bytes, row_bytes);
    }
  }
  return levels;
}

void LaunchRecording::fetch(std::uint64_t handle, const kernels::TextureFetch& at, const void* result,
                            const void* caller) {
  const RecordedObjects::Texture* const texture = objects_.texture(handle, recording_);
  if (texture == nullptr) {
    return;
  }
  Access& access = start(AccessKind::fetch, 16, caller);
  access.object = texture->number;
  access.shape = static_cast<std::uint8_t>(at.shape);
  access.mode = static_cast<std::uint8_t>(at.operation);
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  const int last = at.operation == kernels::TextureOperation::element ? at.element : at.component;
  access.operands = {bits(at.x),
                     bits(at.y),
                     bits(at.z),
                     bits(at.level),
                     bits(at.dx[0]),
                     bits(at.dx[1]),
                     bits(at.dx[2]),
                     bits(at.dy[0]),
                     bits(at.dy[1]),
                     bits(at.dy[2]),
                     static_cast<std::uint32_t>(at.layer),
                     static_cast<std::uint32_t>(last)};
  std::memcpy(access.value.data(), result, 16);
  texture_ = texture;
  finish();
}

std::byte* LaunchRecording::begin_surface(std::uint64_t handle, const kernels::SurfaceAccess& at,
                                          std::size_t size_bytes, kernels::BoundaryMode mode, AccessKind kind,
                                          const void* caller) {
  Access& access = start(kind, size_bytes, caller);
  access.shape = static_cast<std::uint8_t>(at.shape);
  access.mode = static_cast<std::uint8_t>(mode);
  access.operands = {static_cast<std::uint32_t>(at.x_bytes), static_cast<std::uint32_t>(at.y),
                     static_cast<std::uint32_t>(at.z)};
  const RecordedObjects::Surface* const surface = objects_.surface(handle, recording_);
  if (surface == nullptr) {
    return surface_texel(handle, at, size_bytes, mode);
  }
  access.object = surface->number;
  // The mode zero distinguishes accesses inside from those outside.
  const ArrayStorage& array = *surface->binding->array;
  try {
    const bool is_inside = surface_texel(handle, at, size_bytes, kernels::BoundaryMode::zero) != nullptr;
    std::byte* const texel = surface_texel(handle, at, size_bytes, mode);
    access.place = is_inside ? AccessPlace::inside : texel != nullptr ? AccessPlace::clamped : AccessPlace::skipped;
    if (texel != nullptr) {
      access.offset = static_cast<std::uint64_t>(texel - array.block->bytes());
      std::memcpy(&access.operands[4], texel, size_bytes);
    }
    return texel;
  } catch (const kernels::HostTrap&) {
    access.place = AccessPlace::trapped;
    finish();
    throw;
  }
}

void LaunchRecording::end_surface(const void* value) {
  if (access_.kind == AccessKind::surface_read) {
    std::fill_n(access_.operands.begin() + 4, 4, 0U);
  }
  std::memcpy(access_.value.data(), value, access_.size_bytes);
  finish();
}

void LaunchRecording::memory(AccessKind kind, std::uint64_t address, std::size_t size_bytes, const void* caller) {
  if (is_within(address, functor_) || is_within(address, stack_)) {
    return;
  }
  RecordedObjects::Memory* const memory = objects_.memory(address, max_distance);
  if (memory == nullptr) {
    return;
  }
  finish_write();
  const std::uint32_t object = objects_.number_of(*memory, recording_);
  for (std::size_t done = 0; done < size_bytes; done += 16) {
    const std::size_t part = std::min<std::size_t>(16, size_bytes - done);
    const std::uint64_t first = address + done;
    Access& access = prepare(kind, part, caller);
    access.object = object;
    access.offset = first - memory->begin;
    const auto* const bytes = reinterpret_cast<const void*>(first);
    if (first < memory->begin || first + part > memory->end) {
      access.place = AccessPlace::beyond;
      finish();
    } else if (kind == AccessKind::memory_read) {
      std::memcpy(access.value.data(), bytes, part);
      finish();
    } else {
      std::memcpy(&access.operands[4], bytes, part);
      unfinished_.push_back({first, access});
    }
  }
}

void LaunchRecording::atomic(std::uint64_t address, std::size_t size_bytes, std::uint64_t before, std::uint64_t after,
                             const void* caller) {
  RecordedObjects::Memory* const memory = objects_.memory(address, 0);
  if (memory == nullptr) {
    return;
  }
  finish_write(address, std::as_bytes(std::span{&before, 1}).first(size_bytes));
  Access& access = prepare(AccessKind::memory_atomic, size_bytes, caller);
  access.object = objects_.number_of(*memory, recording_);
  access.offset = address - memory->begin;
  std::memcpy(&access.operands[4], &before, size_bytes);
  std::memcpy(access.value.data(), &after, size_bytes);
  finish();
}

}  // namespace texelscope::gpu::cpu
