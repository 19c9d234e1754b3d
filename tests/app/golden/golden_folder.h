#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/golden/manifest.h"
#include "app/images/image_file.h"
#include "app/scenes/registry.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {

/// A frame that depends only on the entry, so that golden rules can be tested without a device. Its values are in the
/// range 10 to 209.
[[nodiscard]] inline app::Image drawn_frame(const app::GoldenEntry& entry) {
  app::Image image{entry.width, entry.height, 4, gpu::DataType::uint8, {}};
  image.pixels.resize(static_cast<std::size_t>(entry.width) * static_cast<std::size_t>(entry.height) * 4);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    image.pixels[i] = static_cast<std::byte>(10 + (i * 7 + entry.name.size() + entry.frame) % 200);
  }
  return image;
}

/// Golden frames of all scenes, created by drawn_frame().
class GoldenFolder {
 public:
  GoldenFolder() {
    for (const app::SceneDeclaration& scene : app::scenes()) {
      app::GoldenEntry entry;
      entry.name = entry.scene = scene.name;
      entry.frame = scene.default_frame;
      entry.width = 8;
      entry.height = 6;
      keep(entry);
    }
    save();
  }

  /// Adds an entry with its image; save() writes the manifest.
  void keep(app::GoldenEntry entry) {
    const app::Image frame = drawn_frame(entry);
    entry.pixels = app::pixel_hash(frame);
    app::save_png(app::picture_path(folder.path(), entry), frame);
    manifest.entries.push_back(std::move(entry));
  }
  void save() const { app::save_manifest(folder.path(), manifest); }

  TemporaryFolder folder;
  app::GoldenManifest manifest;
};

}  // namespace texelscope::tests
