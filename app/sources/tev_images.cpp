#include "app/sources/tev_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <set>
#include <string_view>

#include "app/files/file_error.h"
#include "app/text/escape.h"
#include "inspect/protocol/message.h"

namespace texelscope::app {
namespace {

/// Maximum number of values of all images together.
constexpr std::uint64_t max_values = inspect::max_array_bytes / sizeof(float);
constexpr std::size_t max_images = 1024;

std::string shown_name(const std::string& name) {
  const std::string shown = shown_line(name, inspect::max_name_bytes / 2);
  return shown.empty() ? "image" : shown;
}

/// The channels that are shown together, in the order of the pixel: of each layer (the text up to the last period) its
/// R, G, B and A.
std::vector<std::vector<std::string>> grouped(const std::vector<std::string>& channels) {
  const std::set<std::string> all(channels.begin(), channels.end());
  std::set<std::string> done;
  std::vector<std::vector<std::string>> groups;
  for (const std::string& channel : channels) {
    if (done.contains(channel)) {
      continue;
    }
    const std::string layer = channel.substr(0, channel.rfind('.') + 1);
    std::vector<std::string> group = {channel};
    if (all.contains(layer + "R") && all.contains(layer + "G") && all.contains(layer + "B") &&
        std::string_view{"RGBA"}.find(channel.substr(layer.size())) != std::string_view::npos) {
      group = {layer + "R", layer + "G", layer + "B"};
      if (all.contains(layer + "A")) {
        group.push_back(layer + "A");
      }
    }
    done.insert(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  return groups;
}

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

void TevImages::create(std::uint64_t connection, const SourceProcess& process, const TevCreateImage& message) {
  const std::string shown = shown_name(message.name);
  const std::int64_t pixels = std::int64_t{message.width} * message.height;
  if (message.width <= 0 || message.height <= 0 || message.channels.empty()) {
    throw FileError(fmt::format("\"{}\" has {} × {} pixels of {} channels", shown, message.width, message.height,
                                message.channels.size()));
  }
  forget_removed();
  const auto known = images_.find(message.name);
  if (known != images_.end()) {
    Image& image = known->second;
    if (image.width == message.width && image.height == message.height && image.channels == message.channels) {
      for (Group& group : image.groups) {
        group.values = std::make_shared<std::vector<float>>(group.values->size());
        group.is_new = true;
      }
      image.commands.clear();
      image.drawing.reset();
      list(image, connection);
      if (message.grabs_focus) {
        table_.ask_to_show(image.groups.front().key);
      }
      return;
    }
    close(message.name);
  }
  std::uint64_t values = 0;
  for (const auto& [name, image] : images_) {
    values += static_cast<std::uint64_t>(image.width * image.height) * image.channels.size();
  }
  const auto wanted = static_cast<std::uint64_t>(pixels);
  if (wanted > (max_values - std::min(values, max_values)) / message.channels.size() || images_.size() >= max_images ||
      table_.count() + message.channels.size() > inspect::max_arrays) {
    throw FileError(
        fmt::format("\"{}\" with {} × {} pixels of {} channels is too much beside the {} images that are open ({} "
                    "values); close some of them",
                    shown, message.width, message.height, message.channels.size(), images_.size(), values));
  }
  Image image{.process = process, .width = message.width, .height = message.height, .channels = message.channels};
  const std::vector<std::vector<std::string>> groups = grouped(message.channels);
  for (const std::vector<std::string>& channels : groups) {
    std::string name = shown;
    if (groups.size() > 1 && channels.front() != "R") {
      const std::string& first = channels.front();
      const std::size_t layer = first.rfind('.') + 1;
      name = shown_line(fmt::format("{}: {}", shown, channels.size() == 1 ? first : first.substr(0, layer) + "RGB"),
                        inspect::max_name_bytes);
    }
    image.groups.push_back({.key = {connection, ++last_number_},
                            .name = std::move(name),
                            .channels = channels,
                            .values = std::make_shared<std::vector<float>>(wanted * channels.size())});
  }
  list(image, connection);
  if (message.grabs_focus) {
    table_.ask_to_show(image.groups.front().key);
  }
  images_.insert_or_assign(message.name, std::move(image));
}

void TevImages::list(Image& image, std::uint64_t connection) {
  image.connection = connection;
  image.has_ended = false;
  for (const Group& group : image.groups) {
    table_.add(group.key, image.process, group.name, true);
  }
}

TevImages::Image& TevImages::image_named(const std::string& name) {
  const auto found = images_.find(name);
  if (found == images_.end()) {
    throw FileError(fmt::format("there is no image \"{}\"", shown_name(name)));
  }
  return found->second;
}

std::optional<std::pair<TevImages::Group*, std::size_t>> TevImages::find(Image& image, const std::string& channel) {
  for (Group& group : image.groups) {
    const auto at = std::ranges::find(group.channels, channel);
    if (at != group.channels.end()) {
      return std::pair{&group, static_cast<std::size_t>(at - group.channels.begin())};
    }
  }
  return std::nullopt;
}

void TevImages::update(std::uint64_t connection, const TevUpdateImage& message) {
  Image& image = image_named(message.name);
  if (message.x < 0 || message.y < 0 || message.width > image.width - message.x ||
      message.height > image.height - message.y) {
    throw FileError(fmt::format("an update of {} × {} pixels at x {}, y {} is not within the {} × {} of \"{}\"",
                                message.width, message.height, message.x, message.y, image.width, image.height,
                                shown_name(message.name)));
  }
  // An update is applied whole or not at all.
  std::vector<std::pair<Group*, std::size_t>> targets;
  for (const TevChannel& channel : message.channels) {
    const auto target = find(image, channel.name);
    if (!target) {
      throw FileError(
          fmt::format("\"{}\" has no channel \"{}\"", shown_name(message.name), shown_line(channel.name, 40)));
    }
    targets.push_back(*target);
  }
  if (image.has_ended || image.connection != connection) {
    list(image, connection);
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto [group, position] = targets[i];
    // The window keeps frames; the fence orders its last reading before this writing.
    if (group->values.use_count() > 1) {
      group->values = std::make_shared<std::vector<float>>(*group->values);
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    const auto channels = static_cast<std::int64_t>(group->channels.size());
    const std::byte* from = message.values.data() + message.channels[i].offset * std::int64_t{sizeof(float)};
    for (std::int64_t row = 0; row < message.height; ++row) {
      float* to = group->values->data() + ((message.y + row) * image.width + message.x) * channels + position;
      for (std::int64_t column = 0; column < message.width; ++column, to += channels) {
        const std::int64_t pixel = row * message.width + column;
        std::memcpy(to, from + pixel * message.channels[i].stride * std::int64_t{sizeof(float)}, sizeof(float));
      }
    }
    group->is_new = true;
  }
}

void TevImages::close(const std::string& name) {
  const auto found = images_.find(name);
  if (found == images_.end()) {
    return;
  }
  end(found->second);
  for (const Group& group : found->second.groups) {
    if (!table_.is_shown(group.key)) {
      table_.remove(group.key);
    }
  }
  images_.erase(found);
}

bool TevImages::draw(const TevVectorGraphics& message) {
  Image& image = image_named(message.name);
  if (!message.appends) {
    image.commands.clear();
  }
  if (image.commands.size() + message.commands.size() > max_tev_commands) {
    throw FileError(
        fmt::format("the drawing over \"{}\" has more than {} commands", shown_name(message.name), max_tev_commands));
  }
  image.commands.insert(image.commands.end(), message.commands.begin(), message.commands.end());
  image.drawing = std::make_shared<const SourceDrawing>(drawing_of(image.commands));
  for (Group& group : image.groups) {
    group.is_new = true;
  }
  return image.drawing->has_text;
}

TevImages::Clock::duration TevImages::interval(const Group& group) {
  constexpr std::uint64_t values_of_a_millisecond = std::uint64_t{256} * 1024;
  return std::chrono::milliseconds(30 + group.values->size() / values_of_a_millisecond);
}

void TevImages::publish(const Image& image, Group& group, bool takes_frame) {
  const auto channels = static_cast<std::int64_t>(group.channels.size());
  SourceDescription description{.name = group.name, .type = gpu::element_type_of<float>, .layout = {}};
  const gpu::Dimensions shape =
      channels == 1 ? gpu::Dimensions{image.height, image.width} : gpu::Dimensions{image.height, image.width, channels};
  description.layout = gpu::StridedLayout(shape, std::int64_t{sizeof(float)});
  description.bytes = group.values->size() * sizeof(float);
  description.time = now();
  std::shared_ptr<const SourceFrame> frame;
  if (takes_frame) {
    const std::shared_ptr<const std::vector<float>> values = group.values;
    frame = std::make_shared<const SourceFrame>(
        SourceFrame{.number = ++group.frames,
                    .view = gpu::StridedMemoryView::from_host(std::as_bytes(std::span{*values}), description.layout,
                                                              description.type, values),
                    .time = description.time,
                    .drawing = image.drawing});
  }
  table_.update(group.key, description, std::move(frame));
}

void TevImages::publish() {
  for (auto& [name, image] : images_) {
    for (Group& group : image.groups) {
      const bool is_shown = table_.is_shown(group.key);
      const bool has_appeared = !std::exchange(group.was_shown, is_shown) && is_shown;
      if ((group.is_new && Clock::now() - group.published >= interval(group)) || has_appeared) {
        publish(image, group, is_shown);
        group.is_new = false;
        group.published = Clock::now();
      }
    }
  }
}

int TevImages::milliseconds_to_wait() const {
  std::optional<Clock::time_point> due;
  for (const auto& [name, image] : images_) {
    for (const Group& group : image.groups) {
      if (group.is_new) {
        const Clock::time_point own = group.published + interval(group);
        due = due ? std::min(*due, own) : own;
      }
    }
  }
  if (!due) {
    return -1;
  }
  const auto rest = std::chrono::ceil<std::chrono::milliseconds>(*due - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(rest, 0, 10'000));
}

void TevImages::end(Image& image) {
  for (Group& group : image.groups) {
    // The last state stays in the window.
    publish(image, group, true);
    group.is_new = false;
    table_.end(group.key);
  }
  image.has_ended = true;
}

void TevImages::end(std::uint64_t connection) {
  for (auto& [name, image] : images_) {
    if (image.connection == connection && !image.has_ended) {
      end(image);
    }
  }
}

void TevImages::forget_removed() {
  std::erase_if(images_, [this](const auto& entry) {
    return entry.second.has_ended &&
           std::ranges::none_of(entry.second.groups, [this](const Group& group) { return table_.contains(group.key); });
  });
}

}  // namespace texelscope::app
