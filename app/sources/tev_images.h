#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/sources/source_drawing.h"
#include "app/sources/source_table.h"
#include "app/sources/tev_message.h"

namespace texelscope::app {

/// The images that programs created with tev's protocol, by name: any connection may update them. Each group of
/// channels of an image is an array of the table: red, green, blue and alpha together, any other channel alone. For the
/// receiving thread.
class TevImages {
 public:
  explicit TevImages(SourceTable& table) : table_{table} {}

  /// Creates an image of zeros. An image of the same name, size and channels becomes zero; another one of that name
  /// ends. @throws FileError for absurd sizes.
  void create(std::uint64_t connection, const SourceProcess& process, const TevCreateImage& message);
  /// @throws FileError if there is no such image or channel, or for pixels outside the image.
  void update(std::uint64_t connection, const TevUpdateImage& message);
  [[nodiscard]] bool contains(const std::string& name) const { return images_.contains(name); }
  /// Ends an image, which leaves the list unless it is shown. Ignores other names.
  void close(const std::string& name);
  /// @returns whether text was left out. @throws FileError if there is no such image.
  bool draw(const TevVectorGraphics& message);

  /// Gives the table what is new, at most at the rate that suits an image's size.
  void publish();
  /// Milliseconds until publish() has something to do; -1 for none.
  [[nodiscard]] int milliseconds_to_wait() const;
  /// Ends the images that this connection created or updated last.
  void end(std::uint64_t connection);

 private:
  using Clock = std::chrono::steady_clock;

  struct Group {
    SourceKey key;
    std::string name;
    std::vector<std::string> channels;
    /// Interleaved, rows from the top; shared with frames that the window keeps.
    std::shared_ptr<std::vector<float>> values;
    std::uint64_t frames = 0;
    bool is_new = true;
    bool was_shown = false;
    Clock::time_point published{};
  };
  struct Image {
    std::uint64_t connection = 0;
    SourceProcess process{};
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::vector<std::string> channels{};
    std::vector<Group> groups{};
    std::vector<TevDrawingCommand> commands{};
    std::shared_ptr<const SourceDrawing> drawing{};
    bool has_ended = false;
  };

  [[nodiscard]] Image& image_named(const std::string& name);
  /// The group of a channel, and its position there; nothing if the image has no such channel.
  [[nodiscard]] static std::optional<std::pair<Group*, std::size_t>> find(Image& image, const std::string& channel);
  void list(Image& image, std::uint64_t connection);
  void end(Image& image);
  void forget_removed();
  [[nodiscard]] static Clock::duration interval(const Group& group);
  void publish(const Image& image, Group& group, bool takes_frame);

  SourceTable& table_;
  std::map<std::string, Image> images_;
  std::uint32_t last_number_ = 0;
};

}  // namespace texelscope::app
