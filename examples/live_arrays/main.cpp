// Waves on a membrane, shown in the window of texelscope while they are computed.
//
// usage: waves [SECONDS]
//
// Start texelscope, then this program: "height", "speed" and "energy" appear under SOURCES.
#include <texelscope/inspect.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace inspect = texelscope::inspect;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t rows = 480;
constexpr std::int64_t columns = 640;

std::size_t at(std::int64_t row, std::int64_t column) { return static_cast<std::size_t>(row * columns + column); }

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 60;
  std::vector<float> height(static_cast<std::size_t>(rows * columns));
  std::vector<float> speed(height.size());
  std::vector<double> energy(256);
  const Clock::time_point begin = Clock::now();
  std::int64_t step = 0;
  double elapsed = 0;
  for (; elapsed < seconds; ++step) {
    // A drop every 240 steps.
    if (step % 240 == 0) {
      const std::int64_t row = 60 + step * 37 % (rows - 120);
      const std::int64_t column = 60 + step * 53 % (columns - 120);
      for (std::int64_t y = -8; y <= 8; ++y) {
        for (std::int64_t x = -8; x <= 8; ++x) {
          height[at(row + y, column + x)] += static_cast<float>(std::exp(-0.05 * static_cast<double>(x * x + y * y)));
        }
      }
    }
    for (std::int64_t row = 1; row + 1 < rows; ++row) {
      for (std::int64_t column = 1; column + 1 < columns; ++column) {
        const std::size_t here = at(row, column);
        const float around =
            height[at(row - 1, column)] + height[at(row + 1, column)] + height[here - 1] + height[here + 1];
        speed[here] = 0.999F * (speed[here] + 0.25F * (around - 4 * height[here]));
      }
    }
    double sum = 0;
    for (std::size_t i = 0; i < height.size(); ++i) {
      height[i] += speed[i];
      sum += static_cast<double>(speed[i]) * static_cast<double>(speed[i]);
    }
    energy[static_cast<std::size_t>(step) % energy.size()] = sum;

    // Each call copies the array if a window listens and the budget of 2 % of the time allows.
    inspect::show("height", height, {rows, columns});
    // Without the border: rows that are `columns` elements apart.
    inspect::show("speed", speed.data() + at(1, 1), {rows - 2, columns - 2}, {columns, std::int64_t{1}});
    inspect::show("energy", energy);
    elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  std::printf("%lld steps a second\n", static_cast<long long>(static_cast<double>(step) / elapsed));
  return 0;
}
