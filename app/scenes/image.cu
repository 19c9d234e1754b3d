#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/picture_tone.h"
#include "app/scenes/input_image.h"
#include "app/scenes/scene_kernel.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app::image {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

// In the order of the choices.
constexpr std::array address_modes{gpu::AddressMode::border, gpu::AddressMode::clamp, gpu::AddressMode::wrap,
                                   gpu::AddressMode::mirror};
constexpr std::array filter_modes{gpu::FilterMode::point, gpu::FilterMode::linear};

/// Maps pixels of the frame to texture coordinates: u = x·u_by_x + y·u_by_y + u_at_origin, likewise v, with the pixel's
/// indices x and y.
struct Affine {
  float u_by_x, u_by_y, u_at_origin;
  float v_by_x, v_by_y, v_at_origin;
};

/// The picture coordinates of each pixel of a frame. At zoom 1 the whole picture fits.
Affine view_of_picture(const FrameInput& frame, const ParameterValues& values, int image_width, int image_height,
                       bool is_normalized) {
  const double width = image_width;
  const double height = image_height;
  // In double with the project's own sine, so that the matrix is the same on every machine.
  const float angle = radians(values.real("rotation"));
  const double cosine = kernels::cosine(angle);
  const double sine = kernels::sine(angle);
  const double texels_per_pixel = std::max(width / frame.width, height / frame.height) / values.real("zoom");
  const double scale_u = is_normalized ? 1 / width : 1;
  const double scale_v = is_normalized ? 1 / height : 1;
  const double by_x = cosine * texels_per_pixel;
  const double by_y = sine * texels_per_pixel;
  // The offset from the frame's center to the center of pixel (0, 0).
  const double x = 0.5 - frame.width * 0.5;
  const double y = 0.5 - frame.height * 0.5;
  const double u = x * by_x - y * by_y + (0.5 + values.real("pan_x")) * width;
  const double v = x * by_y + y * by_x + (0.5 + values.real("pan_y")) * height;
  const auto single = [](double value) { return static_cast<float>(value); };
  return {single(by_x * scale_u), single(-by_y * scale_u), single(u * scale_u),
          single(by_y * scale_v), single(by_x * scale_v),  single(v * scale_v)};
}

/// Samples one texel for each pixel. Channels of the picture: 1 is gray, 2 is gray and alpha, and 4 is color and alpha.
template <int channels, FrameFormat format>
struct ShowPicture {
  Texture texture;
  Surface output;
  Affine view;
  PictureTone tone;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const auto x = static_cast<float>(index.x);
    const auto y = static_cast<float>(index.y);
    Float4 texel = texture.sample_2d((x * view.u_by_x + y * view.u_by_y) + view.u_at_origin,
                                     (x * view.v_by_x + y * view.v_by_y) + view.v_at_origin);
    if constexpr (channels == 1) {
      texel = {texel.x, texel.x, texel.x, 1.0F};
    } else if constexpr (channels == 2) {
      texel = {texel.x, texel.x, texel.x, texel.y};
    }
    texel = tone(texel);
    if constexpr (format == FrameFormat::rgba8) {
      output.write_2d(kernels::to_unorm8(texel), index.x, index.y);
    } else {
      output.write_2d(texel, index.x, index.y);
    }
  }
};

class ImageScene final : public Scene {
 public:
  explicit ImageScene(const SceneSetup& setup) : picture_{input_array(setup)} {}

  [[nodiscard]] FrameFormat format() const override {
    switch (picture_.format()) {
      case gpu::DataType::uint8:
        return FrameFormat::rgba8;
      case gpu::DataType::uint16:
        return FrameFormat::rgba32f_encoded;
      default:
        return FrameFormat::rgba32f;
    }
  }

  void prepare(const FrameInput& /*input*/, const ParameterValues& values, const gpu::Stream& stream) override {
    set_texture(values, stream);
  }
  [[nodiscard]] bool repeats(const ParameterValues& /*values*/) const override { return true; }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    set_texture(values, stream);
    const auto shape = picture_.shape();
    const Affine view = view_of_picture(input, values, static_cast<int>(shape.width()),
                                        static_cast<int>(shape.height()), texture_->descriptor().normalized_coords);
    const PictureTone tone = picture_tone(values, format() != FrameFormat::rgba32f);
    if (format() == FrameFormat::rgba8) {
      show<FrameFormat::rgba8>(input, view, tone, output, stream);
    } else {
      show<FrameFormat::rgba32f>(input, view, tone, output, stream);
    }
  }

 private:
  void set_texture(const ParameterValues& values, const gpu::Stream& stream) {
    const auto part = [&](const char* name) { return static_cast<float>(values.real(name)); };
    gpu::TextureDescriptor wanted;
    wanted.address_mode = address_modes[values.choice("address")];
    wanted.filter_mode = filter_modes[values.choice("filter")];
    wanted.read_mode =
        gpu::is_floating_point(picture_.format()) ? gpu::ReadMode::element : gpu::ReadMode::normalized_float;
    wanted.normalized_coords = values.choice("coordinates") == 0;
    wanted.border_color = {part("border_red"), part("border_green"), part("border_blue"), part("border_alpha")};
    if (!texture_ || texture_->descriptor() != wanted) {
      auto texture = gpu::TextureObject::from_array(picture_, wanted);
      // The previous frame may still read through the texture that is replaced.
      stream.synchronize();
      texture_ = std::move(texture);
    }
  }

  template <FrameFormat frame_format>
  void show(const FrameInput& input, const Affine& view, const PictureTone& tone, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) const {
    const LaunchExtent extent{input.width, input.height};
    const Texture texture(texture_->handle());
    const Surface surface(output.handle());
    switch (picture_.num_channels()) {
      case 1:
        kernels::launch(stream, extent, ShowPicture<1, frame_format>{texture, surface, view, tone});
        break;
      case 2:
        kernels::launch(stream, extent, ShowPicture<2, frame_format>{texture, surface, view, tone});
        break;
      default:
        kernels::launch(stream, extent, ShowPicture<4, frame_format>{texture, surface, view, tone});
    }
  }

  gpu::CUDAArray picture_;
  std::optional<gpu::TextureObject> texture_;
};

