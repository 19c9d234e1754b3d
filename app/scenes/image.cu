#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/picture_tone.h"
#include "app/scenes/input_image.h"
#include "app/scenes/scene_kernel.h"
#include "app/scenes/tiled_picture.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app::image {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

// In the order of the choices.
constexpr std::array address_modes{gpu::AddressMode::border, gpu::AddressMode::clamp, gpu::AddressMode::wrap,
                                   gpu::AddressMode::mirror};
/// Automatic: single texels where they are larger than two pixels, mip levels where they are smaller than a pixel.
enum class Filter : std::uint8_t { automatic, point, linear };
constexpr double largest_filtered_zoom = 2;

/// `zoom`: pixels of the frame per texel.
gpu::TextureDescriptor texture_of(const ParameterValues& values, double zoom) {
  const auto part = [&](const char* name) { return static_cast<float>(values.real(name)); };
  gpu::TextureDescriptor texture;
  texture.address_mode = address_modes[values.choice("address")];
  const auto filter = static_cast<Filter>(values.choice("filter"));
  const bool is_point = filter == Filter::point || (filter == Filter::automatic && zoom > largest_filtered_zoom);
  texture.filter_mode = is_point ? gpu::FilterMode::point : gpu::FilterMode::linear;
  texture.normalized_coords = values.choice("coordinates") == 0;
  texture.border_color = {part("border_red"), part("border_green"), part("border_blue"), part("border_alpha")};
  return texture;
}

/// Maps pixels of the frame to coordinates: u = x·u_by_x + y·u_by_y + u_at_origin, likewise v, with the pixel's indices
/// x and y.
template <class Number>
struct Affine {
  Number u_by_x, u_by_y, u_at_origin;
  Number v_by_x, v_by_y, v_at_origin;

  /// The coordinates as floats.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION Float2 at(Index index) const {
    const auto x = static_cast<Number>(index.x);
    const auto y = static_cast<Number>(index.y);
    return {static_cast<float>((x * u_by_x + y * u_by_y) + u_at_origin),
            static_cast<float>((x * v_by_x + y * v_by_y) + v_at_origin)};
  }
};

/// The picture coordinates of each pixel of a frame, in texels. At zoom 1 the whole picture fits.
Affine<double> view_of_picture(const FrameInput& frame, const ParameterValues& values, double width, double height) {
  // In double with the project's own sine, so that the matrix is the same on every machine.
  const float angle = radians(values.real("rotation"));
  const double cosine = kernels::cosine(angle);
  const double sine = kernels::sine(angle);
  const double texels_per_pixel = std::max(width / frame.width, height / frame.height) / values.real("zoom");
  const double by_x = cosine * texels_per_pixel;
  const double by_y = sine * texels_per_pixel;
  // The offset from the frame's center to the center of pixel (0, 0).
  const double x = 0.5 - frame.width * 0.5;
  const double y = 0.5 - frame.height * 0.5;
  const double u = x * by_x - y * by_y + (0.5 + values.real("pan_x")) * width;
  const double v = x * by_y + y * by_x + (0.5 + values.real("pan_y")) * height;
  return {by_x, -by_y, u, by_y, by_x, v};
}

/// The picture in one texture, which the texture unit filters.
struct WholePicture {
  Texture texture;
  /// To the texture's coordinates.
  Affine<float> view;
  /// The mip level; negative for a texture without levels.
  float level;

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION Float4 sample(Index index) const {
    const Float2 at = view.at(index);
    return level < 0.0F ? texture.sample_2d(at.x, at.y) : texture.sample_2d_level(at.x, at.y, level);
  }
};

/// A picture that is larger than a texture may be; floats would be too coarse for its coordinates.
struct LargePicture {
  TiledPicture picture;
  /// To texels.
  Affine<double> view;

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION Float4 sample(Index index) const {
    const auto x = static_cast<double>(index.x);
    const auto y = static_cast<double>(index.y);
    return picture.sample((x * view.u_by_x + y * view.u_by_y) + view.u_at_origin,
                          (x * view.v_by_x + y * view.v_by_y) + view.v_at_origin);
  }
};

