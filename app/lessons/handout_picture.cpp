#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "app/lessons/course.h"
#include "app/lessons/handout.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

/// Pixels from left to right and from top to bottom, excluding `right` and `bottom`.
struct PixelRange {
  std::size_t left;
  std::size_t top;
  std::size_t right;
  std::size_t bottom;
};

/// The pixels that a rectangle touches, within the image.
PixelRange pixels_of(const Rect& rect, const Image& image) {
  const auto within = [](float value, int extent) {
    return static_cast<std::size_t>(std::clamp(value, 0.0F, static_cast<float>(extent)));
  };
  return {within(std::floor(rect.x), image.width), within(std::floor(rect.y), image.height),
          within(std::ceil(rect.right()), image.width), within(std::ceil(rect.bottom()), image.height)};
}

/// The widgets that earlier steps hide.
std::vector<std::string> hidden_before(const Lesson& lesson, std::size_t step) {
  std::vector<std::string> hidden;
  for (std::size_t i = 0; i < step; ++i) {
    const std::vector<std::string>& names = lesson.steps[i].question.hidden;
    hidden.insert(hidden.end(), names.begin(), names.end());
  }
  return hidden;
}

/// The window at a step, without the lesson's panel, whose text is printed on the paper.
Screenshot window_at(const Lesson& lesson, std::size_t step, const WindowPainter& painter,
                     const ScreenshotOptions& options, bool has_navigation) {
  State state = handout_state(lesson, step, painter);
  state.course.lessons = {lesson};
  state.course.lesson = 0;
  state.course.step = step;
  state.course.also_hidden = hidden_before(lesson, step);
  state.course.frames_to_look = frames_until_drawn;
  state.arrangement.panels.navigation.is_shown = has_navigation;
  return painter.paint(state, options);
}

Rect united(const Rect& a, const Rect& b) {
  const float left = std::min(a.x, b.x);
  const float top = std::min(a.y, b.y);
  return {left, top, std::max(a.right(), b.right()) - left, std::max(a.bottom(), b.bottom()) - top};
}

/// The height without the uniform rows at the lower edge, except for a margin.
float lasting_height(const Image& image) {
  constexpr int margin = 8;
  const std::size_t row_bytes = image.pixels.size() / static_cast<std::size_t>(image.height);
  const auto row = [&](int y) {
    return std::span(image.pixels).subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes);
  };
  int height = image.height;
  while (height > 1 && std::ranges::equal(row(height - 2), row(image.height - 1))) {
    --height;
  }
  return static_cast<float>(std::min(height + margin, image.height));
}

void crop(Screenshot& picture, const Rect& part) {
  const PixelRange kept = pixels_of(part, picture.image);
  Image& image = picture.image;
  const auto width = static_cast<std::size_t>(image.width);
  const std::size_t pixel = image.pixels.size() / (width * static_cast<std::size_t>(image.height));
  std::vector<std::byte> pixels;
  for (std::size_t y = kept.top; y < kept.bottom; ++y) {
    const auto row = image.pixels.begin() + static_cast<std::ptrdiff_t>(y * width * pixel);
    pixels.insert(pixels.end(), row + static_cast<std::ptrdiff_t>(kept.left * pixel),
                  row + static_cast<std::ptrdiff_t>(kept.right * pixel));
  }
  image.pixels = std::move(pixels);
  image.width = static_cast<int>(kept.right - kept.left);
  image.height = static_cast<int>(kept.bottom - kept.top);
  const auto move = [&](Rect& rect) {
    rect.x -= static_cast<float>(kept.left);
    rect.y -= static_cast<float>(kept.top);
  };
  for (auto& [name, place] : picture.widgets) {
    move(place);
  }
  std::ranges::for_each(picture.varying, move);
}

}  // namespace

State handout_state(const Lesson& lesson, std::size_t step, const WindowPainter& painter) {
  State state = painter.make_state();
  take_session_part(state_of_step(lesson, step), state);
  state.arrangement.theme = ColorTheme::light;
  return state;
}

Screenshot draw_handout_step(const Lesson& lesson, std::size_t step, const WindowPainter& painter,
                             const ScreenshotOptions& options) {
  const std::string& meant = lesson.steps[step].look_at;
  Screenshot picture = window_at(lesson, step, painter, options, false);
  if (!meant.empty() && !picture.widgets.contains(meant)) {
    picture = window_at(lesson, step, painter, options, true);
  }
  Rect part = picture.content;
  if (part.width <= 0) {
    return picture;
  }
  if (const auto place = picture.widgets.find(meant); place != picture.widgets.end()) {
    constexpr float frame = 6;
    const Rect& widget = place->second;
    part = united(part, {widget.x - frame, widget.y - frame, widget.width + 2 * frame, widget.height + 2 * frame});
  }
  crop(picture, part);
  crop(picture, {0, 0, part.width, lasting_height(picture.image)});
  return picture;
}

bool is_mostly_covered(const Screenshot& picture) {
  const auto lab = picture.widgets.find("viewport");
  if (lab == picture.widgets.end()) {
    return false;
  }
  constexpr float line_height = 20;
  const PixelRange all = pixels_of(lab->second, picture.image);
  const std::size_t width = all.right - all.left;
  std::vector<bool> is_covered(width * (all.bottom - all.top));
  for (const auto& [name, place] : picture.widgets) {
    if (!name.starts_with("lesson.cover.")) {
      continue;
    }
    // The gaps in a list of covered lines show nothing either.
    const float gap = std::min(place.height, line_height) / 2;
    const PixelRange cover = pixels_of({place.x, place.y - gap, place.width, place.height + 2 * gap}, picture.image);
    for (std::size_t y = std::max(cover.top, all.top); y < std::min(cover.bottom, all.bottom); ++y) {
      for (std::size_t x = std::max(cover.left, all.left); x < std::min(cover.right, all.right); ++x) {
        is_covered[(y - all.top) * width + x - all.left] = true;
      }
    }
  }
  return 2 * static_cast<std::size_t>(std::ranges::count(is_covered, true)) > is_covered.size();
}

std::vector<std::byte> lasting_pixels(const Screenshot& picture) {
  std::vector<std::byte> pixels = picture.image.pixels;
  const auto width = static_cast<std::size_t>(picture.image.width);
  const std::size_t pixel = pixels.size() / (width * static_cast<std::size_t>(picture.image.height));
  for (const Rect& part : picture.varying) {
    const PixelRange range = pixels_of(part, picture.image);
    for (std::size_t y = range.top; y < range.bottom; ++y) {
      const auto row = pixels.begin() + static_cast<std::ptrdiff_t>(y * width * pixel);
      std::fill(row + static_cast<std::ptrdiff_t>(range.left * pixel),
                row + static_cast<std::ptrdiff_t>(range.right * pixel), std::byte{});
    }
  }
  return pixels;
}

}  // namespace texelscope::app
