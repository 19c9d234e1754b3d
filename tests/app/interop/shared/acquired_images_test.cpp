#include <vector>

#include "app/interop/shared/round_trip.h"
#include "tests/app/interop/each_renderer.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// Tests the acquisition of multiple images together.
class AcquiredImagesTest : public tests::EachRendererTest {
 protected:
  static std::vector<std::unique_ptr<SharedImage>> make(const ImageSharing& renderer, int count) {
    std::vector<std::unique_ptr<SharedImage>> images;
    for (int number = 0; number < count; ++number) {
      images.push_back(renderer.make_image(FrameFormat::rgba8, 12 + number, 9));
    }
    return images;
  }
  static std::vector<SharedImage*> pointers(const std::vector<std::unique_ptr<SharedImage>>& images) {
    std::vector<SharedImage*> all;
    for (const std::unique_ptr<SharedImage>& image : images) {
      all.push_back(image.get());
    }
    return all;
  }
  static void expect_pattern(const SharedImage& image, std::uint32_t seed) {
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(image.width()) *
                                      static_cast<std::size_t>(image.height()));
    image.read(std::as_writable_bytes(std::span(pixels)));
    for (std::size_t at = 0; at < pixels.size(); ++at) {
      const auto width = static_cast<std::size_t>(image.width());
      ASSERT_EQ(pixels[at], pattern_texel(seed, static_cast<int>(at % width), static_cast<int>(at / width))) << at;
    }
  }
};

TEST_P(AcquiredImagesTest, AreWrittenInOneAcquisitionAndAcquiredAgainWithOthers) {
  for (const auto& renderer : renderers()) {
    const auto images = make(*renderer, 5);
    std::vector<SharedImage*> all = pointers(images);
    const auto write = [&](std::span<SharedImage* const> acquired_images, std::uint32_t seed) {
      const auto acquired = renderer->acquire_all(acquired_images, stream());
      for (std::size_t index = 0; index < acquired_images.size(); ++index) {
        write_pattern(acquired->surface(index), seed + static_cast<std::uint32_t>(index), stream());
      }
      acquired->release();
    };
    write(all, 10);
    for (std::uint32_t index = 0; index < 5; ++index) {
      expect_pattern(*all[index], 10 + index);
    }
    write(all, 30);
    // The images are not read, and the next acquisitions combine images from different earlier acquisitions.
    write(std::span(all).subspan(3, 2), 50);
    const std::vector<SharedImage*> others{all[4], all[0], all[2]};
    write(others, 70);
    expect_pattern(*all[0], 71);
    expect_pattern(*all[1], 31);
    expect_pattern(*all[2], 72);
    expect_pattern(*all[3], 50);
    expect_pattern(*all[4], 70);
    // A single image is acquired after it was acquired together with others.
    const std::unique_ptr<AcquiredImages> acquired = all[2]->acquire(stream());
    write_pattern(acquired->surface(), 90, stream());
    acquired->release();
    expect_pattern(*all[2], 90);
  }
}

TEST_P(AcquiredImagesTest, CreatedTogetherAreSeparateImages) {
  for (const auto& renderer : renderers()) {
    for (const std::size_t count : {1U, 2U, 8U}) {
      const auto images = renderer->make_images(FrameFormat::rgba8, 37, 11, count);
      ASSERT_EQ(images.size(), count);
      const std::vector<SharedImage*> all = pointers(images);
      for (std::uint32_t round = 0; round < 3; ++round) {
        const auto acquired = renderer->acquire_all(all, stream());
        for (std::size_t index = 0; index < count; ++index) {
          write_pattern(acquired->surface(index), 100 * round + static_cast<std::uint32_t>(index), stream());
        }
        acquired->release();
        // The images of round 1 are not read.
        for (std::size_t index = 0; index < count && round != 1; ++index) {
          expect_pattern(*images[index], 100 * round + static_cast<std::uint32_t>(index));
        }
      }
    }
    EXPECT_THROW((void)renderer->make_images(FrameFormat::rgba8, 37, 11, 0), gpu::InvalidArgument);
  }
}

