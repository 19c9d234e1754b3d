#include "app/sources/source_drawing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace texelscope::app {
namespace {

using Position = std::array<float, 2>;

constexpr float pi = std::numbers::pi_v<float>;
/// Lines of a full circle, and of a Bézier curve.
constexpr int circle_lines = 64;
constexpr int curve_lines = 24;

Position operator+(const Position& a, const Position& b) { return {a[0] + b[0], a[1] + b[1]}; }
Position operator-(const Position& a, const Position& b) { return {a[0] - b[0], a[1] - b[1]}; }
Position operator*(float factor, const Position& a) { return {factor * a[0], factor * a[1]}; }
float length_of(const Position& a) { return std::hypot(a[0], a[1]); }

/// Follows the commands, with a current path, colors and a stroke width.
class Pen {
 public:
  void perform(const TevDrawingCommand& command);
  [[nodiscard]] SourceDrawing take() { return std::move(drawing_); }

 private:
  struct Style {
    std::array<float, 4> fill{1, 0, 0, 1};
    std::array<float, 4> stroke{1, 0, 0, 1};
    float width = 3;
    bool is_width_in_texels = false;
  };
  struct Line {
    std::vector<Position> points;
    bool is_closed = false;
  };

  void begin(const Position& at) { lines_.push_back({{at}, false}); }
  void extend(const Position& to) {
    if (lines_.empty() || (lines_.back().is_closed && !lines_.back().points.empty())) {
      begin(to);
    } else if (point_count_++ < max_drawn_points) {
      lines_.back().points.push_back(to);
    }
  }
  [[nodiscard]] Position end() const {
    return lines_.empty() || lines_.back().points.empty() ? Position{} : lines_.back().points.back();
  }
  void close() {
    if (!lines_.empty()) {
      lines_.back().is_closed = true;
    }
  }
  /// Adds an arc of an ellipse, from one angle to another, in radians clockwise from the right.
  void add_arc(const Position& center, const Position& radius, float from, float to) {
    const int lines = std::clamp(static_cast<int>(std::abs(to - from) / (2 * pi) * circle_lines), 2, circle_lines);
    for (int i = 0; i <= lines; ++i) {
      const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(lines);
      extend({center[0] + radius[0] * std::cos(angle), center[1] + radius[1] * std::sin(angle)});
    }
  }
  void add_ellipse(const Position& center, const Position& radius) {
    begin(center + Position{radius[0], 0});
    add_arc(center, radius, 0, 2 * pi);
    close();
  }
  void add_tangent_arc(const Position& corner, const Position& toward, float radius);
  void add_curve(const Position& first, const Position& second, const Position& to);
  /// Radii of the corners from the top left, clockwise.
  void add_rectangle(const Position& corner, const Position& size, std::array<float, 4> radii);
  void emit(bool is_filled);

