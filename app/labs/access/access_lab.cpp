#include "app/labs/access/access_lab.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <string_view>
#include <utility>

#include "app/accesses/access_file.h"
#include "app/accesses/recorded_scenes.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/labs/access/nan_steps.h"
#include "app/labs/lab_setting.h"

namespace texelscope::app {
namespace {

/// The hazards of a recording, with short names of files.
std::vector<std::string> texts_of_hazards(const RecordedAccesses& recorded) {
  std::vector<std::string> texts;
  if (!recorded.hazards) {
    return texts;
  }
  const gpu::AccessRecording& whole = recorded.recording;
  gpu::AccessRecording shortened{
      .launches = whole.launches, .objects = whole.objects, .sites = whole.sites, .accesses = {}};
  for (gpu::AccessSite& site : shortened.sites) {
    site = short_site(std::move(site));
  }
  for (const Hazard& hazard : *recorded.hazards) {
    texts.push_back(hazard_text(hazard, shortened));
  }
  return texts;
}

constexpr std::array<std::string_view, 4> tabs = {"picture", "pixel", "lines", "hazards"};
constexpr std::string_view ending = ".accesses";
constexpr std::uintmax_t max_source_bytes = std::uintmax_t{4} << 20U;

bool is_inside(const AccessPixel& pixel, const Image& image) { return pixel.x < image.width && pixel.y < image.height; }

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    lines.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

LabSettings AccessLab::declare_settings() { return {"accesses lab", {{"tab", choice_of(tab, tabs)}}}; }

bool AccessLab::is_opened_by(const std::filesystem::path& path) const { return path.extension() == ending; }

bool AccessLab::take_file(const std::filesystem::path& path) {
  if (!is_opened_by(path)) {
    return false;
  }
  auto study = std::make_shared<AccessStudy>();
  study->title = path.filename().string();
  study->recorded = read_accesses(path);
  study->reads_sources = false;
  take_study(std::move(study), false);
  return true;
}

std::function<void(std::ostream&)> AccessLab::file_writer() const {
  return [study = study_](std::ostream& out) {
    if (!study) {
      throw FileError("there is no recording to save; press Record first");
    }
    write_accesses(out, study->recorded);
  };
}

std::optional<WorkInProgress> AccessLab::work_in_progress() const {
  if (!progress_) {
    return std::nullopt;
  }
  const std::uint64_t all = progress_->all;
  return WorkInProgress{
      "Recording " + title_,
      all < 2 ? std::nullopt : std::optional{static_cast<double>(progress_->done) / static_cast<double>(all)}};
}

LabView AccessLab::shown_view() { return picture_ ? LabView{&view, view_extent} : LabView{}; }

void AccessLab::request(AccessSource wanted, std::optional<AccessPixel> around) {
  if (!is_recording()) {
    request_ = {wanted, around};
  }
}

std::shared_ptr<AccessProgress> AccessLab::begin(std::string title) {
  title_ = std::move(title);
  error_.clear();
  is_cancelled_ = false;
  progress_ = std::make_shared<AccessProgress>();
  return progress_;
}

void AccessLab::fail(std::string error) {
  error_ = std::move(error);
  progress_.reset();
}

void AccessLab::take_study(std::shared_ptr<const AccessStudy> study, bool is_detail) {
  progress_.reset();
  error_.clear();
  if (is_detail) {
    detail_ = std::move(study);
    find_history();
    return;
  }
  study_ = std::move(study);
  detail_.reset();
  sources_.clear();
  launch.reset();
  hazard_texts_ = texts_of_hazards(study_->recorded);
  if (pixel_surface_ || !study_->frame || (pixel_ && !is_inside(*pixel_, *study_->frame))) {
    pixel_.reset();
  }
  pixel_surface_.reset();
  maps_ = texel_map_choices(study_->recorded);
  const gpu::AccessRecording& recording = study_->recorded.recording;
  lines_ = lines_by_place(study_->recorded);
  launches_.clear();
  for (const gpu::AccessLaunch& recorded : recording.launches) {
    LaunchSums sums{.launch = recorded.number};
    for (const LineMap& line : study_->recorded.lines) {
      sums.accesses += line.launch == recorded.number ? line.accesses : 0;
    }
    if (sums.accesses > 0 || !recorded.is_recordable) {
      launches_.push_back(sums);
    }
  }
  choose_map(study_->frame || maps_.empty() ? std::nullopt : std::optional{std::size_t{0}});
  find_history();
  look_closer();
}

void AccessLab::choose_map(std::optional<std::size_t> map) {
  map_ = map;
  picture_ = map_ ? texel_map_picture(study_->recorded, maps_[*map_]) : study_->frame;
}

std::optional<std::uint32_t> AccessLab::shown_surface() const {
  const std::optional<std::uint32_t> of_frame = study_ ? frame_surface(study_->recorded) : std::nullopt;
  if (!map_) {
    return of_frame;
  }
  const std::vector<gpu::AccessObject>& objects = study_->recorded.recording.objects;
  const std::uint32_t object = study_->recorded.counts[maps_[*map_].counts].object;
  if (of_frame && objects[*of_frame].memory == objects[object].memory) {
    return of_frame;
  }
  return objects[object].kind == gpu::AccessObject::Kind::surface ? std::optional{object} : std::nullopt;
}

void AccessLab::choose_pixel(AccessPixel pixel) {
  const std::optional<std::uint32_t> surface = shown_surface();
  if (!surface) {
    return;
  }
  const bool is_of_frame = surface == frame_surface(study_->recorded);
  pixel_ = pixel;
  pixel_surface_ = is_of_frame ? std::nullopt : surface;
  detail_.reset();
  find_history();
  look_closer();
}

void AccessLab::look_closer() {
  if (pixel_ && !pixel_surface_ && history_.empty() && num_dropped(study_->recorded.recording) > 0 &&
      study_->reads_sources) {
    request(source, pixel_);
  }
}

void AccessLab::choose_hazard(const Hazard& hazard) {
  const gpu::AccessRecording& recording = study_->recorded.recording;
  const auto show = [&](std::optional<std::size_t> map, const std::optional<HistoryPixel>& pixel) {
    if (pixel) {
      choose_map(map);
      choose_pixel({static_cast<int>(pixel->x), static_cast<int>(pixel->y)});
      tab = AccessTab::pixel;
    }
    return pixel.has_value();
  };
  const std::optional<std::uint32_t> of_frame = frame_surface(study_->recorded);
  if (of_frame && study_->frame && show(std::nullopt, pixel_of(recording, hazard, *of_frame))) {
    return;
  }
  for (std::size_t map = 0; map < maps_.size(); ++map) {
    const std::uint32_t object = study_->recorded.counts[maps_[map].counts].object;
    if (maps_[map].is_of_writes && recording.objects[object].kind == gpu::AccessObject::Kind::surface &&
        show(map, pixel_of(recording, hazard, object))) {
      return;
    }
  }
}

void AccessLab::find_history() {
  history_.clear();
  write_ = 0;
  access_.reset();
  fetch_.reset();
  nan_steps_.clear();
  const AccessStudy* const study = detail();
  const std::optional<std::uint32_t> surface = study == nullptr ? std::nullopt
                                               : pixel_surface_ ? pixel_surface_
                                                                : frame_surface(study->recorded);
  if (!pixel_ || !surface) {
    return;
  }
  const gpu::Extent extent = study->recorded.recording.objects[*surface].array.copy_extent();
  const auto x = static_cast<std::uint64_t>(pixel_->x);
  const auto y = static_cast<std::uint64_t>(pixel_->y);
  if (pixel_->x < 0 || pixel_->y < 0 || x >= extent.width() || y >= extent.height()) {
    return;
  }
  history_ = pixel_history(study->recorded.recording,
                           {*surface, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
  if (!history_.empty()) {
    choose_write(history_.size() - 1);
  }
}

void AccessLab::choose_access(std::size_t access) {
  access_ = access;
  fetch_ = fetch_of(detail()->recorded, detail()->title, access);
}

void AccessLab::choose_write(std::size_t write) {
  write_ = write;
  choose_access(history_.at(write).access);
  nan_steps_.clear();
  // The last NaN of the thread: a write of integers has none, but what the thread read before may.
  const std::vector<std::size_t> own = thread_accesses(*access_);
  for (auto at = own.rbegin(); at != own.rend() && nan_steps_.empty(); ++at) {
    if (*at <= *access_) {
      nan_steps_ = app::nan_steps(detail()->recorded, *at);
    }
  }
}

const std::string& AccessLab::source_line(const AccessStudy& study, const gpu::SourcePlace& place) {
  static const std::string none;
  if (place.line < 1 || !study.reads_sources) {
    return none;
  }
  auto found = std::ranges::find(sources_, place.file, &std::pair<std::string, std::vector<std::string>>::first);
  if (found == sources_.end()) {
    std::vector<std::string> lines;
    if (place.file == study.source_name) {
      lines = lines_of(study.source);
    } else {
      try {
        const std::vector<std::byte> file = read_file(find_scene_source(place.file), max_source_bytes);
        lines = lines_of({reinterpret_cast<const char*>(file.data()), file.size()});
      } catch (const FileError&) {
        // Installed packages have no sources: the line's number is enough.
      }
    }
    found = sources_.insert(sources_.end(), {place.file, std::move(lines)});
  }
  const auto line = static_cast<std::size_t>(place.line) - 1;
  return line < found->second.size() ? found->second[line] : none;
}

}  // namespace texelscope::app
