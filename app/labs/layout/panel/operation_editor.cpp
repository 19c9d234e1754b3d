#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "app/labs/layout/panel/lab_panel.h"

namespace texelscope::app {
namespace {

/// From this rank on, slices are entered as one text.
constexpr std::size_t max_slice_fields = 9;
constexpr std::size_t max_chips = 16;

/// An operation's text in parts: "sliced(::-2, 1:)" is "sliced" and "::-2, 1:".
struct Parts {
  std::string name;
  std::string arguments;
};

Parts split(const std::string& text) {
  const auto open = text.find('(');
  if (open == std::string::npos) {
    return {text, ""};
  }
  const auto close = text.rfind(')');
  const auto length = close == std::string::npos || close <= open ? std::string::npos : close - open - 1;
  return {text.substr(0, open), text.substr(open + 1, length)};
}

std::string joined(const Parts& parts) { return parts.name + "(" + parts.arguments + ")"; }

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> items(1);
  for (const char character : text) {
    if (character == ',') {
      items.emplace_back();
    } else if (character != ' ' || !items.back().empty()) {
      items.back() += character;
    }
  }
  if (items.size() == 1 && items[0].empty()) {
    items.clear();
  }
  return items;
}

std::string join_list(std::span<const std::string> items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "" : ", ") + items[i];
  }
  return text;
}

template <typename Operation>
std::optional<Operation> parsed(const std::string& text) {
  try {
    const gpu::LayoutOperation operation = gpu::layout_operation_from_string(text);
    if (const auto* wanted = std::get_if<Operation>(&operation)) {
      return *wanted;
    }
  } catch (const std::exception&) {
    // Reported below the operation.
  }
  return std::nullopt;
}

/// Null for an unknown operation.
const OperationOffer* offer_of(std::string_view name) {
  const auto offers = operation_offers();
  const auto offer = std::ranges::find(offers, name, &OperationOffer::name);
  return offer != offers.end() ? &*offer : nullptr;
}

/// The editor of one operation.
class Editor {
 public:
  Editor(const LayoutContext& context, std::size_t position)
      : context_{context},
        position_{position},
        entry_{context.lab.entries[position]},
        before_{context.lab.result().before(position)},
        parts_{split(entry_.text)},
        offer_{offer_of(parts_.name)} {}

  void draw() {
    set_row_tooltip(offer_ != nullptr ? offer_->text : "An operation with its arguments, such as permuted(1, 0).");
    if (parts_.name == "squeezed") {
      return;
    }
    if (parts_.name == "sliced" && draw_slices()) {
      return;
    }
    if (parts_.name == "flattened" && draw_range()) {
      return;
    }
    if (parts_.name == "repacked" && draw_repacked()) {
      return;
    }
    if (parts_.name == "to_dense") {
      draw_orders();
    }
    draw_text();
    if (parts_.name == "permuted") {
      draw_chips();
    } else if (parts_.name == "reshaped" || parts_.name == "broadcast_to" || parts_.name == "unsqueezed") {
      if (drag_numbers(context_, name("number").c_str(), parts_.arguments, parts_.name == "broadcast_to" ? 0 : -1,
                       ImGui::GetCursorPosX())) {
        take();
      }
    }
  }

 private:
  [[nodiscard]] std::string name(const char* widget) const { return fmt::format("entry{}.{}", position_, widget); }
  void take() { entry_.text = joined(parts_); }

  [[nodiscard]] bool is_wrong() const { return !context_.lab.result().steps[position_].error.empty(); }

  void draw_text() {
    if (offer_ == nullptr) {
      text_field(context_, name("text").c_str(), entry_.text, "name(arguments)", is_wrong());
    } else if (text_field(context_, name("arguments").c_str(), parts_.arguments, hint(), is_wrong())) {
      take();
    }
  }

  [[nodiscard]] const char* hint() const {
    return parts_.name == "permuted"                                    ? "axes, such as 1, 0"
           : parts_.name == "reshaped" || parts_.name == "broadcast_to" ? "shape"
           : parts_.name == "unsqueezed"                                ? "axes of the result"
           : parts_.name == "to_dense"                                  ? "K"
                                                                        : "";
  }