  SourceDrawing drawing_;
  Style style_;
  std::vector<Style> saved_;
  std::vector<Line> lines_;
  std::size_t point_count_ = 0;
};

void Pen::add_tangent_arc(const Position& corner, const Position& toward, float radius) {
  const Position back = end() - corner;
  const Position ahead = toward - corner;
  const float product = length_of(back) * length_of(ahead);
  const float cosine = product > 0 ? (back[0] * ahead[0] + back[1] * ahead[1]) / product : 1;
  const float half = std::acos(std::clamp(cosine, -1.0F, 1.0F)) / 2;
  // The lines are nearly parallel, or there is no circle.
  if (!(radius > 0) || half < 1e-3F || half > pi / 2 - 1e-3F) {
    extend(corner);
    return;
  }
  const Position one = (1 / length_of(back)) * back;
  const Position other = (1 / length_of(ahead)) * ahead;
  const Position middle = one + other;
  const Position center = corner + (radius / std::sin(half) / length_of(middle)) * middle;
  const float distance = radius / std::tan(half);
  const Position first = corner + distance * one - center;
  const Position last = corner + distance * other - center;
  const float from = std::atan2(first[1], first[0]);
  const float turn = std::remainder(std::atan2(last[1], last[0]) - from, 2 * pi);
  add_arc(center, {radius, radius}, from, from + turn);
}

void Pen::add_curve(const Position& first, const Position& second, const Position& to) {
  const Position from = end();
  for (int i = 1; i <= curve_lines; ++i) {
    const float t = static_cast<float>(i) / curve_lines;
    const float u = 1 - t;
    extend(u * u * u * from + 3 * u * u * t * first + 3 * u * t * t * second + t * t * t * to);
  }
}

void Pen::add_rectangle(const Position& corner, const Position& size, std::array<float, 4> radii) {
  const float most = std::min(std::abs(size[0]), std::abs(size[1])) / 2;
  const auto rounded = [&](std::size_t which, float x, float y, float from) {
    const float radius = std::clamp(radii[which], 0.0F, most);
    const Position inward{x > 0 ? -radius : radius, y > 0 ? -radius : radius};
    const Position at = corner + Position{x * size[0], y * size[1]};
    if (radius > 0) {
      add_arc(at + inward, {radius, radius}, from, from + pi / 2);
    } else {
      extend(at);
    }
  };
  lines_.push_back({{}, false});
  rounded(0, 0, 0, pi);
  rounded(1, 1, 0, 1.5F * pi);
  rounded(2, 1, 1, 0);
  rounded(3, 0, 1, pi / 2);
  close();
}

void Pen::emit(bool is_filled) {
  for (const Line& line : lines_) {
    point_count_ += line.points.size();
    if (line.points.size() < 2 || point_count_ > max_drawn_points) {
      continue;
    }
    drawing_.paths.push_back({.points = line.points,
                              .is_closed = line.is_closed,
                              .is_filled = is_filled,
                              .color = is_filled ? style_.fill : style_.stroke,
                              .width = style_.width,
                              .is_width_in_texels = style_.is_width_in_texels});
  }
}

void Pen::perform(const TevDrawingCommand& command) {
  using enum TevDrawingCommand::Type;
  const std::array<float, 8>& v = command.values;
  switch (command.type) {
    case save:
      saved_.push_back(style_);
      break;
    case restore:
      if (!saved_.empty()) {
        style_ = saved_.back();
        saved_.pop_back();
      }
      break;
    case fill_color:
      style_.fill = {v[0], v[1], v[2], v[3]};
      break;
    case stroke_color:
      style_.stroke = {v[0], v[1], v[2], v[3]};
      break;
    case stroke_width:
      style_.width = v[0];
      style_.is_width_in_texels = v[1] == 0;
      break;
    case fill:
      emit(true);
      break;
    case stroke:
      emit(false);
      break;
    case begin_path:
      lines_.clear();
      break;
    case close_path:
      close();
      break;
    case move_to:
      begin({v[0], v[1]});
      break;
    case line_to:
      extend({v[0], v[1]});
      break;
    case arc_to:
      add_tangent_arc({v[0], v[1]}, {v[2], v[3]}, v[4]);
      break;
    case arc: {
      // Clockwise is 2.
      const float turn = v[4] - v[3];
      const float whole = v[5] == 2 ? 2 * pi : -2 * pi;
      const float rest = std::fmod(turn, 2 * pi);
      const float direct = std::abs(turn) >= 2 * pi ? whole : rest * whole < 0 ? rest + whole : rest;
      add_arc({v[0], v[1]}, {v[2], v[2]}, v[3], v[3] + direct);
      break;
    }
    case bezier_to:
      add_curve({v[0], v[1]}, {v[2], v[3]}, {v[4], v[5]});
      break;
    case quad_to: {
      const Position control{v[0], v[1]};
      const Position to{v[2], v[3]};
      add_curve(1.0F / 3 * end() + 2.0F / 3 * control, 1.0F / 3 * to + 2.0F / 3 * control, to);
      break;
    }
    case circle:
      add_ellipse({v[0], v[1]}, {v[2], v[2]});
      break;
    case ellipse:
      add_ellipse({v[0], v[1]}, {v[2], v[3]});
      break;
    case rectangle:
      add_rectangle({v[0], v[1]}, {v[2], v[3]}, {});
      break;
    case rounded_rectangle:
      add_rectangle({v[0], v[1]}, {v[2], v[3]}, {v[4], v[4], v[4], v[4]});
      break;
    case varying_rounded_rectangle:
      add_rectangle({v[0], v[1]}, {v[2], v[3]}, {v[4], v[5], v[6], v[7]});
      break;
    case text:
      drawing_.has_text = true;
      break;
    case path_winding:
    case dump_path_cache:
    case text_align:
    case font_face:
    case font_size:
      break;
  }
}

}  // namespace

SourceDrawing drawing_of(std::span<const TevDrawingCommand> commands) {
  Pen pen;
  for (const TevDrawingCommand& command : commands) {
    pen.perform(command);
  }
  return pen.take();
}

}  // namespace texelscope::app
