#include "app/compare/compare_files.h"

#include <mutex>

#include "app/compare/rows.h"

namespace texelscope::app {

std::vector<PairResult> compare_files(const std::vector<FilePair>& files, const Tolerance& tolerance, KeepPictures keep,
                                      const std::function<void(std::size_t)>& tell) {
  std::vector<PairResult> results(files.size());
  std::mutex mutex;
  std::size_t done = 0;
  for_ranges(static_cast<int>(files.size()), 1, [&](int begin, int) {
    const auto index = static_cast<std::size_t>(begin);
    results[index] = compare_pair(load_pair(files[index]), tolerance, keep);
    const std::lock_guard lock(mutex);
    tell(++done);
  });
  sort_worst_first(results);
  return results;
}

}  // namespace texelscope::app
