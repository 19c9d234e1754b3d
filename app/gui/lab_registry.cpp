#include "app/gui/lab_registry.h"

#include <array>

namespace texelscope::app {

// Every lab, in the order of their keys. Each is declared at the end of panel/main.cpp in its folder.
#define TEXELSCOPE_LABS(LAB) \
  LAB(layout)                \
  LAB(copy) LAB(texture) LAB(surface) LAB(kernel) LAB(lifetime) LAB(stream) LAB(interop) LAB(tensor) LAB(access)
#define TEXELSCOPE_DECLARE_LAB(name) extern const LabDeclaration name##_lab;
TEXELSCOPE_LABS(TEXELSCOPE_DECLARE_LAB)

std::span<const LabDeclaration> labs() {
#define TEXELSCOPE_NAME_LAB(name) name##_lab,
  static const std::array all{TEXELSCOPE_LABS(TEXELSCOPE_NAME_LAB)};
  return all;
}

}  // namespace texelscope::app
