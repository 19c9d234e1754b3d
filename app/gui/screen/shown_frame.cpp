#include "app/gui/screen/shown_frame.h"

#include <cstddef>
#include <cstring>
#include <utility>

#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

bool are_same(const ImVec2& a, const ImVec2& b) { return a.x == b.x && a.y == b.y; }

/// Copies `drawn` to `kept`. @returns whether they were equal.
template <typename T>
bool keep(std::vector<T>& kept, const ImVector<T>& drawn) {
  const auto count = static_cast<std::size_t>(drawn.Size);
  const bool was_same =
      kept.size() == count && (count == 0 || std::memcmp(kept.data(), drawn.Data, count * sizeof(T)) == 0);
  if (!was_same) {
    kept.assign(drawn.begin(), drawn.end());
  }
  return was_same;
}

}  // namespace

bool ShownFrame::is_like(const ImDrawData& widgets, const ShownImage& image, std::uint64_t texture_changes) {
  bool is_like = lists_ && are_same(size_, widgets.DisplaySize) && are_same(scale_, widgets.FramebufferScale) &&
                 image_ == image && texture_changes_ == texture_changes && !has_texture_to_update(widgets);
  if (!lists_) {
    lists_.emplace();
  }
  const auto count = static_cast<std::size_t>(widgets.CmdListsCount);
  is_like = is_like && lists_->size() == count;
  lists_->resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ImDrawList& drawn = *widgets.CmdLists[static_cast<int>(i)];
    List& kept = (*lists_)[i];
    std::vector<Command> commands;
    for (const ImDrawCmd& command : drawn.CmdBuffer) {
      // A callback may draw anything.
      is_like = is_like && command.UserCallback == nullptr;
      const ImVec4& clip = command.ClipRect;
      commands.push_back({{clip.x, clip.y, clip.z, clip.w},
                          texture_of(command),
                          command.VtxOffset,
                          command.IdxOffset,
                          command.ElemCount});
    }
    const bool has_same_commands = kept.commands == commands;
    kept.commands = std::move(commands);
    const bool has_same_vertices = keep(kept.vertices, drawn.VtxBuffer);
    const bool has_same_indices = keep(kept.indices, drawn.IdxBuffer);
    is_like = is_like && has_same_commands && has_same_vertices && has_same_indices;
  }
  size_ = widgets.DisplaySize;
  scale_ = widgets.FramebufferScale;
  image_ = image;
  texture_changes_ = texture_changes;
  return is_like;
}

}  // namespace texelscope::app
