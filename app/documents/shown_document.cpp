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

}  // namespace texelscope::app
