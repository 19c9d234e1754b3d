// draw FILE.png [MOVED [RADIUS]]: an example of a program that writes an image.
#include <cstdlib>
#include <iostream>

#include <texelscope/compare/image.h>

#include "drawing.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: draw FILE.png [MOVED [RADIUS]]\n";
    return 2;
  }
  const Picture picture = draw_disk(argc > 2 ? std::atof(argv[2]) : 0, argc > 3 ? std::atof(argv[3]) : 24);
  try {
    texelscope::compare::save_image(argv[1], {picture.pixels.data(), picture.width, picture.height, 3});
  } catch (const texelscope::compare::Error& error) {
    std::cerr << "draw: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