TEST_P(AcquiredImagesTest, CreatedTogetherKeepTheirContentsWhenAnotherIsAcquired) {
  for (const auto& renderer : renderers()) {
    const auto images = renderer->make_images(FrameFormat::rgba8, 64, 64, 3);
    for (std::uint32_t index = 0; index < 3; ++index) {
      const std::unique_ptr<AcquiredImages> acquired = images[index]->acquire(stream());
      write_pattern(acquired->surface(), 20 + index, stream());
      acquired->release();
    }
    for (std::uint32_t index = 0; index < 3; ++index) {
      expect_pattern(*images[index], 20 + index);
    }
  }
}

TEST_P(AcquiredImagesTest, CreatedTogetherAreDrawnAndDestroyedOneByOne) {
  for (const auto& renderer : renderers()) {
    auto images = renderer->make_images(FrameFormat::rgba8, 16, 8, 3);
    const auto acquired = renderer->acquire_all(pointers(images), stream());
    for (std::size_t index = 0; index < 3; ++index) {
      write_pattern(acquired->surface(index), 40 + static_cast<std::uint32_t>(index), stream());
    }
    acquired->release();
    const auto alone = renderer->make_image(FrameFormat::rgba8, 16, 8);
    const std::unique_ptr<AcquiredImages> acquired_alone = alone->acquire(stream());
    write_pattern(acquired_alone->surface(), 41, stream());
    acquired_alone->release();
    render::ViewportView view;
    view.target = {0, 0, 40, 20};
    view.zoom = 2;
    EXPECT_EQ(images[1]->viewport_picture(view).pixels, alone->viewport_picture(view).pixels);
    images.erase(images.begin());
    expect_pattern(*images[0], 41);
    expect_pattern(*images[1], 42);
  }
}

TEST_P(AcquiredImagesTest, MayBeDestroyedInAnyOrderWhileTheStreamStillWrites) {
  for (const auto& renderer : renderers()) {
    for (int first = 0; first < 3; ++first) {
      auto images = make(*renderer, 3);
      const auto acquired = renderer->acquire_all(pointers(images), stream());
      for (std::size_t index = 0; index < 3; ++index) {
        write_pattern(acquired->surface(index), 1, stream());
      }
      acquired->release();
      images.erase(images.begin() + first);
      expect_pattern(*images.front(), 1);
    }
  }
}

TEST_P(AcquiredImagesTest, RefuseListsThatCannotBeAcquired) {
  for (const auto& renderer : renderers()) {
    const auto images = make(*renderer, 2);
    const std::vector<SharedImage*> twice{images[0].get(), images[1].get(), images[0].get()};
    EXPECT_THROW((void)renderer->acquire_all({}, stream()), gpu::InvalidArgument);
    EXPECT_THROW((void)renderer->acquire_all(twice, stream()), gpu::InvalidArgument);
    const auto both = pointers(images);
    {
      const auto acquired = images[1]->acquire(stream());
      EXPECT_ANY_THROW((void)renderer->acquire_all(both, stream()));
      write_pattern(acquired->surface(), 3, stream());
      acquired->release();
    }
    expect_pattern(*images[1], 3);
    // The rejected call acquired no image.
    renderer->acquire_all(both, stream())->release();
    EXPECT_THROW((void)renderer->acquire_all(both, stream())->surface(2), std::out_of_range);
  }
  if (renderers().size() == 2) {
    const auto one = make(*renderers()[0], 1);
    const auto other = make(*renderers()[1], 1);
    const std::vector<SharedImage*> mixed{one[0].get(), other[0].get()};
    EXPECT_THROW((void)renderers()[0]->acquire_all(mixed, stream()), gpu::InvalidArgument);
    EXPECT_THROW((void)renderers()[1]->acquire_all(mixed, stream()), gpu::InvalidArgument);
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(AcquiredImagesTest);

}  // namespace
}  // namespace texelscope::app
