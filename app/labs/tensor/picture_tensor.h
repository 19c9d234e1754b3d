#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "app/files/named_tensor.h"
#include "app/images/image.h"
#include "app/labs/tensor/tensor_view.h"

namespace texelscope::app {

/// A picture as a tensor, and how it is looked at first.
struct PictureTensor {
  NamedTensor tensor;
  TensorView view;
};

/// Rows, columns, and channels where there are several; the slices of a volume come first. The tensor is the picture's
/// own memory: it keeps the picture and cannot be written. The view shows rows, columns and channels of the first
/// slice; integers reach over all that their type can tell, floats over what the slice has.
[[nodiscard]] PictureTensor picture_tensor(std::string name, const std::shared_ptr<const Image>& picture);

/// Reads a picture as a tensor. Where `part` names one of the file's pictures, as ReadOptions::part does, it is that
/// one, under that name; for any other text it is the first, under the file's name. @throws FileError as load_image().
[[nodiscard]] PictureTensor read_picture_tensor(const std::filesystem::path& file, std::string_view part);

}  // namespace texelscope::app
