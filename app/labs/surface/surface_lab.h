#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/capabilities.h"
#include "app/labs/lab.h"
#include "app/labs/surface/surface_levels.h"
#include "app/labs/surface/surface_stroke.h"
#include "app/labs/surface/surface_trial.h"
#include "app/labs/surface/surface_values.h"

namespace texelscope::app {

/// The input that defines the surfaces.
struct SurfaceInput {
  /// Extents of level 0, 1 – SurfaceLab::max_extent each.
  int width = 16;
  int height = 10;
  gpu::DataType format = gpu::DataType::uint8;
  /// 1, 2 or 4.
  int channels = 4;
  /// From 1 to the maximum for the extents.
  int num_levels = 3;
  SurfaceFill fill = SurfaceFill::gradient;
  /// The picture whose texels fill it instead, from this texel on: its file, and its part after a '#'; empty for none.
  std::string picture{};
  int picture_x = 0;
  int picture_y = 0;

  bool operator==(const SurfaceInput&) const = default;
  /// The descriptor of level 0.
  [[nodiscard]] gpu::ArrayDescriptor descriptor() const;
  [[nodiscard]] int max_levels() const;
  /// The value that is shown as white: the format's maximum, or the highest texel index where texels store indices that
  /// are small or large for the format and are not those of a picture.
  [[nodiscard]] double white() const;
};

/// The brush as typed.
struct BrushInput {
  /// Without its value.
  SurfaceStroke stroke{.x = 3, .y = 2, .width = 4, .height = 3};
  /// A number for each channel.
  std::string value = "255, 176, 40, 255";

  bool operator==(const BrushInput&) const = default;
};

/// A stroke and its level.
struct PlacedStroke {
  std::size_t level = 0;
  SurfaceStroke stroke;

  bool operator==(const PlacedStroke&) const = default;
};

/// The view shown: the surface to paint on, and ways to read it back.
enum class SurfaceTab : std::uint8_t { paint, bytes, elements, texture };

/// The texels of a level on the host.
struct LevelTexels {
  int width = 0;
  int height = 0;
  std::size_t element_size = 0;
  std::vector<std::byte> now;
  /// The texels before the last stroke or drag.
  std::vector<std::byte> before;

  [[nodiscard]] std::size_t row_bytes() const { return static_cast<std::size_t>(width) * element_size; }
  [[nodiscard]] std::size_t offset(int x, int y) const {
    return static_cast<std::size_t>(y) * row_bytes() + static_cast<std::size_t>(x) * element_size;
  }
  [[nodiscard]] bool is_changed(int x, int y) const;
  [[nodiscard]] std::size_t changed_bytes() const;
  [[nodiscard]] int changed_texels() const;
};

/// The result of the last stroke.
struct StrokeReport {
  PlacedStroke placed;
  /// Set if a child process tried the stroke.
  std::optional<TrialEnding> trial;
  /// The result, as a sentence.
  std::string text;
};

/// The surface lab: a mipmapped array, a surface over each of its levels, and a brush that writes into one of them.
class SurfaceLab : public LabState, public WorksOnPictures, public Runs, public WorksLong, public ShowsPicture {
 public:
  static constexpr int max_extent = 64;
  /// The extents of a copy of a picture's texels, to begin with.
  static constexpr int copied_extent = 32;
  /// Strokes stored for the session and for a different device; beyond this number, the oldest are discarded.
  static constexpr std::size_t max_strokes = 1000;

  SurfaceLab() = default;
  ~SurfaceLab() override;

  [[nodiscard]] bool is_busy() const override { return is_trying() || !wanted_.empty(); }
  [[nodiscard]] std::optional<WorkInProgress> work_in_progress() const override;
  void cancel_work() override { trial_stop_.request_stop(); }
  [[nodiscard]] bool can_run() const override;
  /// Requests a stroke as typed; advance() applies it.
  void run() override;
  void release() override;
  void forget_mouse() override { hovered_byte.reset(); }
  /// Copies the texels around the one under the mouse.
  void work_on(const SeenPicture& seen) override;
  /// The picture whose texels were copied; null for none.
  [[nodiscard]] const OfferedPicture* copied_picture() const;
  /// Uses a picture for the input that names it, such as that of a session.
  void offer(const OfferedPicture& picture);
  [[nodiscard]] bool shows_picture() const override { return chosen() != nullptr; }
  /// The chosen level, in its own values: uint8 and uint16 unchanged, others as float32.
  [[nodiscard]] OfferedPicture shown_picture() const override;

