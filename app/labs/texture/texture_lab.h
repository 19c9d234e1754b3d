#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/labs/capabilities.h"
#include "app/labs/lab.h"
#include "app/labs/texture/texture_picture.h"
#include "app/labs/texture/texture_sampler.h"
#include "app/labs/texture/texture_signal.h"
#include "app/labs/texture/texture_view.h"
#include "app/labs/texture/texture_work.h"

namespace texelscope::app {

/// The view shown: two views of data, two of text.
enum class TextureTab : std::uint8_t { picture, signal, probe, code };
enum class TextureCode : std::uint8_t { cuda, cuda_core, cpp };

/// The displayed images of both descriptors.
struct TexturePictures {
  std::array<FetchedPicture, 2> fetched;
  std::array<std::shared_ptr<const Image>, 2> images;
  std::shared_ptr<const Image> difference;
  BitDifferences bits;
  /// Screen pixels per fetch.
  int pixel_size = 1;
};

/// The texture lab: its settings, the texels, and the samples of a device.
class TextureLab : public LabState,
                   public TakesFiles,
                   public TakesFetches,
                   public WorksOnPictures,
                   public Runs,
                   public ShowsPicture {
 public:
  TextureLab();
  ~TextureLab() override;

  /// Typed texels as their extents and numbers, because an additional blank can change the texels.
  [[nodiscard]] std::string as_read(std::string_view name, const std::string& value) const override;

  /// Accepts an .npy file or an image as the source.
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override;
  /// Probes the fetch with its own texels and descriptor, as descriptor A.
  void take_fetch(std::shared_ptr<const OfferedFetch> fetch) override;
  /// Probes the texel with descriptor A, which samples as the picture is sampled.
  void work_on(const SeenPicture& seen) override;
  [[nodiscard]] std::vector<std::filesystem::path> files_to_read() const override;
  void wait_for_file() override;
  [[nodiscard]] bool is_busy() const override { return is_picture_drawn_ && (needs_finer_ || has_unseen_picture_); }
  [[nodiscard]] bool can_run() const override { return true; }
  /// Reloads files and samples again.
  void run() override;
  /// The results of the displayed descriptor's fetches, a value for each pixel and channel; or their difference as
  /// displayed.
  [[nodiscard]] OfferedPicture shown_picture() const override;
  [[nodiscard]] bool shows_picture() const override { return !shown_fetches().texels.empty(); }
  void release() override;

  TextureInput input;
  /// The descriptor that is edited in the properties.
  std::size_t edited = 0;
  TextureComparison comparison = TextureComparison::a;
  /// The position of the handle, 0 … 1 across the image.
  double split = 0.5;
  ShownChannels channels = ShownChannels::color;
  /// log2 of the factor of differences.
  int gain_log2 = 4;
  bool has_grid = true;
  TextureView view;
  TextureProbe probe;
  SignalInput signal_input;
  /// The last chosen view, and the last chosen view of each pair, for windows with room for two views.
  TextureTab tab = TextureTab::picture;
  TextureTab text = TextureTab::probe;
  TextureCode code = TextureCode::cuda;

  /// Applies the choices made since the last call.
  void update();
  [[nodiscard]] const TextureWork& work() const { return work_; }
  /// Whether a descriptor is part of the display.
  [[nodiscard]] bool shows(std::size_t side) const;
  /// The descriptor of a position in the image.
  [[nodiscard]] std::size_t side_at(double part) const;
  void choose_tab(TextureTab chosen);
  /// If the current resource and levels cannot be read, chooses others that can.
  void choose_resource(gpu::ResourceKind resource);

  /// Binds changes on the device, if there is one.
  void prepare(const std::optional<gpu::Device>& device);
  /// Samples what has changed for an image of this many pixels: coarsely during changes, finely at rest.
  void sample(const std::optional<gpu::Device>& device, int width, int height);
  [[nodiscard]] const TexturePictures& pictures() const { return pictures_; }
  /// Moves the probe to the fetch of a pixel of the image.
  void probe_pixel(std::size_t side, Point part, int width, int height);
  /// The fetch of the probe for a descriptor.
  [[nodiscard]] kernels::TextureFetch probe_fetch(std::size_t side) const;
  /// The explanation of the probe's fetch; fetches on the device if the input has changed.
  [[nodiscard]] const ProbeResult& probe_result(std::size_t side);
  /// The position of the probe in the image; nothing if it is on a different face of a cube map.
  [[nodiscard]] std::optional<Point> probe_position() const;
  /// The signal along the line, as `count` samples; sampled on the device if the input has changed.
  [[nodiscard]] const TextureSignal& signal(int count);
  /// The ends of the line.
  [[nodiscard]] std::array<Point, 2> signal_line() const;
  /// The device's error; empty if there is none.
  [[nodiscard]] const std::string& device_error() const { return device_error_; }

 private:
  /// The input for which the images were sampled.
  struct Sampled {
    int revision = -1;
    TextureView view;
    int width = 0;
    int height = 0;
    TextureComparison comparison = TextureComparison::a;
    ShownChannels channels = ShownChannels::color;
    int gain_log2 = 0;
    bool operator==(const Sampled&) const = default;
  };
  [[nodiscard]] LabSettings declare_settings() override;
  void begin_setting() override { is_worked_out_ = false; }
  void fail(const std::string& error);
  [[nodiscard]] const FetchedPicture& shown_fetches() const {
    return pictures_.fetched[comparison == TextureComparison::b ? 1 : 0];
  }
  void fill_pictures(const Sampled& wanted, int pixel_size);

  TextureWork work_;
  /// Counts the changes of work_.
  int revision_ = 0;
  bool reads_again_ = false;
  bool is_worked_out_ = false;
  /// Screen pixels per texel that the view is to have.
  std::optional<double> wanted_zoom_;
  std::optional<TextureSampler> sampler_;
  int bound_revision_ = -1;
  std::array<bool, 2> bound_sides_{};
  int bound_texels_ = -1;
  std::optional<Sampled> sampled_;
  TexturePictures pictures_;
  /// Since the last update().
  bool is_picture_drawn_ = false;
  bool needs_finer_ = false;
  /// Images that were sampled in a frame are visible in the next.
  bool has_unseen_picture_ = false;
  double seconds_per_fetch_ = 5e-8;
  std::string device_error_;
  struct Probed {
    int revision = -1;
    TextureProbe probe;
    ProbeResult result;
  };
  std::array<Probed, 2> probed_;
  struct Signalled {
    int revision = -1;
    std::array<Point, 2> line;
    SignalInput input;
    TextureComparison comparison = TextureComparison::a;
    int count = 0;
    TextureSignal signal;
  };
  Signalled signalled_;
};

}  // namespace texelscope::app
