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

/// The kind of an image as a scene's input.
[[nodiscard]] SceneInput kind_of(const Image& image);

/// `image` if the scene accepts its kind; otherwise null, for the scene's own.
[[nodiscard]] std::shared_ptr<const Image> input_for(const SceneDeclaration& scene, std::shared_ptr<const Image> image);

/// The image for a scene that must accept it; `source` names it in errors. @throws ParameterError when the scene takes
/// no input, before loading it, or when the image is of the wrong kind; exceptions of `load`.
[[nodiscard]] std::shared_ptr<const Image> require_input(const SceneDeclaration& scene, const std::string& source,
                                                         const std::function<Image()>& load);

/// Converts numbers to an image: (h, w) and (h, w, channels) are pictures of 1 to 4 channels, and types that pictures
/// do not support become float32; (d, h, w) is a volume of float32, scaled so that its lowest number is 0 and its
/// highest is 1, with NaN as 0. Three axes are a picture if the last is 1 to 4. @throws gpu::InvalidArgument, with
/// advice.
[[nodiscard]] Image scene_input_of(const gpu::StridedMemoryView& numbers);

/// Whether a file is read as an .npy file, by its name.
[[nodiscard]] bool is_scene_tensor(const std::filesystem::path& path);

/// Reads an image file, or an .npy file with scene_input_of(). A part makes any three axes of an .npy file (h, w,
/// channels): "color", its first three channels, or "channel N", or N from 1. @throws FileError, gpu::InvalidArgument,
/// with advice.
[[nodiscard]] Image load_scene_input(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace texelscope::app
