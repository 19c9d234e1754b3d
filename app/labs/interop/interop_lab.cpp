#include "app/labs/interop/interop_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "app/labs/interop/interop_tools.h"
#include "app/labs/lab_setting.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 3> interop_tabs = {"life", "image", "cost"};
constexpr std::array<std::string_view, 3> sizes = {shown_sizes[0].name, shown_sizes[1].name, shown_sizes[2].name};

/// The extent of the traced image.
constexpr int life_width = 192;
constexpr int life_height = 128;
constexpr double seconds_between_steps = 1;
/// The time spent measuring in each frame of the window, in seconds, and the number of rounds after which the figures
/// are stable.
constexpr double measured_seconds = 0.008;
constexpr int settled_rounds = 5;

}  // namespace

LabSettings InteropLab::declare_settings() {
  const SettingText step = choice_of(life_ ? life_->records().back().step : begins_at_, ownership_state_names,
                                     [this](OwnershipState chosen) { begins_at_ = chosen; });
  return {"interop lab",
          {{"tab", choice_of(tab, interop_tabs)},
           {"size", choice_of(std::size_t{size_}, sizes, [this](std::size_t size) { choose_size(size); })},
           {"step", step},
           {"runs", switch_of(runs)}}};
}

bool InteropLab::is_settling() const {
  return error_.empty() && (!cost_ || (!cost_->is_done() && cost_->rounds_done() < settled_rounds));
}

std::optional<WorkInProgress> InteropLab::work_in_progress() const {
  if (!cost_ || cost_->is_done()) {
    return std::nullopt;
  }
  return WorkInProgress{"Measuring present paths", static_cast<double>(cost_->rounds_done()) / cost_->rounds()};
}

void InteropLab::cancel_work() {
  if (cost_) {
    cost_->stop();
  }
}

void InteropLab::release() {
  life_.reset();
  cost_.reset();
}

void InteropLab::step() {
  wants_step_ = true;
  chosen_.reset();
}

void InteropLab::begin_again() {
  life_.reset();
  error_.clear();
  chosen_.reset();
  begins_at_ = OwnershipState::made;
}

void InteropLab::choose_size(std::size_t size) {
  if (size != size_) {
    cost_.reset();
  }
  size_ = size;
}

bool InteropLab::shows_picture() const { return life_ != nullptr && life_->records()[looked_at()].picture != nullptr; }

OfferedPicture InteropLab::shown_picture() const {
  return {"shared image", life_->records()[looked_at()].picture, "", ""};
}

std::size_t InteropLab::looked_at() const {
  const std::size_t last = life_ ? life_->records().size() - 1 : 0;
  return std::min(chosen_.value_or(last), last);
}

void InteropLab::advance(const LabEnvironment& environment) {
  if (!environment.interop) {
    error_ = "there is no renderer to share images with";
    cost_.emplace(1, 1, 0);
    return;
  }
  if (error_.empty()) {
    try {
      advance_life(environment);
    } catch (const std::exception& error) {
      life_.reset();
      runs = false;
      error_ = error.what();
    }
  }
  wants_step_ = false;
  if (!cost_) {
    cost_.emplace(shown_sizes[size_].width, shown_sizes[size_].height, shown_rounds);
  }
  cost_->advance(*environment.interop, measured_seconds);
}

void InteropLab::advance_life(const LabEnvironment& environment) {
  if (!life_) {
    life_ = std::make_unique<OwnershipTrace>(environment.interop->make_image(life_width, life_height),
                                             environment.stream_profiler);
    // A whole frame first, so that there is an image.
    while (begins_at_ != OwnershipState::made && !life_->is_frame_over()) {
      life_->step();
    }
    while (life_->records().back().step != begins_at_) {
      life_->step();
    }
    stepped_ = environment.now;
  }
  const bool is_due = runs && environment.now - stepped_ >= seconds_between_steps;
  if (wants_step_ || is_due) {
    life_->step();
    stepped_ = environment.now;
    chosen_ = is_due ? std::nullopt : chosen_;
  }
  life_->refresh();
}

}  // namespace texelscope::app
