#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::app {

/// One pixel of light, as renderers read it from a vertex buffer: 8 bytes. Only integers, so that every renderer draws
/// the same bytes.
struct PointVertex {
  /// The pixel, from the frame's upper left corner. A point outside the frame is not drawn.
  std::int16_t x = -1;
  std::int16_t y = -1;
  /// Red, green, blue and alpha, added to the pixel's; each sum is clamped to 255.
  std::uint8_t color[4]{};
};
static_assert(sizeof(PointVertex) == 8);

/// The part of a frame that a renderer draws: points on a uniform background.
struct PointFrame {
  /// 0 if the frame is the contents of the scene's surface.
  std::size_t count = 0;
  /// Red, green, blue and alpha before the first point.
  std::array<std::uint8_t, 4> background{0, 0, 0, 255};
};

/// Texels of a frame, with four channels.
enum class FrameFormat : unsigned char {
  /// 8 bits per channel, encoded for a display.
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

/// The input of one frame. A frame depends only on this, and on the previous frames if the scene sets has_history, so
/// that frame N has the same bytes everywhere.
struct FrameInput {
  /// Starts at 0; time is number / 60 s, independent of the display's refresh rate.
  std::uint64_t number = 0;
  int width = 0;
  int height = 0;
  Pointer pointer;
};

/// The fetch that computes a pixel of a frame, before its tone.
struct PixelFetch {
  gpu::TextureObject texture;
  kernels::TextureFetch fetch;
};

/// A running scene: owns its arrays, and in each frame writes a surface or the vertices of points.
class Scene {
 public:
  virtual ~Scene() = default;

  /// The format of the surface that draw() writes; fixed for the scene's life.
  [[nodiscard]] virtual FrameFormat format() const { return FrameFormat::rgba8; }

  /// The points that a renderer draws for a frame with these values. With a count above 0, draw_vertices() produces the
  /// frame instead of draw(), which throws gpu::Unavailable.
  [[nodiscard]] virtual PointFrame points(const ParameterValues& /*values*/) const { return {}; }

  /// Prepares parts of draw() that a graph cannot record: creates objects, waits, or schedules work specific to this
  /// frame. draw() does this itself if prepare() was not called.
  virtual void prepare(const FrameInput& /*input*/, const ParameterValues& /*values*/, const gpu::Stream& /*stream*/) {}

  /// Whether draw() with these values and no pressed pointer schedules the same calls with the same arguments for every
  /// frame number, and does not change the scene, so that one recording can be reused for many frames.
  [[nodiscard]] virtual bool repeats(const ParameterValues& /*values*/) const { return false; }

  /// Schedules the work of one frame on `stream`: every pixel of `output` is written. Does not wait.
  virtual void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
                    const gpu::Stream& stream) = 0;

  /// Schedules the work of a frame of points: writes points().count of PointVertex to the start of `vertices`.
  virtual void draw_vertices(const FrameInput& /*input*/, const ParameterValues& /*values*/,
                             const gpu::Buffer& /*vertices*/, const gpu::Stream& /*stream*/) {}

  /// The fetch of a pixel of the last frame; nothing if the scene does not read one texture once per pixel.
  [[nodiscard]] virtual std::optional<PixelFetch> fetch_of(const FrameInput& /*input*/,
                                                           const ParameterValues& /*values*/, int /*x*/,
                                                           int /*y*/) const {
    return std::nullopt;
  }
};

/// The input that a scene accepts in place of its own.
enum class SceneInput : unsigned char { none, picture, volume };

/// The setup of a scene.
struct SceneSetup {
  gpu::Device device;
  /// For uploads at the start; draw() may receive a different stream.
  gpu::Stream stream;
  int width = 0;
  int height = 0;
  /// The input picture or volume, of the kind that the scene accepts; null for the scene's own.
  std::shared_ptr<const Image> image;
};

/// The view of a scene that shows a picture through its own parameters: the wheel, drags and keys change these instead
/// of moving the frame. The extent's viewport is the frame, and its image is the picture.
struct SceneView {
  /// Returns the given picture, or the scene's own picture for null. @throws FileError when the file of the scene's own
  /// picture exists and cannot be read.
  std::shared_ptr<const Image> (*picture)(std::shared_ptr<const Image> given);
  /// The view in the frame with this number.
  View (*read)(const ParameterValues& values, std::uint64_t number, const ViewExtent& extent);
  /// Sets `parameters` so that read() returns this view, as closely as their ranges allow.
  void (*write)(const View& view, std::uint64_t number, const ViewExtent& extent, ParameterValues& values);
  /// Names of the parameters that write() sets: undo does not change them.
  std::span<const std::string_view> parameters;
  /// Whether the scene shows the picture with a tone, which has the parameters of tone_parameters().
  bool has_tone = false;
  /// The filter, address modes, border color and kind of coordinates of the texture that reads the picture at `zoom`
  /// pixels per texel; null for a scene that reads it in its own way.
  gpu::TextureDescriptor (*texture)(const ParameterValues& values, double zoom) = nullptr;
};

/// Movement of a scene without a picture, through its own parameters.
struct SceneMovement {
  /// Zooms at a position in the frame by notches of the wheel: in if positive, out if negative.
  void (*zoom)(const FrameInput& frame, double notches, Point at, ParameterValues& values);
  /// Moves the view by pixels of the frame; null if the scene does not handle drags.
  void (*pan)(const FrameInput& frame, double dx, double dy, ParameterValues& values);
  /// Names of the parameters that zoom() and pan() set: undo does not change them, and Fit resets them.
  std::span<const std::string_view> parameters;
};

/// The single declaration of a scene, which the list, the command line, the panels and the docs read.
struct SceneDeclaration {
  /// The name in `render NAME`.
  std::string_view name;
  std::string_view title;
  /// A description in two sentences.
  std::string_view teaches;
  /// The effect of mouse and keys; may be empty.
  std::string_view controls;
  std::vector<Parameter> (*parameters)();
  /// The frame that a thumbnail or a golden shows.
  std::uint64_t default_frame = 0;
  /// Whether frame N needs the frames before it.
  bool has_history = false;
  /// The accepted kind of SceneSetup::image.
  SceneInput takes = SceneInput::none;
  /// For scenes that show a picture.
  const SceneView* view = nullptr;
  /// For other scenes whose view the wheel and drags move. If `view` and `movement` are both null, the wheel and drags
  /// move the frame.
  const SceneMovement* movement = nullptr;
  /// Whether the scene's frames depend on FrameInput::pointer; the window then passes plain drags to the scene.
  bool takes_pointer = false;
  /// @throws gpu::Error.
  std::unique_ptr<Scene> (*make)(const SceneSetup& setup);
};

}  // namespace texelscope::app
