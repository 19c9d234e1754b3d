#include "app/images/formats/exr_parts.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace texelscope::app {
namespace {

/// Channels that form an image, one letter each; the first set that a layer contains completely is used.
constexpr std::string_view sets[] = {"RGBA", "RGB", "RG", "XYZ", "YA", "UV", "Y"};

std::string joined(std::string_view layer, std::string_view channel) {
  return layer.empty() ? std::string(channel) : std::string(layer) + "." + std::string(channel);
}

/// Each layer with the names of its channels, without the layer's name.
std::map<std::string, std::vector<std::string>> layers_of(const ExrPart& part) {
  std::map<std::string, std::vector<std::string>> layers;
  for (const std::string& channel : part.channels) {
    const std::size_t point = channel.rfind('.');
    const bool has_layer = point != std::string::npos;
    layers[has_layer ? channel.substr(0, point) : ""].push_back(has_layer ? channel.substr(point + 1) : channel);
  }
  return layers;
}

void add_pictures(const ExrPart& part, std::size_t number, const std::string& prefix, std::vector<ExrPicture>& whole,
                  std::vector<ExrPicture>& single) {
  for (const auto& [layer, channels] : layers_of(part)) {
    const auto has = [&](char channel) {
      return std::ranges::find(channels, std::string(1, channel)) != channels.end();
    };
    const auto* const set =
        std::ranges::find_if(sets, [&](std::string_view candidate) { return std::ranges::all_of(candidate, has); });
    const std::string_view letters = set != std::end(sets) ? *set : std::string_view();
    if (!letters.empty()) {
      ExrPicture picture{prefix + joined(layer, letters), number, {}};
      for (const char letter : letters) {
        picture.channels.push_back(joined(layer, std::string(1, letter)));
      }
      whole.push_back(picture);
    }
    for (const std::string& channel : channels) {
      const bool is_of_set = channel.size() == 1 && letters.find(channel) != std::string_view::npos;
      const std::string name = joined(layer, channel);
      if (is_of_set && letters.size() == 1) {
        continue;
      }
      (is_of_set ? single : whole).push_back({prefix + name, number, {name}});
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
