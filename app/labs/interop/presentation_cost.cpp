#include "app/labs/interop/presentation_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>

#include "app/labs/interop/test_pattern.h"

namespace texelscope::app {
namespace {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

const std::array<PresentPathDeclaration, 6>& present_path_kinds() {
  static const std::array<PresentPathDeclaration, 6> all = {{
      {PresentPathKind::kernel_alone, "kernel", "The kernel alone",
       "The kernel writes a device array, and nothing is displayed: the cost that every path includes.", ""},
      {PresentPathKind::gl_mapped, "gl.mapped", "Mapped image",
       "The texture is mapped, the kernel writes it through a surface, and it is unmapped.", "gl"},
      {PresentPathKind::gl_pixel_buffer, "gl.pixel_buffer", "Pixel buffer",
       "A pixel buffer object is mapped, the kernel writes its linear memory, it is unmapped, and OpenGL copies it "
       "into "
       "the texture (glTextureSubImage2D).",
       "gl"},
      {PresentPathKind::gl_read_back, "gl.read_back", "Read-back",
       "The kernel writes a device array; it is copied to pinned host memory; the host waits, then uploads it to the "
       "texture.",
       "gl"},
      {PresentPathKind::vulkan_shared, "vulkan.shared", "External memory",
       "The device's array is the image's own memory; a timeline semaphore orders the accesses. Nothing is copied.",
       "vulkan"},
      {PresentPathKind::vulkan_read_back, "vulkan.read_back", "Read-back",
       "The kernel writes a device array; it is copied to pinned host memory; the host waits and copies it to a "
       "staging buffer; and Vulkan copies that to the image.",
       "vulkan"},
  }};
  return all;
}

PresentationCost::PresentationCost(int width, int height, int rounds)
    : width_{width}, height_{height}, rounds_{rounds} {}

void PresentationCost::open(InteropTools& tools, Way& way, PresentPathKind kind) const {
  way.present_path = tools.open(kind, width_, height_);
  // The first frame creates the driver's own structures; two frames also detect an image that never changed.
  static_cast<void>(way.present_path->show(0));
  static_cast<void>(way.present_path->show(1));
  if (way.present_path->read() != test_pattern(width_, height_, 1)) {
    throw std::runtime_error("it shows texels that the kernel did not write; report this");
  }
}

void PresentationCost::measure(InteropTools& tools, Way& way, PresentPathKind kind) {
  if (!way.reason.empty()) {
    return;
  }
  try {
    if (way.present_path == nullptr) {
      open(tools, way, kind);
    }
    const PresentationTimes times = way.present_path->show(static_cast<std::uint32_t>(round_));
    way.host_us.push_back(times.host_us);
    way.whole_us.push_back(times.whole_us);
  } catch (const std::exception& error) {
    way.present_path.reset();
    way.reason = error.what();
  }
}

bool PresentationCost::advance(InteropTools& tools, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  if (is_done()) {
    return false;
  }
  do {
    measure(tools, ways_[next_], static_cast<PresentPathKind>(next_));
    next_ = (next_ + 1) % ways_.size();
    round_ += next_ == 0 ? 1 : 0;
    if (is_done()) {
      stop();
      break;
    }
  } while (std::chrono::steady_clock::now() < end);
  return true;
}

void PresentationCost::stop() {
  rounds_ = std::min(rounds_, round_);
  for (Way& way : ways_) {
    way.present_path.reset();
  }
}

std::vector<PresentationFigure> PresentationCost::figures() const {
  std::vector<PresentationFigure> figures;
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    const Way& way = ways_[i];
    PresentationFigure figure{.kind = static_cast<PresentPathKind>(i),
                              .rounds = static_cast<int>(way.whole_us.size()),
                              .median = {},
                              .minimum_whole_us = 0,
                              .reason = way.reason};
    if (!way.whole_us.empty()) {
      figure.median = {median(way.host_us), median(way.whole_us)};
      figure.minimum_whole_us = *std::ranges::min_element(way.whole_us);
    }
    figures.push_back(std::move(figure));
  }
  return figures;
}

PresentPathKind PresentationCost::fastest() const {
  PresentationFigure best;
  for (const PresentationFigure& figure : figures()) {
    const bool counts = figure.kind != PresentPathKind::kernel_alone && figure.rounds > 0 && figure.reason.empty();
    if (counts && (best.rounds == 0 || figure.median.whole_us < best.median.whole_us)) {
      best = figure;
    }
  }
  return best.kind;
}

}  // namespace texelscope::app
