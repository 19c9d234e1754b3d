#pragma once

#include <memory>
#include <utility>

namespace texelscope::gpu {

/// Who gives an object back that was made elsewhere, as from_handle() takes it.
class HandleOwner {
 public:
  /// Whoever made it. The object is borrowed: it must stay until the last reference to it here is closed and all work
  /// with it is done.
  HandleOwner() = default;
  /// Something that keeps it, and that stays until the last reference to it here is closed; null for nothing. It may be
  /// let go of on any thread.
  template <class Owner>
  // NOLINTNEXTLINE(google-explicit-constructor): an owner is what callers have.
  HandleOwner(std::shared_ptr<Owner> kept) noexcept : kept_{std::move(kept)} {}
  /// This library: the last reference destroys the object, as if it had been made here.
  [[nodiscard]] static HandleOwner library() noexcept {
    HandleOwner owner;
    owner.is_library_ = true;
    return owner;
  }

  /// Whether the last reference destroys the object.
  [[nodiscard]] bool is_library() const noexcept { return is_library_; }
  /// The owner to keep; null for none.
  [[nodiscard]] const std::shared_ptr<const void>& kept() const noexcept { return kept_; }

 private:
  std::shared_ptr<const void> kept_;
  bool is_library_ = false;
};

}  // namespace texelscope::gpu
