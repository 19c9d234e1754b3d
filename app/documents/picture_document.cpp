#include "app/documents/picture_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "app/files/file_error.h"
#include "app/text/shown_path.h"

namespace texelscope::app {

std::optional<PictureView> picture_view(const Documents& documents) {
  const SceneDeclaration& scene = current_scene(documents);
  if (documents.labs.is_any_open() || scene.view == nullptr) {
    return std::nullopt;
  }
  PictureView shown;
  try {
    shown.picture = scene.view->picture(input_of(documents, scene));
  } catch (const FileError&) {
    // The picture is unknown until the scene starts.
    return std::nullopt;
  }
  shown.extent = {static_cast<double>(documents.frame.width), static_cast<double>(documents.frame.height),
                  shown.picture->width, shown.picture->height, false};
  shown.view = scene.view->read(current_settings(documents).values, documents.scenes.playback.number, shown.extent);
  return shown;
}

std::optional<SeenPicture> seen_picture(const Documents& documents) {
  const std::optional<LoadedImage>& open = documents.pictures.current;
  if (!open) {
    return std::nullopt;
  }
  SeenPicture seen{{shown_file_name(open->path), open->image, open->path, open->reading.part}, {}, {}, {}};
  if (const std::optional<PictureView> shown = picture_view(documents)) {
    seen.view = shown->view;
    seen.view->zoom = shown_document(documents)->zoom_factor();
    auto* const texture = current_scene(documents).view->texture;
    seen.texture = texture != nullptr ? std::optional(texture(current_settings(documents).values, shown->view.zoom))
                                      : std::nullopt;
    const std::shared_ptr<const SourceFrame>& displayed = documents.sources.displayed;
    if (open->path == documents.sources.path && displayed && displayed->texture) {
      seen.texture = displayed->texture;
    }
    const std::optional<Point> at = hovered_position(documents, *shown);
    seen.at = at && picture_texel(*open->image, at->x, at->y) ? at : std::nullopt;
  }
  return seen;
}

void PictureDocument::set_view(const View& view) {
  const SceneView& of_scene = *current_scene(documents_).view;
  ParameterValues& values = current_settings(documents_).values;
  const std::uint64_t number = documents_.scenes.playback.number;
  of_scene.write(view, number, shown_.extent, values);
  // The parameters' ranges limit the view.
  shown_.view = of_scene.read(values, number, shown_.extent);
}

std::optional<std::string> PictureDocument::value_text() const {
  const std::optional<Point> at = hovered_position(documents_, shown_);
  const std::optional<PictureTexel> texel = at ? picture_texel(*shown_.picture, at->x, at->y) : std::nullopt;
  const std::optional<SentTexels> sent = sent_texels(documents_);
  if (!texel || (sent && !sent->contains(static_cast<std::int64_t>(at->x), static_cast<std::int64_t>(at->y)))) {
    return std::nullopt;
  }
  const TexelNotation notation = notation_for(documents_.viewport.notation, *shown_.picture);
  const std::string stored =
      notation == TexelNotation::hexadecimal ? stored_text(*shown_.picture, at->x, at->y) : std::string();
  return stored.empty() ? texel_text(*texel, notation) : stored;
}

std::optional<SentTexels> sent_texels(const Documents& documents) {
  const std::optional<LoadedImage>& open = documents.pictures.current;
  return open ? sent_texels(displayed_frame(documents.sources, open->path)) : std::nullopt;
}

void show_opened_picture(Documents& documents, const Image* before) {
  const Image& opened = *documents.pictures.current->image;
  if (before != nullptr && before->width == opened.width && before->height == opened.height) {
    return;
  }
  for (std::size_t i = 0; i < documents.scenes.all.size(); ++i) {
    if (documents.scenes.all[i].view != nullptr) {
      documents.scenes.settings[i].values.reset(documents.scenes.all[i].view->parameters);
    }
  }
}

std::optional<Point> hovered_position(const Documents& documents, const PictureView& shown) {
  if (!documents.viewport.hovered) {
    return std::nullopt;
  }
  return image_position(
      shown.view, shown.extent,
      {std::floor(documents.viewport.hovered->x) + 0.5, std::floor(documents.viewport.hovered->y) + 0.5});
}

std::string change_range(Documents& documents) {
  const std::optional<PictureView> shown = picture_view(documents);
  if (!shown || !has_tone(current_scene(documents))) {
    return "";
  }
  ParameterValues& values = current_settings(documents).values;
  const auto channels = static_cast<PictureChannels>(values.choice("channels"));
  const std::optional<std::pair<float, float>> range = value_range(*shown->picture, channels);
  if (!range || range->first == range->second) {
    return range ? fmt::format("All shown values are {:.6g}, so they have no range.", range->first)
                 : "No shown value is finite, so there is no range.";
  }
  const std::pair<double, double> wanted{range->first, range->second};
  const bool has_it = wanted == std::pair{values.real("black"), values.real("white")};
  values.set("black", has_it ? 0.0 : wanted.first);
  values.set("white", has_it ? 1.0 : wanted.second);
  return "";
}

float viewport_exposure(const Documents& documents) {
  return has_tone(current_scene(documents)) ? 0.0F : documents.viewport.exposure;
}

namespace {

PictureTone tone_of(const Documents& documents, const ParameterValues& values, const Image& picture) {
  const bool is_encoded = gpu::size_bytes(picture.type) < 4;
  return has_tone(current_scene(documents)) ? picture_tone(values, is_encoded, picture.is_premultiplied)
                                            : PictureTone{.is_encoded = is_encoded,
                                                          .is_premultiplied = picture.is_premultiplied,
                                                          .gain = std::exp2(viewport_exposure(documents))};
}

}  // namespace

PictureTone own_tone(const Documents& documents, const Image& picture) {
  return tone_of(documents, current_settings(documents).values, picture);
}

PictureTone shown_tone(const Documents& documents, const Image& picture) {
  return tone_of(documents, shown_values(documents), picture);
}

}  // namespace texelscope::app
