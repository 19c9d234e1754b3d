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

/// Something that the driver made and has not been given back.
struct LiveObject {
  /// Counts what was made, from 1.
  std::uint64_t number = 0;
  ObjectKind kind = ObjectKind::none;  ///< What it is.
  std::uint64_t handle = 0;            ///< The device's, as a number.
  /// As asked for; 0 for what has no size of its own (a texture, a mapping).
  std::size_t size_bytes = 0;
  /// Numbers of the objects that it depends on, which may have ended by themselves, as a mapping does: a texture on its
  /// resource, memory on the stream that frees it, a mapping on what is mapped, everything else on the context.
  std::vector<std::uint64_t> owners;
  /// The call that made it, with its arguments.
  std::string made_by;
  /// ObjectOrigin::current() of the thread that made it.
  std::string origin;
  CallClock::time_point made_at;  ///< When the call that made it was made.
};

/// Knows what the driver made and has not been given back: the leak count of a device.
class LiveObjects : public CallObserver {
 public:
  void after(const CallView& call, Status status, CallClock::time_point start,
             CallClock::time_point end) noexcept override;

  /// Objects alive now, of every kind.
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::size_t count(ObjectKind kind) const;
  /// In the order in which they were made.
  [[nodiscard]] std::vector<LiveObject> objects() const;
  /// One line for each live object, by kind: its handle, the call that made it, and for whom.
  [[nodiscard]] std::vector<std::string> list() const;

 private:
  using Key = std::pair<ObjectKind, std::uint64_t>;

  void add(const CallView& call, CallClock::time_point end);
  [[nodiscard]] std::vector<std::uint64_t> owners_of(const LiveObject& made,
                                                     const std::vector<ObjectReference>& named) const;
  void forget(ObjectKind kind, std::uint64_t handle) noexcept;
  /// The number of the live object that a call means by a handle, an address inside it, or a part of it; 0 for none.
  [[nodiscard]] std::uint64_t find(ObjectReference reference) const;

  mutable std::mutex mutex_;
  std::multimap<Key, LiveObject> live_;
  /// Parts that calls hand out and nobody gives back, such as the levels of a mipmapped array: the number of the whole.
  std::map<Key, std::uint64_t> parts_;
  std::uint64_t next_number_ = 1;
};

/// What the end of `object` would bring, as far as the driver's calls tell.
struct EndOfObject {
  /// Numbers of the objects that depend on it, directly or through others: they keep it alive.
  std::vector<std::uint64_t> users;
  /// Numbers of the objects that nothing else on the list depends on, so that they end with it unless the program holds
  /// them itself; neither itself nor the context.
  std::vector<std::uint64_t> let_go;
  /// Of itself and of what it lets go.
  std::size_t size_bytes = 0;
};
[[nodiscard]] EndOfObject end_of_object(const std::vector<LiveObject>& objects, std::uint64_t number);

}  // namespace texelscope::gpu
