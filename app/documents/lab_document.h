#pragma once

#include "app/documents/document.h"

namespace texelscope::app {

/// The open lab, as far as its capabilities allow.
class LabDocument : public Document {
 public:
  explicit LabDocument(Documents& documents) : documents_{documents} {}

  [[nodiscard]] std::string_view noun() const override { return "picture"; }
  [[nodiscard]] std::optional<DocumentView> view() const override {
    auto* const lab = current_capability<HasView>(documents_.labs);
    const LabView seen = lab != nullptr ? lab->shown_view() : LabView{};
    return seen.view != nullptr ? std::optional{DocumentView{*seen.view, seen.extent}} : std::nullopt;
  }
  void set_view(const View& view) override { *current_capability<HasView>(documents_.labs)->shown_view().view = view; }
  [[nodiscard]] double zoom_factor() const override { return documents_.viewport.view.zoom; }
  [[nodiscard]] bool has_picture() const override {
    const auto* const lab = current_capability<ShowsPicture>(documents_.labs);
    return lab != nullptr && lab->shows_picture();
  }
  [[nodiscard]] OfferedPicture picture() const override {
    return current_capability<ShowsPicture>(documents_.labs)->shown_picture();
  }
  [[nodiscard]] const Exports* exports() const override { return current_capability<Exports>(documents_.labs); }
  [[nodiscard]] std::optional<WorkInProgress> work_in_progress() const override {
    const auto* const lab = current_capability<WorksLong>(documents_.labs);
    return lab != nullptr ? lab->work_in_progress() : std::nullopt;
  }
  void cancel_work() override {
    if (auto* const lab = current_capability<WorksLong>(documents_.labs)) {
      lab->cancel_work();
    }
  }

 private:
  Documents& documents_;
};

}  // namespace texelscope::app