  /// A field for each axis of the input.
  bool draw_slices() {
    std::vector<std::string> slices = split_list(parts_.arguments);
    const std::size_t count = std::max(before_ != nullptr ? before_->ndim() : 0, slices.size());
    if (count == 0 || count > max_slice_fields) {
      return false;
    }
    const std::size_t given = slices.size();
    slices.resize(count, ":");
    const Theme& theme = context_.theme();
    const std::size_t in_row = std::min<std::size_t>(count, 3);
    const float gap = theme(4);
    const float width = std::floor((ImGui::GetContentRegionAvail().x - gap * static_cast<float>(in_row - 1)) /
                                   static_cast<float>(in_row));
    for (std::size_t axis = 0; axis < count; ++axis) {
      if (axis % in_row != 0) {
        ImGui::SameLine(0, gap);
      }
      if (draw_slice(axis, slices[axis], width)) {
        // Trailing axes without a slice are omitted.
        parts_.arguments = join_list(std::span{slices}.first(std::max(given, axis + 1)));
        take();
      }
    }
    return true;
  }

  bool draw_slice(std::size_t axis, std::string& slice, float width) {
    const Theme& theme = context_.theme();
    ImGui::BeginGroup();
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    text_in(theme.tiny_value, color::text_disabled, fmt::format("{}", axis));
    ImGui::SameLine(0, theme(4));
    const float room = width - (ImGui::GetCursorPosX() - left);
    ImGui::BeginChild(fmt::format("slice{}", axis).c_str(), {std::max(room, theme(16)), ImGui::GetFrameHeight()}, false,
                      ImGuiWindowFlags_NoScrollbar);
    const bool is_changed = text_field(context_, name(fmt::format("slice{}", axis).c_str()).c_str(), slice, ":", false);
    ImGui::EndChild();
    ImGui::EndGroup();
    return is_changed;
  }

  bool draw_range() {
    std::optional<gpu::Flattened> flattened = parsed<gpu::Flattened>(entry_.text);
    if (!flattened || flattened->mask) {
      return false;
    }
    const auto rank = static_cast<std::int64_t>(before_ != nullptr ? std::max<std::size_t>(before_->ndim(), 1) : 1);
    const float width = (ImGui::GetContentRegionAvail().x - context_.theme()(4)) / 2;
    ImGui::SetNextItemWidth(width);
    bool is_changed =
        drag_number(context_, name("start").c_str(), flattened->start_axis, -rank, rank - 1, "from axis %lld");
    ImGui::SameLine(0, context_.theme()(4));
    ImGui::SetNextItemWidth(width);
    is_changed |= drag_number(context_, name("end").c_str(), flattened->end_axis, -rank, rank - 1, "to axis %lld");
    if (is_changed) {
      entry_.text = to_string(gpu::LayoutOperation{*flattened});
    }
    return true;
  }

  bool draw_repacked() {
    std::optional<gpu::Repacked> repacked = parsed<gpu::Repacked>(entry_.text);
    if (!repacked) {
      return false;
    }
    const Theme& theme = context_.theme();
    const auto* const found = std::ranges::find(itemsizes, repacked->itemsize);
    if (found == itemsizes.end()) {
      return false;
    }
    auto chosen = static_cast<std::size_t>(found - itemsizes.begin());
    const float width = (ImGui::GetContentRegionAvail().x - theme(4)) / 2;
    ImGui::SetNextItemWidth(width);
    bool is_changed = choose(context_, name("itemsize").c_str(), itemsize_names, chosen);
    repacked->itemsize = itemsizes[chosen];
    ImGui::SameLine(0, theme(4));
    ImGui::SetNextItemWidth(width);
    const auto rank = static_cast<std::int64_t>(before_ != nullptr ? std::max<std::size_t>(before_->ndim(), 1) : 1);
    is_changed |= drag_number(context_, name("axis").c_str(), repacked->axis, -rank, rank - 1, "axis %lld");
    auto pointer = static_cast<std::int64_t>(repacked->data_ptr);
    ImGui::SetNextItemWidth(width);
    constexpr std::int64_t highest = std::int64_t{1} << 40;
    if (drag_number(context_, name("data_ptr").c_str(), pointer, 0, highest, "address %lld")) {
      repacked->data_ptr = static_cast<std::uint64_t>(pointer);
      is_changed = true;
    }
    tooltip(theme, "The address of offset 0, which must be aligned for larger elements.");
    ImGui::SameLine(0, theme(4));
    ImGui::PushFont(theme.small_text);
    is_changed |= check_box(theme, "keep axis", &repacked->keep_dim);
    ImGui::PopFont();
    context_.record(name("keep_dim"));
    tooltip(theme, "Off: an axis whose extent shrinks to 1 is dropped.");
    if (is_changed) {
      entry_.text = to_string(gpu::LayoutOperation{*repacked});
    }
    return true;
  }

