#include "app/gui/lab_registry.h"

#include <array>

#include "app/labs/copy/panel/declaration.h"
#include "app/labs/interop/panel/declaration.h"
#include "app/labs/kernel/panel/declaration.h"
#include "app/labs/layout/panel/declaration.h"
#include "app/labs/lifetime/panel/declaration.h"
#include "app/labs/stream/panel/declaration.h"
#include "app/labs/surface/panel/declaration.h"
#include "app/labs/tensor/panel/declaration.h"
#include "app/labs/texture/panel/declaration.h"

namespace texelscope::app {

std::span<const LabDeclaration> labs() {
  static const std::array all = {layout_lab_declaration(),   copy_lab_declaration(),    texture_lab_declaration(),
                                 surface_lab_declaration(),  kernel_lab_declaration(),  stream_lab_declaration(),
                                 lifetime_lab_declaration(), interop_lab_declaration(), tensor_lab_declaration()};
  return all;
}

}  // namespace texelscope::app