/// Samples one texel for each pixel. Channels of the picture: 1 is gray, 2 is gray and alpha, and 4 is color and alpha.
template <int channels, FrameFormat format, class Picture>
struct ShowPicture {
  Picture picture;
  Surface output;
  PictureTone tone;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    Float4 texel = picture.sample(index);
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

bool has_only_finite(const Image& image) {
  if (image.type != gpu::DataType::float32) {
    return true;
  }
  for (std::size_t i = 0; i < image.pixels.size() / sizeof(float); ++i) {
    if (!std::isfinite(sample_of<float>(image, i))) {
      return false;
    }
  }
  return true;
}

class ImageScene final : public Scene {
 public:
  explicit ImageScene(const SceneSetup& setup)
      : image_{picture_or_builtin(setup.image)},
        tiles_{tiles_of(setup.device.properties(), *image_)},
        is_finite_{has_only_finite(*image_)},
        levels_{tiles_ ? std::nullopt : std::optional(input_levels(setup))},
        picture_{tiles_ ? tiled_input_array(setup, *tiles_) : levels_->level(0)} {}

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

  void prepare(const FrameInput& input, const ParameterValues& values, const gpu::Stream& stream) override {
    set_texture(input, values, stream);
  }
  [[nodiscard]] bool repeats(const ParameterValues& /*values*/) const override { return true; }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    set_texture(input, values, stream);
    const Affine<double> view = view_of_picture(input, values, image_->width, image_->height);
    const Texture texture(texture_->handle());
    if (tiles_) {
      const gpu::TextureDescriptor wanted = descriptor(input, values);
      // As on the hardware, only normalized coordinates repeat.
      const gpu::AddressMode mode = wanted.address_mode[0];
      const bool is_kept = wanted.normalized_coords || mode == gpu::AddressMode::border;
      const TiledPicture tiled{texture,
                               image_->width,
                               image_->height,
                               tiles_->width,
                               tiles_->height,
                               tiles_->columns,
                               is_kept ? mode : gpu::AddressMode::clamp,
                               wanted.filter_mode == gpu::FilterMode::linear};
      show(input, values, LargePicture{tiled, view}, output, stream);
      return;
    }
    show(input, values, WholePicture{texture, in_coordinates(view), level_of(input, values)}, output, stream);
  }

  [[nodiscard]] std::optional<PixelFetch> fetch_of(const FrameInput& input, const ParameterValues& values, int x,
                                                   int y) const override {
    if (tiles_ || !texture_) {
      return std::nullopt;
    }
    PixelFetch pixel{*texture_, {}};
    pixel.fetch.shape = TextureShape::texture_2d;
    const Float2 at = in_coordinates(view_of_picture(input, values, image_->width, image_->height)).at({x, y, 0});
    pixel.fetch.x = at.x;
    pixel.fetch.y = at.y;
    if (const float level = level_of(input, values); level >= 0) {
      pixel.fetch.operation = TextureOperation::sample_level;
      pixel.fetch.level = level;
    }
    return pixel;
  }

 private:
  /// The view in the texture's coordinates instead of texels.
  [[nodiscard]] Affine<float> in_coordinates(const Affine<double>& view) const {
    const bool is_normalized = texture_->descriptor().normalized_coords;
    const double scale_u = is_normalized ? 1 / static_cast<double>(image_->width) : 1;
    const double scale_v = is_normalized ? 1 / static_cast<double>(image_->height) : 1;
    const auto single = [](double value) { return static_cast<float>(value); };
    return {single(view.u_by_x * scale_u), single(view.u_by_y * scale_u), single(view.u_at_origin * scale_u),
            single(view.v_by_x * scale_v), single(view.v_by_y * scale_v), single(view.v_at_origin * scale_v)};
  }

  /// Pixels per texel.
  [[nodiscard]] double zoom_of(const FrameInput& input, const ParameterValues& values) const {
    return values.real("zoom") / std::max(static_cast<double>(image_->width) / input.width,
                                          static_cast<double>(image_->height) / input.height);
  }

  [[nodiscard]] bool is_automatic(const ParameterValues& values) const {
    return static_cast<Filter>(values.choice("filter")) == Filter::automatic;
  }

  /// The mip level of texels that are smaller than a pixel; negative without levels.
  [[nodiscard]] float level_of(const FrameInput& input, const ParameterValues& values) const {
    const double zoom = zoom_of(input, values);
    return is_automatic(values) && levels_ && is_finite_ && zoom < 1 ? -kernels::logarithm2(static_cast<float>(zoom))
                                                                     : -1.0F;
  }

