#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/images/image.h"
#include "app/images/image_file.h"
#include "app/scene/scene.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// What an image is for a scene.
[[nodiscard]] SceneInput kind_of(const Image& image);

/// `image` where the scene works on one of its kind; else null, for the scene's own.
[[nodiscard]] std::shared_ptr<const Image> input_for(const SceneDeclaration& scene, std::shared_ptr<const Image> image);

/// The image for a scene that must take it; `source` names it in errors. @throws ParameterError when the scene takes
/// none, before it is loaded, or one of the other kind; what `load` throws.
[[nodiscard]] std::shared_ptr<const Image> require_input(const SceneDeclaration& scene, const std::string& source,
                                                         const std::function<Image()>& load);

/// Numbers as an image: (h, w) and (h, w, channels) are pictures of 1 to 4 channels, and numbers that no picture has
/// become float32; (d, h, w) is a volume of float32, its lowest number 0, its highest 1 and NaN 0. Three axes are a
/// picture where the last is 1 to 4. @throws gpu::InvalidArgument, with what to do.
[[nodiscard]] Image scene_input_of(const gpu::StridedMemoryView& numbers);

/// Whether a file is read as an .npy file, by its name.
[[nodiscard]] bool is_scene_tensor(const std::filesystem::path& path);

/// Reads an image file, or an .npy file as scene_input_of() takes its numbers, to which `options` are nothing.
/// @throws FileError, gpu::InvalidArgument, with what to do.
[[nodiscard]] Image load_scene_input(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace texelscope::app
