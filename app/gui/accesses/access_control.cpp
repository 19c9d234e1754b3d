#include "app/gui/accesses/access_control.h"

#include <fmt/format.h>

#include <exception>
#include <string>
#include <utility>

#include "app/files/abandoned_tasks.h"

namespace texelscope::app {

void AccessControl::update(const WindowFrame& shown) {
  const std::optional<std::size_t> position = find_capability<AccessLab>(state_.labs);
  if (!position) {
    return;
  }
  AccessLab& lab = *capability<AccessLab>(state_.labs, *position);
  note_opening(lab, *position, shown);
  if (recording_.valid()) {
    take(lab);
  } else if (!shown.is_in_flight) {
    if (const std::optional<AccessRequest> request = lab.take_request()) {
      begin(lab, *request, shown);
    }
  }
}

void AccessControl::note_opening(AccessLab& lab, std::size_t position, const WindowFrame& shown) {
  const std::optional<std::size_t> before = std::exchange(last_lab_, state_.labs.current);
  if (state_.labs.current != position || before == position) {
    return;
  }
  const KernelLab* const kernel_lab = kernels();
  const std::optional<KernelMoment> kernel = kernel_lab != nullptr ? kernel_lab->moment() : std::nullopt;
  if (!before) {
    // A file was opened if there is a recording that was not made here.
    const bool is_opened = lab.study() != nullptr && !moment_ && !kernel_;
    if (!is_opened && !(moment_ && moment_->is_same(shown_moment(shown)))) {
      lab.source = AccessSource::scene;
      lab.request(AccessSource::scene);
    }
  } else if (kernel_lab != nullptr && capability<KernelLab>(state_.labs, *before) == kernel_lab) {
    lab.source = AccessSource::kernel;
    if (!kernel || !kernel_ || kernel_->text != kernel->text) {
      lab.request(AccessSource::kernel);
    }
  } else if (lab.study() == nullptr) {
    lab.request(lab.source);
  }
}

const KernelLab* AccessControl::kernels() const {
  const std::optional<std::size_t> position = find_capability<KernelLab>(state_.labs);
  return position ? capability<KernelLab>(state_.labs, *position) : nullptr;
}

SceneMoment AccessControl::shown_moment(const WindowFrame& shown) const {
  const SceneDeclaration& scene = current_scene(state_);
  const bool is_shown = shown.number && state_.frame.scene == state_.scenes.current;
  const FrameSize size = wanted_frame_size(state_);
  SceneMoment moment{.scene = &scene,
                     .values = shown_values(state_),
                     .frame = is_shown ? *shown.number : state_.scenes.playback.number,
                     .width = is_shown ? state_.frame.width : size.width,
                     .height = is_shown ? state_.frame.height : size.height,
                     .image = input_of(state_, scene)};
  return moment;
}

void AccessControl::begin(AccessLab& lab, const AccessRequest& request, const WindowFrame& shown) {
  is_detail_ = request.touching.has_value();
  stop_ = {};
  if (request.source == AccessSource::kernel) {
    begin_kernel(lab, request);
  } else {
    begin_scene(lab, request, shown);
  }
}

void AccessControl::begin_scene(AccessLab& lab, const AccessRequest& request, const WindowFrame& shown) {
  if (!is_detail_ || !moment_) {
    moment_ = shown_moment(shown);
    kernel_.reset();
    if (shown.number == moment_->frame && shown.read) {
      moment_->shown = std::make_shared<const Image>(shown.read());
    }
  }
  const std::string title = fmt::format("{}, frame {}", moment_->scene->title, moment_->frame);
  recording_ = std::async(std::launch::async,
                          [moment = *moment_, touching = request.touching, progress = lab.begin(title),
                           stop = stop_.get_token()] { return record_scene(moment, touching, *progress, stop); });
}

void AccessControl::begin_kernel(AccessLab& lab, const AccessRequest& request) {
  if (!is_detail_ || !kernel_) {
    const KernelLab* const kernel_lab = kernels();
    kernel_ = kernel_lab != nullptr ? kernel_lab->moment() : std::nullopt;
    moment_.reset();
  }
  if (!kernel_) {
    lab.fail("the Kernels lab (F7) has no finished frame: run a source there, or fix the one that fails");
    return;
  }
  lab.begin(kernel_->name);
  recording_ =
      std::async(std::launch::async, [moment = *kernel_, touching = request.touching, stop = stop_.get_token()] {
        RecordedKernel recorded = record_kernel(moment, touching, stop);
        auto study = std::make_shared<AccessStudy>();
        set_frames(*study, *recorded.frame, moment.shown.get());
        study->title = moment.name;
        study->recorded = std::move(recorded.accesses);
        study->source = moment.text;
        study->source_name = moment.name;
        return std::shared_ptr<const AccessStudy>{std::move(study)};
      });
}

void AccessControl::take(AccessLab& lab) {
  if (lab.is_cancelled()) {
    stop_.request_stop();
  }
  if (!is_ready(recording_)) {
    return;
  }
  try {
    lab.take_study(recording_.get(), is_detail_);
  } catch (const std::exception& error) {
    if (!is_detail_) {
      moment_.reset();
      kernel_.reset();
    }
    lab.is_cancelled() ? lab.stop() : lab.fail(error.what());
  }
}

}  // namespace texelscope::app
