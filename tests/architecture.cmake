# Tests of the sources themselves: allowed includes, self-contained headers, the installed package, the generated assets.

find_package(Python3 COMPONENTS Interpreter REQUIRED)

# Checks all rules in one process, because reading the tree takes longer than checking most rules.
add_test(NAME Architecture.SourcesFollowTheRules
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/architecture/check_rules.py ${CMAKE_SOURCE_DIR})

# Checks that every header compiles alone.
add_subdirectory(architecture)
add_test(NAME Architecture.HeadersCompileAlone COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target texelscope_headers)
set_tests_properties(Architecture.HeadersCompileAlone PROPERTIES RESOURCE_LOCK build TIMEOUT 600)

# Checks that every public name is documented. Exit code 3: doxygen is missing.
add_test(NAME Architecture.PublicNamesAreDocumented COMMAND bash ${CMAKE_SOURCE_DIR}/tools/api_reference.sh --check)
set_tests_properties(Architecture.PublicNamesAreDocumented PROPERTIES SKIP_RETURN_CODE 3)

# Code that must not compile.
add_test(NAME CompileFail.StreamsCannotBeLeftOut
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/compile_fail/check.py ${CMAKE_CXX_COMPILER}
                 ${CMAKE_SOURCE_DIR}/gpu/include ${CMAKE_CURRENT_SOURCE_DIR}/gpu/object/stream_is_required_test.cpp)
set_tests_properties(CompileFail.StreamsCannotBeLeftOut PROPERTIES TIMEOUT 300)
add_test(NAME CompileFail.FlagsThatChangeArithmeticAreRefused
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/compile_fail/arithmetic.py ${CMAKE_CXX_COMPILER}
                 ${CMAKE_SOURCE_DIR}/gpu/cpu/arithmetic.cpp)

# Uses the installed library in another project. Skipped with sanitizers, which that project would also have to enable.
if(NOT TEXELSCOPE_SANITIZE)
  add_test(NAME Package.IsFoundByAnotherProject
           COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D SOURCE=${CMAKE_CURRENT_SOURCE_DIR}/package
                   -D WORK=${CMAKE_CURRENT_BINARY_DIR}/package -D COMPILER=${CMAKE_CXX_COMPILER}
                   -D GENERATOR=${CMAKE_GENERATOR} -D HAS_PROGRAM=$<TARGET_EXISTS:texelscope_compare_program> -P ${CMAKE_CURRENT_SOURCE_DIR}/package/check.cmake)
  set_tests_properties(Package.IsFoundByAnotherProject PROPERTIES RESOURCE_LOCK install)
else()
  texelscope_skipped_tests("other projects cannot use a library that is built with sanitizers" Package.IsFoundByAnotherProject)
endif()
if(TARGET texelscope)
  add_test(NAME Package.InstallsAndUninstallsTheProgram
           COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D UNINSTALL=${CMAKE_SOURCE_DIR}/cmake/Uninstall.cmake
                   -D WORK=${CMAKE_CURRENT_BINARY_DIR}/install -D VERSION=${PROJECT_VERSION}
                   -P ${CMAKE_CURRENT_SOURCE_DIR}/package/check_install.cmake)
  set_tests_properties(Package.InstallsAndUninstallsTheProgram PROPERTIES RESOURCE_LOCK install)
  add_test(NAME CommandLine.IsCompletedByShellsAndReadByMan
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/app/cli/shells_test.py $<TARGET_FILE:texelscope>)
  set_tests_properties(CommandLine.IsCompletedByShellsAndReadByMan PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 120)
endif()

# The images in assets/ are the output of make_assets.
if(TARGET make_assets)
  add_test(NAME Assets.Build COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target make_assets)
  set_tests_properties(Assets.Build PROPERTIES FIXTURES_SETUP make_assets RESOURCE_LOCK build TIMEOUT 600)
  add_test(NAME Assets.AreWhatTheirProgramMakes COMMAND make_assets --check ${CMAKE_SOURCE_DIR}/assets)
  set_tests_properties(Assets.AreWhatTheirProgramMakes PROPERTIES FIXTURES_REQUIRED make_assets TIMEOUT 300)
endif()

if(TARGET texelscope)
  add_test(NAME Guide.HasAPageForEverythingAndNoLinkLeadsNowhere
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/guide_test.py --program $<TARGET_FILE:texelscope>)
  add_test(NAME Guide.CommandsAreAccepted
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/documented_commands_test.py $<TARGET_FILE:texelscope>)
  set_tests_properties(Guide.CommandsAreAccepted PROPERTIES TIMEOUT 300)
endif()

add_test(NAME Tools.SummaryOfTestsCountsWhatCtestSaw
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/summarize_tests_test.py)
add_test(NAME Tools.GatesReportFiguresAndReasons
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/gates_test.py)
add_test(NAME Tools.CopyPeersMeasureEachCase
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/copy_peers_test.py)
add_test(NAME Tools.CommentsDescribeTheDeclarationsBelowThem
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/header_comments_test.py)
add_test(NAME Tools.ListOfTestsHasWhatSourcesDeclare
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/test_list_test.py $<TARGET_FILE:texelscope_gpu_tests>)
add_test(NAME Tools.TestsThatCannotRunAreSkipped
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/skipped_tests_test.py ${CMAKE_COMMAND} ${CMAKE_CTEST_COMMAND})
add_test(NAME Tools.KernelsAreCompiledForTheGPUsOfTheMachine
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/gpu_architectures_test.py ${CMAKE_COMMAND})
if(TEXELSCOPE_WITH_CUDA)
  add_test(NAME Tools.ToolkitsMayLieElsewhere
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/toolkit_layouts_test.py ${CMAKE_COMMAND} ${CMAKE_CUDA_COMPILER})
endif()
add_test(NAME Tools.TestScriptConfiguresAgainForPackages
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/test_script_test.py)
add_test(NAME Tools.ReferenceOfPngRefusesWhatIsDamaged
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/png_reference_test.py)
add_test(NAME Tools.MutationsAreBuiltOnceAndRunOneByOne
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/mutations_test.py)
add_test(NAME Tools.AccessCountersCompareEstimates
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/access_counters_test.py
                 $<$<TARGET_EXISTS:access_counters>:$<TARGET_FILE:access_counters>>)
add_test(NAME Tools.ScriptsRefuseWrongOptions COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/tools/scripts_test.sh)