  void draw_orders() {
    const Theme& theme = context_.theme();
    const float side = ImGui::GetFrameHeight();
    const std::optional<gpu::ToDense> dense = parsed<gpu::ToDense>(entry_.text);
    for (const char* order : {"C", "F", "K"}) {
      const bool is_chosen = dense && to_string(dense->order) == order;
      ImGui::PushStyleColor(ImGuiCol_Button, is_chosen ? color::accent_wash : color::raised);
      ImGui::PushStyleColor(ImGuiCol_Text, is_chosen ? color::accent : color::text_dim);
      if (ImGui::Button(order, {side, side})) {
        parts_.arguments = order;
        take();
      }
      ImGui::PopStyleColor(2);
      context_.record(name(order));
      ImGui::SameLine(0, theme(4));
    }
  }

  /// The axes as chips that can be dragged into a different order.
  void draw_chips() {
    const std::optional<gpu::Permuted> permuted = parsed<gpu::Permuted>(entry_.text);
    if (!permuted || permuted->permutation.size() < 2 || permuted->permutation.size() > max_chips) {
      return;
    }
    const Theme& theme = context_.theme();
    gpu::Dimensions axes = permuted->permutation;
    const float side = ImGui::GetFrameHeight();
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    bool is_changed = false;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (i > 0) {
        ImGui::SameLine(0, theme(4));
        if (ImGui::GetCursorPosX() + side > right) {
          ImGui::NewLine();
        }
      }
      ImGui::PushID(static_cast<int>(i));
      ImGui::PushFont(theme.value);
      ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{0, 0});
      ImGui::Button(fmt::format("{}", permuted->permutation[i]).c_str(), {side, side});
      ImGui::PopStyleVar();
      ImGui::PopFont();
      context_.record(name(fmt::format("chip{}", i).c_str()));
      tooltip(theme, fmt::format("Axis {} of the result is axis {}. Drag it onto another axis to swap the two.", i,
                                 permuted->permutation[i]));
      is_changed |= drag_chip(i, axes);
      ImGui::PopID();
    }
    if (is_changed) {
      entry_.text = to_string(gpu::LayoutOperation{gpu::Permuted{axes}});
    }
  }

  bool drag_chip(std::size_t i, gpu::Dimensions& axes) {
    const std::string payload_name = fmt::format("layouts.chip{}", entry_.id);
    if (ImGui::BeginDragDropSource()) {
      ImGui::SetDragDropPayload(payload_name.c_str(), &i, sizeof(i));
      ImGui::Text("axis %lld", static_cast<long long>(axes[i]));
      ImGui::EndDragDropSource();
    }
    bool is_changed = false;
    if (ImGui::BeginDragDropTarget()) {
      if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(payload_name.c_str())) {
        std::size_t from = 0;
        std::memcpy(&from, payload->Data, sizeof(from));
        std::swap(axes[from], axes[i]);
        is_changed = true;
      }
      ImGui::EndDragDropTarget();
    }
    return is_changed;
  }

  const LayoutContext& context_;
  std::size_t position_;
  ChainEntry& entry_;
  const gpu::StridedLayout* before_;
  Parts parts_;
  const OperationOffer* offer_;
};

}  // namespace

void draw_operation_editor(const LayoutContext& context, std::size_t position) { Editor{context, position}.draw(); }

}  // namespace texelscope::app
