#include "app/panels/lab_registry.h"

#include <array>

#include "app/panels/copy_lab/declaration.h"
#include "app/panels/interop_lab/declaration.h"
#include "app/panels/kernel_lab/declaration.h"
#include "app/panels/layout_lab/declaration.h"
#include "app/panels/lifetime_lab/declaration.h"
#include "app/panels/stream_lab/declaration.h"
#include "app/panels/surface_lab/declaration.h"
#include "app/panels/tensor_lab/declaration.h"
#include "app/panels/texture_lab/declaration.h"

namespace texelscope::app {

std::span<const LabDeclaration> labs() {
  static const std::array all = {layout_lab_declaration(),   copy_lab_declaration(),    texture_lab_declaration(),
                                 surface_lab_declaration(),  kernel_lab_declaration(),  stream_lab_declaration(),
                                 lifetime_lab_declaration(), interop_lab_declaration(), tensor_lab_declaration()};
  return all;
}

}  // namespace texelscope::app