template <class Modes>
std::vector<std::string> texts_of(const Modes& modes) {
  std::vector<std::string> texts;
  for (const auto mode : modes) {
    texts.emplace_back(to_string(mode));
  }
  return texts;
}

/// Relative to the zoom that fits: allows 256 pixels per texel for the largest picture in a window of 800 × 500.
constexpr double least_zoom = 0.0625;
constexpr double most_zoom = 65536;
constexpr double most_pan = 4;

View read_view(const ParameterValues& values, std::uint64_t /*number*/, const ViewExtent& extent) {
  const double zoom = values.real("zoom");
  const double pan_x = values.real("pan_x");
  const double pan_y = values.real("pan_y");
  return {.is_fit = zoom == 1 && pan_x == 0 && pan_y == 0,
          .zoom = zoom * exact_fit_zoom(extent),
          .center = {(0.5 + pan_x) * static_cast<double>(extent.image_width),
                     (0.5 + pan_y) * static_cast<double>(extent.image_height)},
          .rotation = values.real("rotation")};
}

void write_view(const View& view, std::uint64_t /*number*/, const ViewExtent& extent, ParameterValues& values) {
  const double pan_x = view.center.x / static_cast<double>(extent.image_width) - 0.5;
  const double pan_y = view.center.y / static_cast<double>(extent.image_height) - 0.5;
  values.set("zoom", view.is_fit ? 1.0 : std::clamp(view.zoom / exact_fit_zoom(extent), least_zoom, most_zoom));
  values.set("pan_x", view.is_fit ? 0.0 : std::clamp(pan_x, -most_pan, most_pan));
  values.set("pan_y", view.is_fit ? 0.0 : std::clamp(pan_y, -most_pan, most_pan));
}

constexpr std::string_view view_parameters[] = {"zoom", "pan_x", "pan_y"};
constexpr SceneView scene_view{&picture_or_builtin, &read_view, &write_view, view_parameters, true};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all{
      real_parameter("zoom", 1, {least_zoom, most_zoom, true, "×"},
                     "Magnifies the picture; at 1, all of it fits the frame."),
      real_parameter("pan_x", 0, {-most_pan, most_pan, false, ""},
                     "Moves the view to the right, in widths of the picture."),
      real_parameter("pan_y", 0, {-most_pan, most_pan, false, ""}, "Moves the view down, in heights of the picture."),
      real_parameter("rotation", 0, {-180, 180, false, "°"},
                     "Rotates the picture counterclockwise about the frame's center."),
  };
  const std::vector<Parameter> sampling{
      choice_parameter("filter", "linear", texts_of(filter_modes),
                       "Reads the nearest texel, or interpolates the four around the coordinate."),
      choice_parameter(
          "address", "border", texts_of(address_modes),
          "Result outside the picture: the border color, the nearest edge texel, or the repeated or mirrored picture."),
      choice_parameter(
          "coordinates", "normalized", {"normalized", "texels"},
          "Coordinates from 0 to 1, or in texels, where wrap and mirror act like clamp, as on the hardware."),
      real_parameter("border_red", 0.09, {0, 1, false, ""}, "Red of the border color."),
      real_parameter("border_green", 0.10, {0, 1, false, ""}, "Green of the border color."),
      real_parameter("border_blue", 0.12, {0, 1, false, ""}, "Blue of the border color."),
      real_parameter("border_alpha", 1, {0, 1, false, ""}, "Alpha of the border color; 0 is transparent."),
  };
  for (const std::vector<Parameter>& more : {tone_parameters(), sampling}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace

const SceneDeclaration scene{
    .name = "image",
    .title = "Image",
    .teaches =
        "How a texture object maps coordinates to texels: filtering, address modes and the border color. A kernel "
        "samples the picture once per pixel and writes the result to the surface of the renderer's image.",
    .controls = "Drop a picture on the window to view it. The wheel zooms, and dragging pans.",
    .parameters = &parameters,
    .takes = SceneInput::picture,
    .view = &scene_view,
    .make = &make_scene<ImageScene>,
};

}  // namespace texelscope::app::image
