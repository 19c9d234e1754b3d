#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "app/documents/labs.h"
#include "app/documents/pictures.h"
#include "app/documents/scenes.h"
#include "app/documents/sources.h"
#include "app/documents/viewport.h"
#include "app/images/image.h"
#include "app/images/view.h"
#include "app/labs/capabilities.h"
#include "app/labs/lab.h"
#include "app/scene/scene.h"
#include "app/scene/texel.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// A scene, and the lab opened in its place.
struct ShownPlace {
  std::size_t scene = 0;
  std::optional<std::size_t> lab{};
  bool operator==(const ShownPlace&) const = default;
};

/// Everything that the window can show, and the choice of it: document.h has the shown one.
struct Documents {
  explicit Documents(std::span<const SceneDeclaration> all_scenes, std::span<const LabDeclaration> all_labs = {});

  Scenes scenes;
  Labs labs;
  Pictures pictures;
  Sources sources;
  ShownTexels frame;
  Viewport viewport;
};

[[nodiscard]] const SceneDeclaration& current_scene(const Documents& documents);
[[nodiscard]] SceneSettings& current_settings(Documents& documents);
[[nodiscard]] const SceneSettings& current_settings(const Documents& documents);
[[nodiscard]] ViewExtent view_extent(const Documents& documents);
/// Chooses a scene, and closes the lab; ignores positions past the list.
void choose_scene(Documents& documents, std::size_t scene);

/// Shows a comparison of the open picture with the other one. Differences have an exposure of their own.
void choose_comparison(Documents& documents, PictureComparison comparison);

/// The parameters of the shown frame: those of the scene, except for the tone of comparisons. A signed difference has
/// diverging colors from −2^−exposure to 2^−exposure; the picture of FLIP has its final colors already.
[[nodiscard]] ParameterValues shown_values(const Documents& documents);

/// Chooses the first scene that accepts the loaded input, unless the current one does. Does nothing if there is none.
void choose_scene_for_input(Documents& documents);

/// The loaded image, or its comparison with another picture; null for none.
[[nodiscard]] std::shared_ptr<const Image> shown_image(const Documents& documents);
/// The result of shown_image() if the scene accepts an image of its kind; null otherwise.
[[nodiscard]] std::shared_ptr<const Image> input_of(const Documents& documents, const SceneDeclaration& scene);
/// Whether the open lab pauses the scene.
[[nodiscard]] bool is_scene_resting(const Documents& documents);
/// Opens a lab in place of the scene; ignores positions past the list.
void choose_lab(Documents& documents, std::size_t lab);
/// Returns to the scene.
void close_lab(Documents& documents);
[[nodiscard]] ShownPlace shown_place(const Documents& documents);
void show_place(Documents& documents, const ShownPlace& place);
/// The size that the scene's frame should have now.
[[nodiscard]] FrameSize wanted_frame_size(const Documents& documents);
/// The value under the mouse, if known.
[[nodiscard]] std::optional<TexelValue> hovered_value(const Documents& documents);
/// The texels whose values the viewport prints, or the one under the mouse; an empty box for none. `minimum_pixels` is
/// the minimum size of a texel for printed values.
[[nodiscard]] TexelPatch wanted_texels(const Documents& documents, double minimum_pixels);

/// Opens the Layout lab on the shape, strides and itemsize of a layout, without operations. Does nothing if there is no
/// such lab.
void open_layout(Documents& documents, const gpu::StridedLayout& layout);

/// Opens the Textures lab on a fetch. Does nothing if there is no such lab.
void open_fetch(Documents& documents, std::shared_ptr<const OfferedFetch> fetch);

/// Opens the Kernels lab with its cursor in a line. Does nothing if there is no such lab.
void open_code_line(Documents& documents, int line);

/// Opens the Tensors lab on a picture. Does nothing if there is no such lab.
void open_values(Documents& documents, const OfferedPicture& picture);

}  // namespace texelscope::app
