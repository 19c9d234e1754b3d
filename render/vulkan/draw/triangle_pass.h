#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "render/vulkan/context/context.h"
#include "render/vulkan/draw/drawing.h"
#include "render/vulkan/image/color_format.h"
#include "render/vulkan/image/texture.h"

namespace texelscope::render::vulkan {

/// Position in the list's units, position in the texture (0 … 1), and color (red in the lowest byte, alpha straight).
struct TriangleVertex {
  float x, y;
  float u, v;
  std::uint32_t color;
};

/// Some of a list's triangles, in one texture and one box of pixels, from the drawing's upper left corner.
struct TriangleBatch {
  const Texture* texture = nullptr;
  int left = 0, top = 0, right = 0, bottom = 0;
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;
  /// The offset of its indices.
  std::int32_t first_vertex = 0;
};

/// Triangles and their coordinate system: the drawing shows `width` × `height` units from (`left`, `top`) on the given
/// number of pixels.
struct TriangleList {
  std::span<const TriangleVertex> vertices;
  std::span<const std::uint16_t> indices;
  std::span<const TriangleBatch> batches;
  float left = 0, top = 0, width = 1, height = 1;
  int pixel_width = 1, pixel_height = 1;
};

/// Draws textured triangles over the existing contents, as Dear ImGui's lists require.
class TrianglePass {
 public:
  /// For drawings into images of `format`. @throws Error.
  TrianglePass(const Context& context, ColorFormat format);
  /// Waits for its drawings.
  ~TrianglePass();
  TrianglePass(const TrianglePass&) = delete;
  TrianglePass& operator=(const TrianglePass&) = delete;

  /// Adds a list to a drawing; the list is not needed afterwards. Textures must live until the drawing has finished.
  /// @throws Error.
  void draw(Drawing& drawing, const TriangleList& list);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::vulkan
