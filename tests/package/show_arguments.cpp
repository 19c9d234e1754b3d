// Prints its arguments, each in brackets, and fails, so that the test prints its output.

#include <cstdio>

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::printf("[%s]", argv[i]);
  }
  std::printf("\n");
  return 3;
}
