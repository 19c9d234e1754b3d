#include "app/documents/picture_readout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/scene/picture_tone.h"

namespace texelscope::app {
namespace {

/// Characters of a channel and the space before it.
int channel_columns(const Image& picture, TexelNotation notation) {
  const bool is_wide = gpu::size_bytes(picture.type) == 4;
  if (is_wide || notation >= TexelNotation::fraction) {
    return notation == TexelNotation::hexadecimal ? 9 : 15;
  }
  return picture.type == gpu::DataType::uint16 ? 6 : 4;
}

std::string texel_columns(const PictureTexel& texel, TexelNotation notation, int columns) {
  std::string text;
  for (int channel = 0; channel < texel.channels; ++channel) {
    text += fmt::format("{:>{}}", channel_text(texel, channel, notation, columns), channel == 0 ? 0 : columns);
  }
  return text;
}

/// A picture's own texel at a place in the numbers of the files.
ReadoutItem texel_item(const Documents& documents, const Image& picture, const std::optional<Point>& place) {
  const TexelNotation notation = notation_for(documents.viewport.notation, picture);
  const int columns = channel_columns(picture, notation);
  ReadoutItem item{.columns = columns * picture.channels, .has_swatch = true};
  const std::optional<PictureTexel> texel =
      place ? picture_texel(picture, place->x - picture.x, place->y - picture.y) : std::nullopt;
  if (texel) {
    item.text = texel_columns(*texel, notation, columns);
    const std::array<float, 4> color = shown_color(*texel, own_tone(documents, picture));
    item.color = std::array{color[0], color[1], color[2]};
  } else if (place) {
    item.text = "outside";
  }
  return item;
}

/// Marks the value of a texel that its program has not sent: ~ where it is that of the texel before.
void mark_unsent(ReadoutItem& item, const std::optional<SentTexels>& sent, const std::optional<Point>& place) {
  if (!sent) {
    return;
  }
  item.columns += 2;
  const auto column = static_cast<std::int64_t>(place ? place->x : 0);
  const auto row = static_cast<std::int64_t>(place ? place->y : 0);
  if (!place || item.text.empty() || sent->contains(column, row)) {
    return;
  }
  item.text = sent->is_within(column, row) ? "~ " + item.text : std::string("not sent yet");
  item.meaning =
      fmt::format("Only every {}. row and column of what is visible was sent; zoom in for all of them. ", sent->step);
}

ReadoutItem difference_item(const Image& first, const Image& second, const std::optional<Point>& place) {
  ReadoutItem item{"difference", "A − B", "", 0, {}, "The texel of A minus that of B, channel by channel."};
  const bool is_float = first.type == gpu::DataType::float32;
  const int columns = is_float ? 15 : channel_columns(first, TexelNotation::stored) + 1;
  item.columns = columns * std::max(first.channels, second.channels);
  if (!place) {
    return item;
  }
  const auto one = picture_texel(first, place->x - first.x, place->y - first.y);
  const auto other = picture_texel(second, place->x - second.x, place->y - second.y);
  if (!one || !other || first.type != second.type || first.channels != second.channels) {
    item.text = one && other ? "of different types" : "only in one";
    return item;
  }
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(first.channels); ++channel) {
    const double error = one->value[channel] - other->value[channel];
    const std::string text = is_float ? fmt::format("{:+}", static_cast<float>(error)) : fmt::format("{:+.0f}", error);
    item.text += fmt::format("{:>{}}", error == 0 ? "0" : text, channel == 0 ? 0 : columns);
  }
  return item;
}

ReadoutItem sampled_item(const Documents& documents, const Image& picture) {
  constexpr int columns = 13;
  ReadoutItem item{"sampled_value",
                   "sampled",
                   "",
                   columns * picture.channels,
                   {},
                   "The texture unit's result for the pixel under "
                   "the mouse, with the filter and the address mode of the properties, before exposure and tone map."};
  if (const std::optional<std::array<float, 4>>& sampled = documents.frame.sampled) {
    for (std::size_t channel = 0; channel < static_cast<std::size_t>(picture.channels); ++channel) {
      item.text += fmt::format("{:>{}}", fmt::format("{}", (*sampled)[channel]), channel == 0 ? 0 : columns);
    }
  } else if (const std::optional<TexelValue> value = hovered_value(documents)) {
    for (const float channel : *value) {
      item.text += fmt::format("{}{}", item.text.empty() ? "" : " ", channel_text(documents.frame.format, channel, 8));
    }
    item.meaning = "The value of the frame's pixel under the mouse.";
  }
  return item;
}

}  // namespace

