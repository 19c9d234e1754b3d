#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/interop/shared/shared_image.h"
#include "render/common/viewport_view.h"

namespace texelscope::app {

/// The image below the panels: which one, where, and how often its texels have changed.
struct ShownImage {
  /// Null for none.
  const SharedImage* image = nullptr;
  render::ViewportView view;
  std::uint64_t changes = 0;

  bool operator==(const ShownImage&) const = default;
};

/// What the last frame of the window was drawn from. One that is drawn from the same need not be drawn: a software
/// renderer takes some 20 ms for 1600 × 1000 pixels, and most events change nothing.
class ShownFrame {
 public:
  /// Whether the next frame looks like the last one; the next one is the last from here on. `texture_changes` counts
  /// what was uploaded to the panels' textures.
  [[nodiscard]] bool is_like(const ImDrawData& widgets, const ShownImage& image, std::uint64_t texture_changes);
  /// What was shown is lost: the next frame is drawn.
  void forget() { lists_.reset(); }

 private:
  struct Command {
    std::array<float, 4> clip;
    const void* texture;
    unsigned first_vertex;
    unsigned first_index;
    unsigned index_count;

    bool operator==(const Command&) const = default;
  };
  struct List {
    std::vector<Command> commands;
    std::vector<ImDrawVert> vertices;
    std::vector<ImDrawIdx> indices;
  };

  std::optional<std::vector<List>> lists_;
  ImVec2 size_{0, 0};
  ImVec2 scale_{0, 0};
  ShownImage image_;
  std::uint64_t texture_changes_ = 0;
};

}  // namespace texelscope::app
