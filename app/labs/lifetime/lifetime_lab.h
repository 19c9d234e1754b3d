#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/lab.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::app {

/// What the list of live objects is sorted by.
enum class LifetimeOrder : std::uint8_t { age, kind, handle, size, origin };

/// A row of the list: a kind with its totals, or an object.
struct LifetimeRow {
  gpu::ObjectKind kind = gpu::ObjectKind::none;
  /// Position in objects(); nothing for the row of a kind.
  std::optional<std::size_t> object;
  /// Of a kind.
  std::size_t count = 0;
  std::size_t size_bytes = 0;
};

/// How an object is related to the one that is looked at.
enum class Relation : std::uint8_t { none, itself, owner, user };

/// The lifetime panel: what is alive on the device, what depends on what, and for whom it was made.
class LifetimeLab : public LabState {
 public:
  [[nodiscard]] bool is_busy() const override { return true; }
  [[nodiscard]] bool watches_scene() const override { return true; }

  LifetimeOrder order = LifetimeOrder::age;
  bool is_descending = false;
  bool is_grouped = true;
  /// Only objects whose kind, handle, origin or call contains this text are listed.
  std::string filter;
  /// Number of the object that was clicked, and of that under the mouse; 0 for none.
  std::uint64_t selected = 0;
  std::uint64_t hovered = 0;

  /// Sorts by `by`; the other way round where that is chosen already.
  void sort(LifetimeOrder by);
  /// Takes what is alive now; `now` in seconds. Some times a second are enough for reading.
  void update(const gpu::LiveObjects& live, double now);

  /// In the order in which they were made.
  [[nodiscard]] const std::vector<gpu::LiveObject>& objects() const { return objects_; }
  [[nodiscard]] std::vector<LifetimeRow> rows() const;
  /// Null for a number that is not alive.
  [[nodiscard]] const gpu::LiveObject* find(std::uint64_t number) const;
  /// The object that is looked at: under the mouse, else selected. Null for none.
  [[nodiscard]] const gpu::LiveObject* looked_at() const;
  [[nodiscard]] Relation relation_of(std::uint64_t number) const;
  /// Of the object that is looked at; empty where there is none.
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
/// What ends with an object and what keeps it alive, in sentences.
[[nodiscard]] std::string end_text(const LifetimeLab& lab, const gpu::LiveObject& object);

}  // namespace texelscope::app
