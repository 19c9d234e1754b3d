#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "tests/app/scene_runner.h"
#include "tests/support/device_fixture.h"
#include "texelscope/kernels/hash.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class ReactionDiffusionSceneTest : public tests::DeviceTest {};

/// The gray levels of the cells. Each cell is drawn as 2 × 2 pixels with linear filtering, so the mean of these pixels
/// is a mix of the cell and its neighbors with weights of 1/8, 3/4 and 1/8 along both axes.
std::vector<double> cells_of(const Image& frame) {
  std::vector<double> cells;
  for (int y = 0; y < frame.height; y += 2) {
    for (int x = 0; x < frame.width; x += 2) {
      double sum = 0;
      for (const int offset : {0, 1, frame.width, frame.width + 1}) {
        sum += std::to_integer<int>(frame.pixels[static_cast<std::size_t>(y * frame.width + x + offset) * 4]);
      }
      cells.push_back(sum / 4);
    }
  }
  return cells;
}

/// An independent implementation of the model in double precision.
class Reference {
 public:
  /// Creates disks of activator, at the positions that the scene's hash selects for each block of 32 × 32 cells.
  Reference(int width, int height) : width_{width}, height_{height}, u_(size(), 1.0), v_(size(), 0.0) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const unsigned draw = kernels::hash(static_cast<unsigned>(x / 32), static_cast<unsigned>(y / 32));
        const int center_x = x / 32 * 32 + 8 + static_cast<int>(draw % 16);
        const int center_y = y / 32 * 32 + 8 + static_cast<int>(draw / 16 % 16);
        const int radius = 2 + static_cast<int>(draw / 256 % 4);
        if (draw / 1024 % 4 != 0 && std::hypot(x - center_x, y - center_y) <= radius) {
          u_[at(x, y)] = 0.5;
          v_[at(x, y)] = 0.5;
        }
      }
    }
  }

  void step(double feed, double kill) {
    std::vector<double> u(size());
    std::vector<double> v(size());
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const double reaction = u_[at(x, y)] * v_[at(x, y)] * v_[at(x, y)];
        u[at(x, y)] = u_[at(x, y)] + laplacian(u_, x, y) - reaction + feed * (1 - u_[at(x, y)]);
        v[at(x, y)] = v_[at(x, y)] + 0.5 * laplacian(v_, x, y) + reaction - (feed + kill) * v_[at(x, y)];
      }
    }
    u_ = u;
    v_ = v;
  }

  [[nodiscard]] std::size_t at(int x, int y) const {
    return static_cast<std::size_t>((y + height_) % height_ * width_ + (x + width_) % width_);
  }
  /// The substrate, mixed as in the result of cells_of().
  [[nodiscard]] std::vector<double> shown_substrate() const {
    std::vector<double> shown;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        double sum = 0;
        for (const int dy : {-1, 0, 1}) {
          for (const int dx : {-1, 0, 1}) {
            sum += (dx == 0 ? 0.75 : 0.125) * (dy == 0 ? 0.75 : 0.125) * u_[at(x + dx, y + dy)];
          }
        }
        shown.push_back(sum * 255);
      }
    }
    return shown;
  }

 private:
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  }
  [[nodiscard]] double laplacian(const std::vector<double>& field, int x, int y) const {
    double sum = -field[at(x, y)];
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      sum += 0.2 * field[at(x + dx, y + dy)];
    }
    for (const auto& [dx, dy] : {std::pair{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}) {
      sum += 0.05 * field[at(x + dx, y + dy)];
    }
    return sum;
  }

  int width_;
  int height_;
  std::vector<double> u_;
  std::vector<double> v_;
};

TEST_P(ReactionDiffusionSceneTest, ComputesTheModelsSteps) {
  constexpr int width = 96;
  constexpr int height = 50;
  for (const auto& [count, text] : {std::pair{0, "0"}, {1, "1"}, {40, "40"}}) {
    Reference reference(width, height);
    for (int step = 0; step < count; ++step) {
      reference.step(0.04, 0.06);
    }
    const Image frame = run_scene(device(), {.scene = "reaction_diffusion",
                                             .settings = {{"steps_per_frame", text},
                                                          {"preset", "custom"},
                                                          {"feed", "0.04"},
                                                          {"kill", "0.06"},
                                                          {"view", "substrate"},
                                                          {"palette", "gray"}},
                                             .width = width * 2,
                                             .height = height * 2});
    const std::vector<double> shown = cells_of(frame);
    const std::vector<double> expected = reference.shown_substrate();
    ASSERT_LT(*std::ranges::min_element(expected), 200) << "the seeds are invisible";
    for (std::size_t cell = 0; cell < shown.size(); ++cell) {
      ASSERT_NEAR(shown[cell], expected[cell], 2) << "cell " << cell << " after " << count << " steps";
    }
  }
}

TEST_P(ReactionDiffusionSceneTest, PaintsOverTheEdgesAndNowhereElse) {
  const auto run = [&](Pointer pointer) {
    return run_scene(device(), {.scene = "reaction_diffusion",
                                .settings = {{"steps_per_frame", "0"}, {"view", "activator"}, {"brush_radius", "3"}},
                                .width = 128,
                                .height = 96,
                                .pointer = pointer});
  };
  const Image before = run({});
  const Image after = run({true, 0.0F, 0.0F});
  int corners = 0;
  for (int y = 0; y < 96; ++y) {
    for (int x = 0; x < 128; ++x) {
      const auto offset = static_cast<std::size_t>(y * 128 + x) * 4;
      const bool is_changed = std::memcmp(before.pixels.data() + offset, after.pixels.data() + offset, 4) != 0;
      const int distance_x = std::min(x, 128 - x);
      const int distance_y = std::min(y, 96 - y);
      EXPECT_FALSE(is_changed && (distance_x > 10 || distance_y > 10)) << x << ", " << y;
      corners += is_changed && (x == 1 || x == 126) && (y == 1 || y == 94) ? 1 : 0;
    }
  }
  EXPECT_EQ(corners, 4);
}

TEST_P(ReactionDiffusionSceneTest, AcceptsAPointerFarOutside) {
  for (const float place : {-1e30F, 1e30F, std::nanf("")}) {
    EXPECT_NO_THROW((void)run_scene(device(), {.scene = "reaction_diffusion", .pointer = {true, place, place}}));
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ReactionDiffusionSceneTest);

}  // namespace
}  // namespace texelscope::app