std::vector<ReadoutItem> picture_readout(const Documents& documents, const PictureView& shown) {
  const Image& picture = *shown.picture;
  std::optional<Point> place;
  if (const std::optional<Point> at = hovered_position(documents, shown)) {
    place = Point{std::floor(at->x) + picture.x, std::floor(at->y) + picture.y};
  }
  std::vector<ReadoutItem> items;
  const auto digits = [](int first, int extent) {
    return static_cast<int>(std::max(fmt::format("{}", first).size(), fmt::format("{}", first + extent).size()));
  };
  items.push_back({"position",
                   "",
                   "",
                   7 + digits(picture.x, picture.width) + digits(picture.y, picture.height),
                   {},
                   "The texel under the mouse, in the file's own numbers."});
  if (place) {
    items.back().text = fmt::format("x {:.0f}  y {:.0f}", place->x, place->y);
  }
  const PictureList& list = documents.pictures.list;
  const std::optional<PicturePair> pair = picture_pair(list);
  const bool is_compared =
      list.comparison != PictureComparison::off && pair && list.pictures[pair->a].image && list.pictures[pair->b].image;
  const Image& own = is_compared ? *list.pictures[pair->a].image : picture;
  ReadoutItem texel = texel_item(documents, own, place);
  texel.name = "texel_value";
  const std::optional<SentTexels> sent = sent_texels(documents);
  mark_unsent(texel, sent, place);
  const std::string notation{name_of(notation_for(documents.viewport.notation, own))};
  const auto labeled = [&](const char* letter) {
    return notation.empty() ? letter : fmt::format("{}{}{}", letter, *letter != '\0' ? ", " : "", notation);
  };
  texel.label = labeled(is_compared ? "A" : "");
  texel.meaning +=
      "The texel under the mouse, as stored in the picture's file. Press X to show it in hexadecimal, as fractions of "
      "the largest value, and as linear light.";
  items.push_back(std::move(texel));
  if (is_compared) {
    const Image& other = *list.pictures[pair->b].image;
    ReadoutItem item = texel_item(documents, other, place);
    item.name = "other_value";
    item.label = labeled("B");
    item.meaning = "The same texel of the other picture.";
    items.push_back(std::move(item));
    items.push_back(difference_item(own, other, place));
  }
  if (const std::shared_ptr<const Image>& flip = documents.pictures.compared.flip; is_compared && flip) {
    const std::optional<PictureTexel> error =
        place ? picture_texel(*flip, place->x - picture.x, place->y - picture.y) : std::nullopt;
    ReadoutItem item{"flip", "FLIP", error ? fmt::format("{:.3f}", error->value[0] / 255) : "",
                     5,      {},     "The visible error, from 0 to 1, as its authors' colors show it."};
    items.push_back(std::move(item));
  }
  if (own.stored) {
    ReadoutItem item{"stored_bytes",
                     "",
                     place ? stored_text(own, place->x - own.x, place->y - own.y) : "",
                     static_cast<int>(own.stored->name.size() + 3 * own.stored->unit_bytes),
                     {},
                     "The bytes of the texel, or of its block, in the file."};
    items.push_back(std::move(item));
  }
  items.push_back(sampled_item(documents, picture));
  return items;
}

}  // namespace texelscope::app
