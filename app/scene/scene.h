#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/images/view.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

/// One pixel of light, as renderers read it from a vertex buffer: 8 bytes. Whole numbers alone, so that every renderer
/// draws the same bytes.
struct PointVertex {
  /// The pixel, from the frame's upper left corner. A point outside of the frame is not drawn.
  std::int16_t x = -1;
  std::int16_t y = -1;
  /// Red, green, blue and alpha, added to the pixel's; each sum stops at 255.
  std::uint8_t color[4]{};
};
static_assert(sizeof(PointVertex) == 8);

/// What of a frame a renderer draws: points on an even ground.
struct PointFrame {
  /// 0: nothing, the frame is what the scene's surface holds.
  std::size_t count = 0;
  /// Red, green, blue and alpha before the first point.
  std::array<std::uint8_t, 4> background{0, 0, 0, 255};
};

/// Texels of a frame, of four channels.
enum class FrameFormat : unsigned char {
  /// 8 bits a channel, encoded for a display.
  rgba8,
  /// Linear float32, for scenes of high dynamic range.
  rgba32f,
  /// float32 that is encoded for a display, for pictures of more than 8 bits.
  rgba32f_encoded,
};

/// The mouse over the frame, in pixels of the frame from its upper left corner.
struct Pointer {
  bool is_pressed = false;
  float x = 0;
  float y = 0;
};

/// What a scene gets to make one frame. A frame depends on this alone, and on the frames before it where the scene says
/// has_history, so that frame N is the same bytes everywhere.
struct FrameInput {
  /// Counts from 0; time is number / 60 s, whatever the display's rate.
  std::uint64_t number = 0;
  int width = 0;
  int height = 0;
  Pointer pointer;
};

/// A scene at work: owns its arrays, writes one surface a frame, or the vertices of one.
class Scene {
 public:
  virtual ~Scene() = default;

  /// The format of the surface that draw() writes; fixed for the scene's life.
  [[nodiscard]] virtual FrameFormat format() const { return FrameFormat::rgba8; }

  /// The points that a renderer draws as the frame with these values. With a count above 0, draw_vertices() makes the
  /// frame in place of draw(), which throws gpu::Unavailable.
  [[nodiscard]] virtual PointFrame points(const ParameterValues& /*values*/) const { return {}; }

  /// Makes ready what draw() of the frame needs and no graph can record: makes objects, waits, or schedules work that
  /// only this frame has. draw() does the same for itself where this was not called.
  virtual void prepare(const FrameInput& /*input*/, const ParameterValues& /*values*/, const gpu::Stream& /*stream*/) {}

  /// Whether draw() with these values and no pointer pressed schedules the same calls with the same arguments whatever
  /// the frame's number, and leaves the scene as it was, so that one recording of it serves many frames.
  [[nodiscard]] virtual bool repeats(const ParameterValues& /*values*/) const { return false; }

  /// Schedules the work of one frame on `stream`: every pixel of `output` is written. Does not wait.
  virtual void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
                    const gpu::Stream& stream) = 0;

  /// The same for a frame of points: writes points().count of PointVertex to the start of `vertices`.
  virtual void draw_vertices(const FrameInput& /*input*/, const ParameterValues& /*values*/,
                             const gpu::Buffer& /*vertices*/, const gpu::Stream& /*stream*/) {}
};

/// What a scene can work on in place of its own.
enum class SceneInput : unsigned char { none, picture, volume };

/// What a scene starts from.
struct SceneSetup {
  gpu::Device device;
  /// For uploads at start; draw() may be given another.
  gpu::Stream stream;
  int width = 0;
  int height = 0;
  /// The picture or volume to work on, of the kind that the scene takes; null for the scene's own.
  std::shared_ptr<const Image> image;
};

/// The view of a scene that shows a picture through parameters of its own: wheel, drag and keys move these instead of
/// the frame. The extent's viewport is the frame, its image the picture.
struct SceneView {
  /// Returns the given picture, or the scene's own one for null. @throws FileError when the file of the scene's own
  /// picture exists and cannot be read.
  std::shared_ptr<const Image> (*picture)(std::shared_ptr<const Image> given);
  /// In the frame of this number.
  View (*read)(const ParameterValues& values, std::uint64_t number, const ViewExtent& extent);
  /// Sets `parameters` so that read() gives this view, as near as their ranges allow.
  void (*write)(const View& view, std::uint64_t number, const ViewExtent& extent, ParameterValues& values);
  /// The names of those that write() sets: undo leaves them as they are.
  std::span<const std::string_view> parameters;
  /// Whether the scene shows the picture by a tone, with the parameters of tone_parameters().
  bool has_tone = false;
};

/// How a scene without a picture is moved through parameters of its own.
struct SceneMovement {
  /// Goes nearer by notches of the wheel, or away by negative ones, at a position in the frame.
  void (*zoom)(const FrameInput& frame, double notches, Point at, ParameterValues& values);
  /// Moves what is shown by pixels of the frame; null where drags are none of its own.
  void (*pan)(const FrameInput& frame, double dx, double dy, ParameterValues& values);
  /// The names of those that they set: undo leaves them as they are, and Fit gives them their initial values.
  std::span<const std::string_view> parameters;
};

/// Declares a scene, once: the list, the command line, the panels and the docs read this.
struct SceneDeclaration {
  /// As in `render NAME`.
  std::string_view name;
  std::string_view title;
  /// What it teaches, in two sentences.
  std::string_view teaches;
  /// What mouse and keys do in it; may be empty.
  std::string_view controls;
  std::vector<Parameter> (*parameters)();
  /// The frame that a thumbnail or a golden shows.
  std::uint64_t default_frame = 0;
  /// Whether frame N needs the frames before it.
  bool has_history = false;
  /// What it takes as SceneSetup::image.
  SceneInput takes = SceneInput::none;
  /// For scenes that show a picture.
  const SceneView* view = nullptr;
  /// For others that wheel and drag move. Where both are null, they move the frame.
  const SceneMovement* movement = nullptr;
  /// Whether FrameInput::pointer changes its frames: the window then leaves plain drags to it.
  bool takes_pointer = false;
  /// @throws gpu::Error.
  std::unique_ptr<Scene> (*make)(const SceneSetup& setup);
};

}  // namespace texelscope::app
