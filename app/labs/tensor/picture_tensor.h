#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "app/files/named_tensor.h"
#include "app/images/image.h"
#include "app/labs/tensor/tensor_view.h"

namespace texelscope::app {

/// An image as a tensor, and its initial view.
struct PictureTensor {
  NamedTensor tensor;
  TensorView view;
};

/// Rows, columns, and channels if there are several; the slices of a volume come first. The tensor is a read-only view
/// of the image's memory and keeps the image alive; its name is reduced to one line without control characters. The
/// view shows rows, columns and channels of the first slice; the range of integers is that of their type, the range of
/// floats that of the slice.
[[nodiscard]] PictureTensor picture_tensor(std::string_view name, const std::shared_ptr<const Image>& picture);

/// Reads an image as a tensor. If `part` names one of the file's images, as ReadOptions::part does, reads that image,
/// under that name; otherwise reads the first image, under the file's name. @throws FileError as load_image().
[[nodiscard]] PictureTensor read_picture_tensor(const std::filesystem::path& file, std::string_view part);

}  // namespace texelscope::app
