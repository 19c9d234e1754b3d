#include <gtest/gtest.h>

#include <iostream>

/// GoogleTest's own main() returns 0 if the filter matches no test, such as a test of a device that was available when
/// the tests were listed and no longer is.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  if (!GTEST_FLAG_GET(list_tests) && testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
    std::cerr << "no test is named '" << GTEST_FLAG_GET(filter)
              << "'; was its device available when the tests were listed?\n";
    return 1;
  }
  return result;
}
