#include "app/labs/kernel/kernel_input.h"

#include <exception>
#include <utility>

#include "app/files/path_list.h"
#include "app/scene/scene_input.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

void KernelInput::update() {
  if (file == read_file_) {
    return;
  }
  read_file_ = file;
  taken_.clear();
  if (file.empty()) {
    image_.reset();
    error_.clear();
    return;
  }
  read([&] { return OfferedPicture{"", std::make_shared<const Image>(load_scene_input(typed_path(file))), "", ""}; });
}

void KernelInput::take(const std::function<OfferedPicture()>& offer) {
  file.clear();
  read_file_.clear();
  read(offer);
}

void KernelInput::read(const std::function<OfferedPicture()>& offer) {
  image_.reset();
  error_.clear();
  try {
    OfferedPicture picture = offer();
    if (picture.image->depth > 1) {
      throw gpu::InvalidArgument("this is a volume, and a kernel's input must be a 2D image; use one of its slices");
    }
    image_ = std::move(picture.image);
    taken_ = picture.name;
  } catch (const std::exception& error) {
    error_ = error.what();
    taken_.clear();
  }
}

}  // namespace texelscope::app
