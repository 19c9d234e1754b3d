#include "app/images/formats/exr_parts.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace texelscope::app {
namespace {

/// Channels that form an image, one letter each; the first set that a layer contains completely is used.
constexpr std::string_view sets[] = {"RGBA", "RGB", "RG", "XYZ", "YA", "UV", "Y"};
/// Sets that are recognized before the name of the layer, too.
constexpr std::string_view leading_sets[] = {"RGBA", "RGB", "XYZ"};

/// A channel of a layer: its name in the layer, and in the file.
struct LayerChannel {
  std::string own;
  std::string full;
};

/// The text around the names of a layer's channels: "diffuse." before them, or ".diffuse" after them. OpenEXR separates
/// the unnamed layer of V-Ray (".R") from the channels without a layer ("R").
struct LayerName {
  std::string before;
  std::string after;
  auto operator<=>(const LayerName&) const = default;
};
using Layers = std::map<LayerName, std::vector<LayerChannel>>;

std::string to_small(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  });
  return small;
}

/// Whether a channel has the meaning of an upper-case letter: the letter in either case, or the color's name.
bool is_meant(std::string_view channel, char letter) {
  constexpr std::pair<char, std::string_view> words[] = {{'R', "red"}, {'G', "green"}, {'B', "blue"}, {'A', "alpha"}};
  const std::string small = to_small(channel);
  return small == to_small(std::string_view(&letter, 1)) ||
         std::ranges::find(words, std::pair(letter, std::string_view(small))) != std::end(words);
}

const LayerChannel* find_channel(const std::vector<LayerChannel>& channels, char letter) {
  const auto exact = std::ranges::find(channels, std::string_view(&letter, 1), &LayerChannel::own);
  const auto found = exact != channels.end() ? exact : std::ranges::find_if(channels, [&](const LayerChannel& each) {
    return is_meant(each.own, letter);
  });
  return found != channels.end() ? &*found : nullptr;
}

/// The channels of a set, in its order.
std::vector<const LayerChannel*> channels_of(const std::vector<LayerChannel>& channels, std::string_view letters) {
  std::vector<const LayerChannel*> found;
  std::ranges::transform(letters, std::back_inserter(found),
                         [&](char letter) { return find_channel(channels, letter); });
  return found;
}

std::string_view set_of(const std::vector<LayerChannel>& channels, std::span<const std::string_view> candidates) {
  const auto found = std::ranges::find_if(candidates, [&](std::string_view candidate) {
    return std::ranges::all_of(candidate, [&](char letter) { return find_channel(channels, letter) != nullptr; });
  });
  return found != candidates.end() ? *found : std::string_view();
}

/// Moves channels such as "R.diffuse", "G.diffuse" and "B.diffuse" into one layer, unless the layers "R", "G" and "B"
/// are images themselves.
void join_leading_letters(const ExrPart& part, Layers& layers) {
  Layers joined;
  for (const std::string& channel : part.channels) {
    const std::size_t point = channel.find('.');
    if (point != std::string::npos && point > 0) {
      joined[{"", channel.substr(point)}].push_back({channel.substr(0, point), channel});
    }
  }
  for (auto& [name, channels] : joined) {
    const std::string_view letters = set_of(channels, leading_sets);
    std::vector<const LayerChannel*> used = channels_of(channels, letters);
    const auto usual_layer = [&](const LayerChannel* channel) -> std::vector<LayerChannel>& {
      return layers[{channel->full.substr(0, channel->full.rfind('.') + 1), ""}];
    };
    if (used.empty() || !std::ranges::all_of(used, [&](const LayerChannel* channel) {
          return set_of(usual_layer(channel), sets).empty();
        })) {
      continue;
    }
    // In the order of the file.
    std::ranges::sort(used);
    for (const LayerChannel* const channel : used) {
      std::erase_if(usual_layer(channel), [&](const LayerChannel& each) { return each.full == channel->full; });
      layers[name].push_back(*channel);
    }
  }
}

Layers layers_of(const ExrPart& part) {
  Layers layers;
  for (const std::string& channel : part.channels) {
    const std::size_t own = channel.rfind('.') + 1;  // 0 if there is no point
    layers[{channel.substr(0, own), ""}].push_back({channel.substr(own), channel});
  }
  join_leading_letters(part, layers);
  return layers;
}

/// The names of an image's channels as one: "RGB", or "red green blue".
std::string joined_names(std::span<const LayerChannel* const> channels) {
  const bool has_words = std::ranges::any_of(channels, [](const LayerChannel* each) { return each->own.size() > 1; });
  std::string names;
  for (const LayerChannel* const each : channels) {
    names += (has_words && !names.empty() ? " " : "") + each->own;
  }
  return names;
}

/// The place of a layer in the list of pictures: the image itself before its passes, and numbers of objects last.
int rank_of(const LayerName& layer) {
  const std::string name = to_small(layer.before + layer.after);
  constexpr std::string_view images[] = {"combined.", "beauty.", "rgba.", "rgb.", ".combined", ".beauty"};
  if (name.find("crypto") != std::string::npos) {
    return 2;
  }
  return name.empty() || name == "." ||
                 std::ranges::any_of(images, [&](std::string_view image) { return name.ends_with(image); })
             ? 0
             : 1;
}

void add_pictures(const ExrPart& part, std::size_t number, const std::string& prefix, std::vector<ExrPicture>& whole,
                  std::vector<ExrPicture>& single) {
  const Layers by_name = layers_of(part);
  std::vector<std::pair<LayerName, std::vector<LayerChannel>>> layers(by_name.begin(), by_name.end());
  std::ranges::stable_sort(layers, {}, [](const auto& layer) { return rank_of(layer.first); });
  for (const auto& [layer, channels] : layers) {
    const std::string_view letters = set_of(channels, sets);
    const std::vector<const LayerChannel*> used = channels_of(channels, letters);
    if (!letters.empty()) {
      ExrPicture picture{prefix + layer.before + joined_names(used) + layer.after,
                         number,
                         {},
                         letters.ends_with('A') && rank_of(layer) < 2};
      std::ranges::transform(used, std::back_inserter(picture.channels), &LayerChannel::full);
      whole.push_back(std::move(picture));
    }
    for (const LayerChannel& channel : channels) {
      const bool is_of_set = std::ranges::find(used, &channel) != used.end();
      if (is_of_set && letters.size() == 1) {
        continue;
      }
      (is_of_set ? single : whole).push_back({prefix + channel.full, number, {channel.full}});
    }
  }
}

}  // namespace

ExrPictures exr_pictures(std::span<const ExrPart> parts) {
  std::vector<ExrPicture> whole;
  std::vector<ExrPicture> single;
  for (std::size_t number = 0; number < parts.size(); ++number) {
    const ExrPart& part = parts[number];
    const std::string name = part.name.empty() ? std::to_string(number + 1) : part.name;
    if (part.is_deep) {
      whole.push_back({parts.size() > 1 ? name : "deep", number, {}});
    } else {
      add_pictures(part, number, parts.size() > 1 ? name + "/" : "", whole, single);
    }
  }
  ExrPictures pictures{whole, whole.size()};
  pictures.all.insert(pictures.all.end(), single.begin(), single.end());
  return pictures;
}

}  // namespace texelscope::app
