#include "app/accesses/hazard_check.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "app/accesses/nan_bits.h"

namespace texelscope::app {
namespace {

using gpu::Access;
using gpu::AccessKind;
using gpu::AccessPlace;

/// Whether a kernel can write the object's memory.
bool is_writable(const gpu::AccessObject& object) {
  return object.kind != gpu::AccessObject::Kind::texture || object.resource == gpu::ResourceKind::linear ||
         object.resource == gpu::ResourceKind::pitch_2d || object.array.is_surface_load_store;
}

}  // namespace

std::vector<Hazard> HazardCheck::hazards() const {
  const std::lock_guard lock{mutex_};
  return hazards_;
}

void HazardCheck::scheduled(const gpu::AccessLaunch& launch) {
  order_.launch(launch.number, launch.stream);
  if (!launch.is_recordable) {
    const std::lock_guard lock{mutex_};
    coverage_.write_unknown();
  }
}

void HazardCheck::begin(const gpu::AccessLaunch& launch) {
  launch_ = launch.number;
  extent_ = launch.extent;
  thread_ = ShadowCell::none;
  earlier_ = ShadowCell::none;
}

bool HazardCheck::is_unordered(std::uint32_t launch) {
  if (launch == ShadowCell::none) {
    return false;
  }
  // Neighboring cells were accessed by the same launch.
  if (std::exchange(earlier_, launch) != launch) {
    is_earlier_unordered_ = !order_.is_before(launch, launch_);
  }
  return is_earlier_unordered_;
}

void HazardCheck::after(const gpu::CallView& call, gpu::Status status, gpu::CallClock::time_point /*start*/,
                        gpu::CallClock::time_point /*end*/) noexcept {
  try {
    if (status == gpu::Status::success) {
      order_.follow(call);
      const std::lock_guard lock{mutex_};
      for (Hazard& missing : coverage_.follow(call)) {
        add(std::move(missing));
      }
    }
  } catch (const std::bad_alloc&) {
    // The check then knows less order, and reports more.
  }
}

void HazardCheck::add(Hazard hazard) {
  const auto [found, is_new] =
      known_.try_emplace({hazard.kind, hazard.first.site, hazard.second.site}, hazards_.size());
  if (is_new) {
    hazards_.push_back(std::move(hazard));
  } else {
    ++hazards_[found->second].count;
  }
}

void HazardCheck::report(HazardKind kind, const ShadowCell::Entry& earlier, bool is_earlier_write, const Access& access,
                         bool is_write, std::uint64_t offset) {
  // The parts of one access count once.
  const Counted now{kind, earlier.launch, earlier.thread, earlier.site};
  if (std::exchange(counted_, now) == now) {
    return;
  }
  const std::lock_guard lock{mutex_};
  add({.kind = kind,
       .first = {earlier.launch, earlier.thread, earlier.site, is_earlier_write},
       .second = {launch_, thread_, access.site, is_write},
       .object = access.object,
       .offset = offset});
}

void HazardCheck::check_place(const Access& access) {
  // Skipping is what the mode zero is chosen for; a write to the nearest texel hits another thread's.
  const bool is_moved_write = is_write(access.kind) && access.place == AccessPlace::clamped;
  if (is_moved_write || access.place == AccessPlace::trapped || access.place == AccessPlace::beyond) {
    const std::lock_guard lock{mutex_};
    add({.kind = HazardKind::out_of_range,
         .first = {launch_, thread_, access.site, is_write(access.kind)},
         .object = access.object,
         .offset = access.offset,
         .place = access.place});
  }
}

void HazardCheck::check_nan(const Access& access, const gpu::AccessObject& object) {
  // Words that are written to memory may be integers; those that are read only excuse a NaN.
  const bool is_memory_write = is_write(access.kind) && access.kind != AccessKind::surface_write;
  if (has_nan_ || is_memory_write || !has_nan(object, access)) {
    return;
  }
  has_nan_ = true;
  if (access.kind == AccessKind::surface_write) {
    const std::lock_guard lock{mutex_};
    add({.kind = HazardKind::not_a_number,
         .first = {launch_, thread_, access.site, true},
         .object = access.object,
         .offset = access.offset});
  }
}

void HazardCheck::access(const Access& access, const gpu::AccessContext& context) {
  const auto thread = static_cast<std::uint32_t>(
      access.thread.x +
      std::int64_t{extent_.width} * (access.thread.y + std::int64_t{extent_.height} * access.thread.z));
  if (std::exchange(thread_, thread) != thread) {
    has_nan_ = false;
  }
  counted_ = {};
  const gpu::AccessObject& object = context.object();
  check_place(access);
  check_nan(access, object);
  if (!is_writable(object)) {
    return;
  }
  const std::array<std::uint32_t, 4> before = access.before();
  const auto* const old_bytes = reinterpret_cast<const std::byte*>(before.data());
  const auto* const new_bytes = reinterpret_cast<const std::byte*>(access.value.data());
  for (const gpu::AccessedBytes& bytes : context.bytes()) {
    shadow_.visit(bytes.memory, bytes.offset, bytes.size_bytes,
                  [&](ShadowCell& cell, std::uint32_t first, std::uint32_t size) {
                    if (is_write(access.kind)) {
                      const bool is_changed = std::memcmp(old_bytes + first, new_bytes + first, size) != 0;
                      write(cell, access, bytes.offset + first, is_changed);
                    } else {
                      read(cell, access, bytes.offset + first);
                    }
                  });
  }
  if (access.kind == AccessKind::surface_write && access.place == AccessPlace::inside) {
    const std::lock_guard lock{mutex_};
    coverage_.write(object, {launch_, thread_, access.site, true}, access);
  }
}

void HazardCheck::read(ShadowCell& cell, const Access& access, std::uint64_t offset) {
  const ShadowCell::Entry& write = cell.write;
  if (write.launch == launch_) {
    if (write.thread != thread_ && cell.is_changed && cell.repeated_by != thread_) {
      report(HazardKind::read_write, write, true, access, false, offset);
    }
  } else if (is_unordered(write.launch)) {
    report(HazardKind::unordered_streams, write, true, access, false, offset);
  }
  auto& [first, second, older] = cell.reads;
  const ShadowCell::Entry now{launch_, thread_, access.site};
  if (first.launch != launch_) {
    if (is_unordered(first.launch)) {
      older = first;
    }
    first = now;
    second = {};
  } else if (first.thread != thread_ && second.launch != launch_) {
    second = now;
  }
}

void HazardCheck::write(ShadowCell& cell, const Access& access, std::uint64_t offset, bool is_changed) {
  const bool is_atomic = access.kind == AccessKind::memory_atomic;
  const ShadowCell::Entry& write = cell.write;
  const bool is_same_launch = write.launch == launch_;
  if (is_same_launch) {
    if (write.thread != thread_ && is_changed && !(is_atomic && cell.is_atomic)) {
      report(HazardKind::write_write, write, true, access, true, offset);
    } else if (write.thread != thread_ && is_atomic && !cell.is_atomic && cell.is_changed) {
      report(HazardKind::read_write, write, true, access, false, offset);
    }
  } else if (is_unordered(write.launch)) {
    report(HazardKind::unordered_streams, write, true, access, true, offset);
  }
  for (const ShadowCell::Entry& reader : cell.reads) {
    if (reader.launch == launch_) {
      if (reader.thread != thread_ && is_changed) {
        report(HazardKind::read_write, reader, false, access, true, offset);
        break;
      }
    } else if (is_unordered(reader.launch)) {
      report(HazardKind::unordered_streams, reader, false, access, true, offset);
      break;
    }
  }
  if (is_same_launch && is_atomic && !cell.is_atomic) {
    // An atomic operation does not hide a plain write.
    cell.is_changed = cell.is_changed || is_changed;
  } else if (is_same_launch && cell.is_changed && !is_changed && write.thread != thread_) {
    // A thread that repeats the value of another does not hide that the other changed it.
    cell.repeated_by = is_atomic ? ShadowCell::none : thread_;
  } else {
    cell.is_changed = is_changed || (is_same_launch && write.thread == thread_ && cell.is_changed);
    cell.is_atomic = is_atomic;
    cell.write = {launch_, thread_, access.site};
    cell.repeated_by = ShadowCell::none;
  }
}

}  // namespace texelscope::app