  SurfaceInput input;
  BrushInput brush;
  /// The displayed level, to which strokes write.
  std::size_t level = 0;
  /// The last chosen view, and the last chosen view for reading, for windows with room for two views.
  SurfaceTab tab = SurfaceTab::paint;
  SurfaceTab reading = SurfaceTab::bytes;
  gpu::FilterMode filter = gpu::FilterMode::linear;
  bool shows_before = false;
  /// The byte of the level under the mouse, in any view; set by the views that are drawn.
  std::optional<std::size_t> hovered_byte;
  /// The path of texelscope for trials; empty for own_program().
  std::optional<std::filesystem::path> program;

  /// Evaluates the input typed since the last call: extents and levels are clamped to their bounds.
  void update();
  /// The stroke as typed; nothing if its value is invalid for the format.
  [[nodiscard]] const std::optional<SurfaceStroke>& stroke() const { return stroke_; }
  /// The reason why there is no stroke.
  [[nodiscard]] const std::string& brush_error() const { return brush_error_; }
  /// The descriptor of the chosen level.
  [[nodiscard]] gpu::ArrayDescriptor level_descriptor() const;
  /// Changes the format, and converts the brush's value to the same brightness.
  void choose_format(gpu::DataType format);
  void choose_tab(SurfaceTab chosen);
  /// Starts over, without strokes.
  void refill(SurfaceFill fill);

  /// Centers the brush at a texel under the mouse; a drag continues until end_drag(), and counts as one change.
  void drag_to(int x, int y);
  void end_drag() { drag_.reset(); }

  /// Creates missing surfaces, applies requested strokes, and monitors trials.
  void advance(const std::optional<gpu::Device>& device);
  [[nodiscard]] bool is_trying() const { return trial_.valid(); }
  /// The texels of each level; empty until advance() has had a device.
  [[nodiscard]] const std::vector<LevelTexels>& texels() const { return texels_; }
  /// The texels of the chosen level; null if there are none.
  [[nodiscard]] const LevelTexels* chosen() const { return level < texels_.size() ? &texels_[level] : nullptr; }
  /// The results of `width` × `height` texture fetches from a level; cached until something changes. Null without a
  /// device.
  [[nodiscard]] std::shared_ptr<const Image> sampled(std::size_t of_level, int width, int height);
  [[nodiscard]] bool can_filter() const { return levels_ != nullptr && levels_->can_filter(); }
  [[nodiscard]] const std::optional<StrokeReport>& report() const { return report_; }
  /// The reason why the lab cannot work; empty if it can.
  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] const std::vector<PlacedStroke>& strokes() const { return strokes_; }

 private:
  struct Drag {
    int x = 0;
    int y = 0;
    /// A trial ends a drag, since its remaining strokes would be tried one by one.
    bool is_ended = false;
  };
  struct Wanted {
    PlacedStroke placed;
    bool continues = false;
  };
  struct SampledLevel {
    std::size_t level = 0;
    int width = 0;
    int height = 0;
    gpu::FilterMode filter = gpu::FilterMode::point;
    std::shared_ptr<const Image> image;
  };

  [[nodiscard]] LabSettings declare_settings() override;
  void make_levels(const gpu::Device& device);
  /// The texels of each level: as filled, or those of the picture.
  [[nodiscard]] std::vector<std::vector<std::byte>> initial_texels() const;
  void want(int x, int y, bool continues);
  void make_stroke(const Wanted& wanted);
  void begin_trial(const PlacedStroke& placed);
  void take_trial();
  void end_trial();
  void keep(const PlacedStroke& placed);
  void read_back(std::size_t of_level);

  std::optional<SurfaceStroke> stroke_;
  std::string brush_error_;
  std::optional<SurfaceInput> made_of_;
  OfferedPicture given_;
  std::unique_ptr<SurfaceLevels> levels_;
  std::vector<LevelTexels> texels_;
  std::vector<SampledLevel> sampled_;
  std::vector<PlacedStroke> strokes_;
  std::vector<Wanted> wanted_;
  std::optional<Drag> drag_;
  PlacedStroke tried_;
  std::stop_source trial_stop_;
  std::future<TrialOutcome> trial_;
  std::optional<StrokeReport> report_;
  std::string error_;
};

}  // namespace texelscope::app
