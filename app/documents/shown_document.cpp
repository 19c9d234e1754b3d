#include <memory>
#include <optional>
#include <utility>

#include "app/documents/document.h"
#include "app/documents/lab_document.h"
#include "app/documents/picture_document.h"
#include "app/documents/scene_document.h"

namespace texelscope::app {

std::unique_ptr<Document> shown_document(Documents& documents) {
  if (documents.labs.is_any_open()) {
    return std::make_unique<LabDocument>(documents);
  }
  if (std::optional<PictureView> picture = picture_view(documents)) {
    return std::make_unique<PictureDocument>(documents, *std::move(picture));
  }
  if (current_scene(documents).movement != nullptr) {
    return std::make_unique<MovedSceneDocument>(documents);
  }
  return std::make_unique<SceneDocument>(documents);
}

std::unique_ptr<const Document> shown_document(const Documents& documents) {
  // Constant functions of a document change nothing.
  return shown_document(const_cast<Documents&>(documents));
}

void show_texel(Documents& documents, const Point& texel) {
  // At this zoom, the values of the texel and of its neighbors are visible.
  constexpr double least_zoom = 64;
  const std::unique_ptr<Document> document = shown_document(documents);
  const std::optional<DocumentView> shown = document->view();
  const Point first = shown ? shown->first : Point{};
  document->change_view([&](View& view, const ViewExtent& extent) {
    view.is_fit = false;
    view.zoom = std::max(view.zoom, least_zoom);
    view.center = {texel.x - first.x + 0.5, texel.y - first.y + 0.5};
    documents.viewport.picked = view.center;
    settle(view, extent);
  });
}

}  // namespace texelscope::app
