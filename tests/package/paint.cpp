// Writes an image, a gradient of 16x16 pixels, into the current folder. With "wrong", one channel of one pixel is off
// by one.

#include <cstring>
#include <fstream>

int main(int argc, char** argv) {
  const bool is_wrong = argc > 1 && std::strcmp(argv[1], "wrong") == 0;
  std::ofstream file("gradient.ppm", std::ios::binary);
  file << "P6\n16 16\n255\n";
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      file.put(static_cast<char>(16 * x)).put(static_cast<char>(16 * y));
      file.put(static_cast<char>(is_wrong && x == 5 && y == 7 ? 129 : 128));
    }
  }
  return file ? 0 : 1;
}
