# Tests of the sources themselves: who includes whom, headers alone, the installed package, the stored pictures.

find_package(Python3 COMPONENTS Interpreter REQUIRED)

foreach(rule includes exceptions length words guards)
  add_test(NAME Architecture.${rule} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/architecture/check_rules.py
                                             ${CMAKE_SOURCE_DIR} ${rule})
endforeach()

# Every header compiles alone: a source for each, which includes it first.
file(GLOB_RECURSE headers RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/gpu/*.h ${CMAKE_SOURCE_DIR}/render/*.h ${CMAKE_SOURCE_DIR}/app/*.h
     ${CMAKE_SOURCE_DIR}/tests/*.h ${CMAKE_SOURCE_DIR}/tools/*.h)
if(NOT TEXELSCOPE_WITH_CUDA)
  list(FILTER headers EXCLUDE REGEX "^(gpu|tests/gpu)/cuda/")
endif()
if(NOT TEXELSCOPE_APP)
  list(FILTER headers EXCLUDE REGEX "^(render|app|tests/(render|app))/")
endif()
set(sources "")
foreach(header IN LISTS headers)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cpp)
  string(REGEX REPLACE "^gpu/include/" "" name ${header})
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${name}\"\n")
  list(APPEND sources ${source})
endforeach()
find_package(thread_pool REQUIRED)
find_package(hwy REQUIRED)
add_library(texelscope_headers OBJECT EXCLUDE_FROM_ALL ${sources})
target_compile_options(texelscope_headers PRIVATE -O0 -g0)
target_link_libraries(texelscope_headers PRIVATE texelscope_compile texelscope_gpu fmt::fmt thread_pool::thread_pool hwy::hwy
                      nlohmann_json::nlohmann_json GTest::gtest)
if(TEXELSCOPE_APP)
  target_link_libraries(texelscope_headers PRIVATE texelscope_render PkgConfig::imgui)
endif()
add_test(NAME Architecture.HeadersCompileAlone COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target texelscope_headers)
set_tests_properties(Architecture.HeadersCompileAlone PROPERTIES RESOURCE_LOCK build TIMEOUT 600)

# The library, installed and used by a project of somebody else. Sanitizers are the user's own choice: left out there.
if(NOT TEXELSCOPE_SANITIZE)
  add_test(NAME Package.IsFoundByAnotherProject
           COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D SOURCE=${CMAKE_CURRENT_SOURCE_DIR}/package
                   -D WORK=${CMAKE_CURRENT_BINARY_DIR}/package -D COMPILER=${CMAKE_CXX_COMPILER}
                   -D GENERATOR=${CMAKE_GENERATOR} -P ${CMAKE_CURRENT_SOURCE_DIR}/package/check.cmake)
endif()

# The pictures of assets/ are what their program makes.
if(TARGET make_assets)
  add_test(NAME Assets.Build COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target make_assets)
  set_tests_properties(Assets.Build PROPERTIES FIXTURES_SETUP make_assets RESOURCE_LOCK build TIMEOUT 600)
  add_test(NAME Assets.AreWhatTheirProgramMakes COMMAND make_assets --check ${CMAKE_SOURCE_DIR}/assets)
  set_tests_properties(Assets.AreWhatTheirProgramMakes PROPERTIES FIXTURES_REQUIRED make_assets TIMEOUT 300)
endif()

add_test(NAME Tools.SummaryOfTestsCountsWhatCtestSaw
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/summarize_tests_test.py)
add_test(NAME Tools.GatesReportFiguresAndReasons
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/tools/gates_test.py)
add_test(NAME Tools.ScriptsRefuseWrongOptions COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/tools/scripts_test.sh)
