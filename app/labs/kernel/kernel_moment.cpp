#include "app/labs/kernel/kernel_lab.h"

namespace texelscope::app {

std::optional<KernelMoment> KernelLab::moment() const {
  if (!runs_last() || !drawn_frame_) {
    return std::nullopt;
  }
  return KernelMoment{.text = running_->text,
                      .name = running_->program.name,
                      .frame = *drawn_frame_,
                      .width = drawn_extent_.first,
                      .height = drawn_extent_.second,
                      .pictures = drawn_pictures_,
                      .shown = runner_->is_drawing() ? nullptr : image_};
}

}  // namespace texelscope::app