  [[nodiscard]] gpu::TextureDescriptor descriptor(const FrameInput& input, const ParameterValues& values) const {
    gpu::TextureDescriptor wanted = texture_of(values, zoom_of(input, values));
    if (is_automatic(values) && !is_finite_) {
      // Infinities and NaN stay in their texels.
      wanted.filter_mode = gpu::FilterMode::point;
    }
    if (level_of(input, values) >= 0) {
      wanted.mipmap_filter_mode = gpu::FilterMode::linear;
      wanted.max_mipmap_level_clamp = static_cast<float>(levels_->num_levels() - 1);
      wanted.normalized_coords = true;
    }
    wanted.read_mode =
        gpu::is_floating_point(picture_.format()) ? gpu::ReadMode::element : gpu::ReadMode::normalized_float;
    for (std::size_t color = 0; image_->is_premultiplied && color < 3; ++color) {
      wanted.border_color[color] *= wanted.border_color[3];
    }
    return wanted;
  }

  void set_texture(const FrameInput& input, const ParameterValues& values, const gpu::Stream& stream) {
    gpu::TextureDescriptor wanted = descriptor(input, values);
    const bool is_minified = level_of(input, values) >= 0;
    if (is_minified && !has_levels_) {
      levels_->generate_levels(stream);
      has_levels_ = true;
    }
    if (tiles_) {
      // Single texels of a tile; outside, the border color as the texture unit rounds it.
      wanted.address_mode = gpu::AddressMode::border;
      wanted.filter_mode = gpu::FilterMode::point;
      wanted.normalized_coords = false;
    }
    if (!texture_ || texture_->descriptor() != wanted) {
      auto texture = is_minified ? gpu::TextureObject::from_resource(
                                       gpu::ResourceDescriptor::from_mipmapped_array(*levels_), wanted)
                                 : gpu::TextureObject::from_array(picture_, wanted);
      // The previous frame may still read through the texture that is replaced.
      stream.synchronize();
      texture_ = std::move(texture);
    }
  }

  template <class Picture>
  void show(const FrameInput& input, const ParameterValues& values, const Picture& picture,
            const gpu::SurfaceObject& output, const gpu::Stream& stream) const {
    const PictureTone tone = picture_tone(values, format() != FrameFormat::rgba32f, image_->is_premultiplied);
    const Surface surface(output.handle());
    if (format() == FrameFormat::rgba8) {
      show_as<FrameFormat::rgba8>({input.width, input.height}, picture, tone, surface, stream);
    } else {
      show_as<FrameFormat::rgba32f>({input.width, input.height}, picture, tone, surface, stream);
    }
  }

  template <FrameFormat frame_format, class Picture>
  void show_as(const LaunchExtent& extent, const Picture& picture, const PictureTone& tone, const Surface& surface,
               const gpu::Stream& stream) const {
    switch (picture_.num_channels()) {
      case 1:
        kernels::launch(stream, extent, ShowPicture<1, frame_format, Picture>{picture, surface, tone});
        break;
      case 2:
        kernels::launch(stream, extent, ShowPicture<2, frame_format, Picture>{picture, surface, tone});
        break;
      default:
        kernels::launch(stream, extent, ShowPicture<4, frame_format, Picture>{picture, surface, tone});
    }
  }

  std::shared_ptr<const Image> image_;
  std::optional<PictureTiles> tiles_;
  bool is_finite_;
  /// The picture and its mip levels, which are written when they are first read; nothing for a picture in tiles.
  std::optional<gpu::MipmappedArray> levels_;
  bool has_levels_ = false;
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

/// Relative to the zoom that fits: allows 256 pixels per texel for a picture of 128,000 texels in a window of 800 ×
/// 500.
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
constexpr SceneView scene_view{&picture_or_builtin, &read_view, &write_view, view_parameters, true, &texture_of};

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
      choice_parameter("filter", "auto", {"auto", "point", "linear"},
                       "Reads the nearest texel, or interpolates the four around the coordinate. Automatically: the "
                       "nearest above 2 pixels per texel, mip levels below 1."),
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
