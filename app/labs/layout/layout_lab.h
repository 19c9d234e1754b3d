#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/capabilities.h"
#include "app/labs/lab.h"
#include "app/labs/layout/layout_map.h"
#include "app/labs/layout/shared_memory_banks.h"
#include "texelscope/gpu/layout_operation.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// In the order of gpu::StrideUnit.
inline constexpr std::array<std::string_view, 2> layout_unit_names = {"elements", "bytes"};

/// The typed layout at the start of a chain.
struct LayoutText {
  std::string shape = "4, 6";
  /// Empty: dense in `order`.
  std::string strides{};
  gpu::StrideUnit unit = gpu::StrideUnit::elements;
  std::int64_t itemsize = 4;
  /// "C", "F" or a permutation; used if strides are empty.
  std::string order = "C";
  bool operator==(const LayoutText&) const = default;
};

/// One operation of a chain, as typed.
struct ChainEntry {
  std::string text;
  bool is_enabled = true;
  /// Unique; moves with the entry.
  int id = 0;
};

enum class LayoutField : std::uint8_t { none, shape, strides, itemsize, order };

/// The result of one operation.
struct ChainStep {
  std::optional<gpu::LayoutOperation> operation;
  /// The layout after the operation; absent if it was disabled, failed, or came after a failure.
  std::optional<gpu::StridedLayout> layout;
  std::string error;
};

/// A chain, evaluated as far as possible.
struct ChainResult {
  std::optional<gpu::StridedLayout> input;
  /// The wrong field of the input, and the reason.
  LayoutField wrong_field = LayoutField::none;
  std::string input_error;
  /// One for each entry. Entries after an error are not evaluated.
  std::vector<ChainStep> steps;

  /// The last valid layout; null if there is none.
  [[nodiscard]] const gpu::StridedLayout* shown() const;
  /// The input of the entry at a position: the layout before it; null after an error.
  [[nodiscard]] const gpu::StridedLayout* before(std::size_t position) const;
  /// Position of the operation that failed.
  [[nodiscard]] std::optional<std::size_t> failed() const;
};

/// Evaluates a chain. Reports wrong input in the result and never throws for it.
[[nodiscard]] ChainResult evaluate(const LayoutText& text, std::span<const ChainEntry> entries);
/// Evaluates a chain that starts with an existing layout.
[[nodiscard]] ChainResult evaluate_from(const gpu::StridedLayout& input, std::span<const ChainEntry> entries);

/// An operation that the lab offers: its name, its initial text for a layout of this rank, and its effect.
struct OperationOffer {
  const char* name;
  std::string (*initial)(const gpu::StridedLayout& layout);
  const char* text;
};
[[nodiscard]] std::span<const OperationOffer> operation_offers();

enum class LayoutTab : std::uint8_t { map, properties, code, warp, banks };
enum class LayoutCode : std::uint8_t { numpy, cuda_core, cpp };

/// The element under the mouse, or an offset without elements.
struct HoveredElement {
  /// Position in C order; absent over a gap.
  std::optional<std::int64_t> position;
  std::int64_t offset = 0;
  bool is_in_memory = false;
};

/// The layout lab: the input, the chain, and its views.
class LayoutLab : public LabState, public TakesLayouts {
 public:
  LayoutLab();

  /// Adopts the layout's shape, strides and itemsize.
  void take_layout(const gpu::StridedLayout& layout) override;
  void forget_mouse() override { hovered.reset(); }

  LayoutText text;
  std::vector<ChainEntry> entries;
  SliceChoice slice;
  /// In a wide window the map is next to the other views, and its tab shows the properties.
  LayoutTab tab = LayoutTab::map;
  LayoutCode code = LayoutCode::numpy;
  /// First element of the warp, in C order.
  std::int64_t warp_start = 0;
  SharedMemoryTile tile;
  SharedMemoryAccess access;

  /// Evaluates the input typed since the last call.
  void update();
  [[nodiscard]] const ChainResult& result() const { return result_; }
  /// The last layout that was valid, which stays visible while the input is wrong; nothing before the first.
  [[nodiscard]] const std::optional<gpu::StridedLayout>& last_shown() const { return last_shown_; }

  /// Advice for the tile, computed when the tile changes.
  [[nodiscard]] const PaddingAdvice& padding_advice();

  void add(std::string operation);
  void erase(std::size_t position);
  /// Moves an entry to a different position.
  void move(std::size_t from, std::size_t to);

  /// The element under the mouse in this frame.
  std::optional<HoveredElement> hovered;
  /// Set by a click: the offset to which the memory strip scrolls, or the element to which the grid scrolls.
  std::optional<std::int64_t> wanted_offset;
  std::optional<std::int64_t> wanted_position;

 private:
  [[nodiscard]] LabSettings declare_settings() override;

  ChainResult result_;
  std::optional<gpu::StridedLayout> last_shown_;
  int next_id_ = 0;
  std::optional<PaddingAdvice> advice_;
  SharedMemoryTile advised_tile_;
};

}  // namespace texelscope::app
