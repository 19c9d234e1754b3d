#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "app/interop/shared/shared_image.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

/// @throws gpu::InvalidArgument for 0 images.
inline void require_images(std::size_t count) {
  if (count == 0) {
    throw gpu::InvalidArgument("cannot create 0 images; create at least one");
  }
}

/// The images of a list, with the type that a renderer creates. @throws gpu::InvalidArgument for an empty list, a
/// repeated image, or a different renderer's image.
template <class Image>
[[nodiscard]] std::vector<Image*> images_of(std::span<SharedImage* const> images, std::string_view renderer) {
  if (images.empty()) {
    throw gpu::InvalidArgument("cannot acquire 0 images; pass at least one");
  }
  std::vector<Image*> own;
  own.reserve(images.size());
  for (SharedImage* image : images) {
    auto* const found = dynamic_cast<Image*>(image);
    if (found == nullptr) {
      throw gpu::InvalidArgument(
          fmt::format("image {} of {} was not created with {}; acquire only images of one renderer together",
                      own.size(), images.size(), renderer));
    }
    if (std::ranges::find(own, found) != own.end()) {
      throw gpu::InvalidArgument(
          fmt::format("image {} of {} is already in the list; pass each image once", own.size(), images.size()));
    }
    own.push_back(found);
  }
  return own;
}

}  // namespace texelscope::app
