#pragma once

#include <memory>
#include <utility>

namespace texelscope::gpu {

/// The owner of an object that was created elsewhere, as passed to from_handle().
class HandleOwner {
 public:
  /// The creator. The object is borrowed: it must exist until the library's last reference to it is closed and all work
  /// with it is complete.
  HandleOwner() = default;
  /// An owner that keeps the object alive and is retained until the library's last reference to the object is closed;
  /// null for none. May be released on any thread.
  template <class Owner>
  // NOLINTNEXTLINE(google-explicit-constructor): an owner is what callers have.
  HandleOwner(std::shared_ptr<Owner> kept) noexcept : kept_{std::move(kept)} {}
  /// This library: the last reference destroys the object, as if it had been created here.
  [[nodiscard]] static HandleOwner library() noexcept {
    HandleOwner owner;
    owner.is_library_ = true;
    return owner;
  }

  /// Whether the last reference destroys the object.
  [[nodiscard]] bool is_library() const noexcept { return is_library_; }
  /// The retained owner; null for none.
  [[nodiscard]] const std::shared_ptr<const void>& kept() const noexcept { return kept_; }

 private:
  std::shared_ptr<const void> kept_;
  bool is_library_ = false;
};

}  // namespace texelscope::gpu
