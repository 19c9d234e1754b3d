#include "texelscope/gpu/live_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>

#include "texelscope/gpu/object_origin.h"

namespace texelscope::gpu {

void LiveObjects::after(const CallView& call, Status status, CallClock::time_point /*start*/,
                        CallClock::time_point end) noexcept {
  if (status != Status::success) {
    return;
  }
  if (call.effect() == CallEffect::destroys) {
    const std::lock_guard lock{mutex_};
    for (std::size_t i = 0; i < call.object_count(); ++i) {
      forget(call.object_kind(), call.object(i));
      // Unregistering ends a mapping whose unmap reported an error.
      if (call.object_kind() == ObjectKind::graphics_resource) {
        forget(ObjectKind::mapping, call.object(i));
      }
    }
    return;
  }
  try {
    if (call.effect() == CallEffect::creates) {
      add(call, end);
    } else if (call.effect() == CallEffect::hands_out && call.object(0) != 0) {
      const std::vector<ObjectReference> named = call.named_objects();
      const std::lock_guard lock{mutex_};
      // Mapped objects belong to the mapping, which has the handle of the resource.
      const std::uint64_t mapping =
          named.front().kind == ObjectKind::graphics_resource ? find({ObjectKind::mapping, named.front().handle}) : 0;
      parts_.insert_or_assign({call.object_kind(), call.object(0)}, mapping != 0 ? mapping : find(named.front()));
    }
  } catch (...) {
    // No memory to store the object: the call itself has succeeded, but its object is not counted.
  }
}

void LiveObjects::add(const CallView& call, CallClock::time_point end) {
  LiveObject made;
  made.kind = call.object_kind();
  made.size_bytes = call.size_bytes();
  made.made_by = fmt::format("{}({})", call.name(), call.arguments());
  made.origin = ObjectOrigin::current();
  made.made_at = end;
  const std::vector<ObjectReference> named = call.named_objects();
  const std::lock_guard lock{mutex_};
  for (std::size_t i = 0; i < call.object_count(); ++i) {
    made.handle = call.object(i);
    made.number = next_number_++;
    made.owners = owners_of(made, named);
    parts_.erase({made.kind, made.handle});
    live_.emplace(Key{made.kind, made.handle}, made);
  }
}

std::vector<std::uint64_t> LiveObjects::owners_of(const LiveObject& made,
                                                  const std::vector<ObjectReference>& named) const {
  std::vector<std::uint64_t> owners;
  for (const ObjectReference& reference : named) {
    // Resources that were mapped together have one mapping each.
    const bool is_another = made.kind == ObjectKind::mapping && reference.kind == ObjectKind::graphics_resource &&
                            reference.handle != made.handle;
    if (const std::uint64_t owner = is_another ? 0 : find(reference); owner != 0) {
      owners.push_back(owner);
    }
  }
  if (owners.empty() && made.kind != ObjectKind::context) {
    const auto context = live_.lower_bound({ObjectKind::context, 0});
    if (context != live_.end() && context->first.first == ObjectKind::context) {
      owners.push_back(context->second.number);
    }
  }
  return owners;
}

std::uint64_t LiveObjects::find(ObjectReference reference) const {
  const Key key{reference.kind, reference.handle};
  if (const auto found = live_.find(key); found != live_.end()) {
    return found->second.number;
  }
  if (const auto part = parts_.find(key); part != parts_.end()) {
    return part->second;
  }
  if (reference.kind != ObjectKind::memory) {
    return 0;
  }
  // An address inside device or host memory.
  for (const ObjectKind kind : {ObjectKind::memory, ObjectKind::host_memory}) {
    const auto after = live_.upper_bound({kind, reference.handle});
    if (after == live_.begin()) {
      continue;
    }
    const auto& [found, object] = *std::prev(after);
    if (found.first == kind && reference.handle - found.second < object.size_bytes) {
      return object.number;
    }
  }
  return 0;
}

void LiveObjects::forget(ObjectKind kind, std::uint64_t handle) noexcept {
  // The oldest object with that handle: another thread may already have been given the same handle for its object.
  const auto [first, last] = live_.equal_range({kind, handle});
  if (first == last) {
    return;
  }
  const std::uint64_t number = first->second.number;
  live_.erase(first);
  std::erase_if(parts_, [number](const auto& part) { return part.second == number; });
}

std::size_t LiveObjects::count() const {
  const std::lock_guard lock{mutex_};
  return live_.size();
}

std::size_t LiveObjects::count(ObjectKind kind) const {
  const std::lock_guard lock{mutex_};
  return static_cast<std::size_t>(
      std::ranges::count_if(live_, [kind](const auto& object) { return object.first.first == kind; }));
}

std::vector<LiveObject> LiveObjects::objects() const {
  std::vector<LiveObject> all;
  {
    const std::lock_guard lock{mutex_};
    all.reserve(live_.size());
    for (const auto& entry : live_) {
      all.push_back(entry.second);
    }
  }
  std::ranges::sort(all, {}, &LiveObject::number);
  return all;
}

std::vector<std::string> LiveObjects::list() const {
  const std::lock_guard lock{mutex_};
  std::vector<std::string> lines;
  for (const auto& [key, object] : live_) {
    lines.push_back(fmt::format("{} {:#x} created by {}{}{}", to_string(object.kind), object.handle, object.made_by,
                                object.origin.empty() ? "" : " for ", object.origin));
  }
  return lines;
}

namespace {

bool depends_on(const LiveObject& object, const std::vector<std::uint64_t>& numbers) {
  return std::ranges::any_of(object.owners,
                             [&](std::uint64_t owner) { return std::ranges::count(numbers, owner) > 0; });
}

}  // namespace

EndOfObject end_of_object(const std::vector<LiveObject>& objects, std::uint64_t number) {
  EndOfObject end;
  // Objects are older than those that depend on them, so one pass in creation order sees each before its users.
  std::vector<std::uint64_t> reached{number};
  for (const LiveObject& object : objects) {
    if (object.number == number) {
      end.size_bytes += object.size_bytes;
    } else if (depends_on(object, reached)) {
      reached.push_back(object.number);
      end.users.push_back(object.number);
    }
  }
  // A reverse pass sees each user before the objects that it depends on.
  std::vector<std::uint64_t> ending{number};
  std::vector<std::uint64_t> needed;
  for (auto object = objects.rbegin(); object != objects.rend(); ++object) {
    const bool is_ending = std::ranges::count(ending, object->number) > 0;
    const bool ends_too =
        !is_ending && object->kind != ObjectKind::context && std::ranges::count(needed, object->number) == 0 &&
        std::ranges::any_of(objects, [&](const LiveObject& user) {
          return std::ranges::count(ending, user.number) > 0 && std::ranges::count(user.owners, object->number) > 0;
        });
    if (ends_too) {
      ending.push_back(object->number);
      end.let_go.push_back(object->number);
      end.size_bytes += object->size_bytes;
    } else if (!is_ending) {
      needed.insert(needed.end(), object->owners.begin(), object->owners.end());
    }
  }
  return end;
}

}  // namespace texelscope::gpu
