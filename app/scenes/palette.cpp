#include "app/scenes/palette.h"

#include <array>

#include "app/text/parameter.h"

namespace texelscope::app {
namespace {

struct NamedPalette {
  const char* name;
  Palette palette;
};

// Lightness increases from stop to stop, so that values retain their order in gray; only "opal" is cyclic.
constexpr std::array palettes{
    NamedPalette{"aurora",
                 {{{0.02F, 0.02F, 0.10F},
                   {0.10F, 0.08F, 0.36F},
                   {0.08F, 0.28F, 0.58F},
                   {0.06F, 0.52F, 0.60F},
                   {0.32F, 0.76F, 0.52F},
                   {0.78F, 0.92F, 0.54F},
                   {1.00F, 0.99F, 0.84F}}}},
    NamedPalette{"ember",
                 {{{0.02F, 0.01F, 0.04F},
                   {0.20F, 0.04F, 0.24F},
                   {0.50F, 0.07F, 0.28F},
                   {0.80F, 0.20F, 0.18F},
                   {0.96F, 0.48F, 0.14F},
                   {1.00F, 0.80F, 0.36F},
                   {1.00F, 0.98F, 0.86F}}}},
    NamedPalette{"ocean",
                 {{{0.01F, 0.02F, 0.08F},
                   {0.02F, 0.10F, 0.26F},
                   {0.03F, 0.24F, 0.46F},
                   {0.05F, 0.44F, 0.64F},
                   {0.24F, 0.66F, 0.78F},
                   {0.62F, 0.86F, 0.90F},
                   {0.96F, 0.99F, 1.00F}}}},
    NamedPalette{"opal",
                 {{{0.16F, 0.10F, 0.38F},
                   {0.36F, 0.20F, 0.62F},
                   {0.84F, 0.32F, 0.56F},
                   {0.98F, 0.66F, 0.44F},
                   {0.96F, 0.90F, 0.66F},
                   {0.28F, 0.62F, 0.68F},
                   {0.16F, 0.10F, 0.38F}}}},
    NamedPalette{"gray",
                 {{{0.0F, 0.0F, 0.0F},
                   {0.166F, 0.166F, 0.166F},
                   {0.333F, 0.333F, 0.333F},
                   {0.5F, 0.5F, 0.5F},
                   {0.666F, 0.666F, 0.666F},
                   {0.833F, 0.833F, 0.833F},
                   {1.0F, 1.0F, 1.0F}}}},
};

}  // namespace

std::vector<std::string> palette_names() { return names_of(palettes); }

const Palette& palette(std::size_t index) { return palettes.at(index).palette; }

}  // namespace texelscope::app
