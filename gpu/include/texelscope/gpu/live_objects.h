#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu {

/// An object that the driver created and that has not been destroyed.
struct LiveObject {
  /// Sequence number of its creation, from 1.
  std::uint64_t number = 0;
  ObjectKind kind = ObjectKind::none;  ///< Kind of the object.
  std::uint64_t handle = 0;            ///< The device's handle, as a number.
  /// The requested size; 0 for objects that have no size (a texture, a mapping).
  std::size_t size_bytes = 0;
  /// Numbers of the objects on which it depends: for a texture, its resource; for memory, the stream that frees it; for
  /// a mapping, the mapped resource; for everything else, the context. Some of them may already have ended, as a
  /// mapping can.
  std::vector<std::uint64_t> owners;
  /// The call that created it, with its arguments.
  std::string made_by;
  /// ObjectOrigin::current() of the thread that created it.
  std::string origin;
  CallClock::time_point made_at;  ///< When it was created.
};

/// Tracks the objects that the driver created and that have not been destroyed: the leak count of a device.
class LiveObjects : public CallObserver {
 public:
  void after(const CallView& call, Status status, CallClock::time_point start,
             CallClock::time_point end) noexcept override;

  /// Number of live objects of every kind.
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::size_t count(ObjectKind kind) const;
  /// The live objects, in order of creation.
  [[nodiscard]] std::vector<LiveObject> objects() const;
  /// One line for each live object, by kind: its handle, the call that created it, and its owner.
  [[nodiscard]] std::vector<std::string> list() const;

 private:
  using Key = std::pair<ObjectKind, std::uint64_t>;

  void add(const CallView& call, CallClock::time_point end);
  [[nodiscard]] std::vector<std::uint64_t> owners_of(const LiveObject& made,
                                                     const std::vector<ObjectReference>& named) const;
  void forget(ObjectKind kind, std::uint64_t handle) noexcept;
  /// The number of the live object that a call refers to by a handle, by an address inside it, or by a part of it; 0
  /// for none.
  [[nodiscard]] std::uint64_t find(ObjectReference reference) const;

  mutable std::mutex mutex_;
  std::multimap<Key, LiveObject> live_;
  /// For parts that calls hand out and that are never released, such as the levels of a mipmapped array: the number of
  /// the whole object.
  std::map<Key, std::uint64_t> parts_;
  std::uint64_t next_number_ = 1;
};

/// The consequences of destroying `object`, as far as the driver's calls show.
struct EndOfObject {
  /// Numbers of the objects that depend on it, directly or indirectly: they keep it alive.
  std::vector<std::uint64_t> users;
  /// Numbers of the objects that nothing else on the list depends on, so that they are destroyed with it unless the
  /// program itself holds them; includes neither the object itself nor the context.
  std::vector<std::uint64_t> let_go;
  /// Total size of the object and of the objects destroyed with it.
  std::size_t size_bytes = 0;
};
[[nodiscard]] EndOfObject end_of_object(const std::vector<LiveObject>& objects, std::uint64_t number);

}  // namespace texelscope::gpu
