#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/capabilities.h"
#include "app/labs/lab.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::app {

/// The sort order of the list of live objects.
enum class LifetimeOrder : std::uint8_t { age, kind, handle, size, origin };

/// A row of the list: a kind with its totals, or an object.
struct LifetimeRow {
  gpu::ObjectKind kind = gpu::ObjectKind::none;
  /// Position in objects(); nothing for the row of a kind.
  std::optional<std::size_t> object;
  /// Totals of a kind.
  std::size_t count = 0;
  std::size_t size_bytes = 0;
};

/// The relation of an object to the selected object.
enum class Relation : std::uint8_t { none, itself, owner, user };

/// The lifetime panel: the live objects of the device, their dependencies, and their owners.
class LifetimeLab : public LabState, public WatchesScene {
 public:
  [[nodiscard]] bool is_busy() const override { return true; }
  [[nodiscard]] bool watches_scene() const override { return true; }
  void forget_mouse() override { hovered = 0; }

  LifetimeOrder order = LifetimeOrder::age;
  bool is_descending = false;
  bool is_grouped = true;
  /// Only objects whose kind, handle, origin or call contains this text are listed.
  std::string filter;
  /// Number of the clicked object, and of the one under the mouse; 0 for none.
  std::uint64_t selected = 0;
  std::uint64_t hovered = 0;

  /// Sorts by `by`; reverses the order if the list is already sorted by it.
  void sort(LifetimeOrder by);
  /// Reads the live objects; `now` in seconds. Calling it a few times per second is sufficient.
  void update(const gpu::LiveObjects& live, double now);

  /// In order of creation.
  [[nodiscard]] const std::vector<gpu::LiveObject>& objects() const { return objects_; }
  [[nodiscard]] std::vector<LifetimeRow> rows() const;
  /// Null if no live object has the number.
  [[nodiscard]] const gpu::LiveObject* find(std::uint64_t number) const;
  /// The selected object: the object under the mouse, otherwise the clicked object. Null for none.
  [[nodiscard]] const gpu::LiveObject* looked_at() const;
  [[nodiscard]] Relation relation_of(std::uint64_t number) const;
  /// The effects of closing the selected object; empty if there is none.
  [[nodiscard]] const gpu::EndOfObject& end() const { return end_; }
  /// From an object to the device: "texture 0x… → array 0x… → context 0x1".
  [[nodiscard]] std::string chain_text(const gpu::LiveObject& object) const;

 private:
  [[nodiscard]] LabSettings declare_settings() override;
  void update_relations();
  [[nodiscard]] bool is_listed(const gpu::LiveObject& object) const;

  std::vector<gpu::LiveObject> objects_;
  std::optional<double> taken_;
  std::uint64_t related_to_ = 0;
  gpu::EndOfObject end_;
  std::vector<std::uint64_t> owners_;
};

/// "array 0x55d0", without its size.
[[nodiscard]] std::string name_of(const gpu::LiveObject& object);
/// The effects of closing an object, and what keeps it alive, in sentences.
[[nodiscard]] std::string end_text(const LifetimeLab& lab, const gpu::LiveObject& object);

}  // namespace texelscope::app
