# SPDX-License-Identifier: MIT OR Apache-2.0
#
# cuzk_layer(NAME SOURCES a.c ... [KERNELS k.c ...] [LANES l.c ...] [DEPS layer ...])
#   The static library cuzk_NAME. Each file in KERNELS is compiled once per CPU variant, with
#   CUZK_VARIANT naming it (src/base/variant.h); each in LANES only where AVX-512 IFMA can be
#   compiled for, as the variant ifma, which runs the adx kernels for all else.
# cuzk_test(NAME SOURCES t.c ... LIBS cuzk_x ... [LABELS ...] [TIMEOUT s])
#   A cmocka program registered with CTest: the longer the timeout (120 s if not given), the sooner
#   it begins. A timeout is four times what the test takes, at least. Labels:
#     full            only `./dev test --full` runs it
#     threaded        run under the thread sanitizer too
#     slow-sanitized  not run under any sanitizer
#     slow-emulated   not run for another processor under an emulator
#   TEST_SANITIZED is 1 under a sanitizer, else 0: what is repeated to be sure is repeated less.
#   TEST_THREAD_SANITIZED the same for the thread sanitizer, to which only threads matter.
# cuzk_limit(SECONDS test ...)
#   The time limit of tests that were registered by hand.

set(CUZK_VARIANTS portable)
set(CUZK_VARIANT_FLAGS_portable "")
# Other processors, and x86-64 without these at run time, use the portable one.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND CUZK_VARIANTS adx)
  set(CUZK_VARIANT_FLAGS_adx -mbmi2 -madx -DCUZK_USE_ADX)
  # -O3: gcc 12 adds points a fifth faster in lanes with it than with -O2. With a sanitizer's checks
  # between them, the unrolled loops would take it minutes a file.
  if(NOT CUZK_SANITIZE)
    set(lanes_optimisation $<$<NOT:$<CONFIG:Debug>>:-O3>)
  endif()
  set(CUZK_LANES_FLAGS -mbmi2 -madx -DCUZK_USE_ADX
    -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx512ifma ${lanes_optimisation})
  add_compile_definitions(CUZK_HAVE_ADX CUZK_HAVE_IFMA)
endif()

function(cuzk_layer name)
  cmake_parse_arguments(L "" "" "SOURCES;KERNELS;LANES;DEPS" ${ARGN})
  set(objects "")
  foreach(variant ${CUZK_VARIANTS})
    if(L_KERNELS)
      add_library(cuzk_${name}_${variant} OBJECT ${L_KERNELS})
      target_compile_definitions(cuzk_${name}_${variant} PRIVATE
        CUZK_VARIANT=${variant})
      target_compile_options(cuzk_${name}_${variant} PRIVATE ${CUZK_VARIANT_FLAGS_${variant}})
      list(APPEND objects $<TARGET_OBJECTS:cuzk_${name}_${variant}>)
      set_property(GLOBAL APPEND PROPERTY CUZK_LAYER_OBJECTS
        $<TARGET_OBJECTS:cuzk_${name}_${variant}>)
    endif()
  endforeach()
  if(L_LANES AND CUZK_LANES_FLAGS)
    add_library(cuzk_${name}_ifma OBJECT ${L_LANES})
    target_compile_definitions(cuzk_${name}_ifma PRIVATE CUZK_VARIANT=ifma)
    target_compile_options(cuzk_${name}_ifma PRIVATE ${CUZK_LANES_FLAGS})
    list(APPEND objects $<TARGET_OBJECTS:cuzk_${name}_ifma>)
    set_property(GLOBAL APPEND PROPERTY CUZK_LAYER_OBJECTS $<TARGET_OBJECTS:cuzk_${name}_ifma>)
  endif()
  add_library(cuzk_${name} STATIC ${L_SOURCES} ${objects})
  set_property(GLOBAL APPEND PROPERTY CUZK_LAYER_OBJECTS $<TARGET_OBJECTS:cuzk_${name}>)
  foreach(dep ${L_DEPS})
    target_link_libraries(cuzk_${name} PUBLIC cuzk_${dep})
  endforeach()
endfunction()

function(cuzk_limit seconds)
  math(EXPR limit "${CUZK_PATIENCE} * ${seconds}")
  set_tests_properties(${ARGN} PROPERTIES TIMEOUT ${limit})
endfunction()

function(cuzk_test name)
  cmake_parse_arguments(T "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 120)
  endif()
  if(NOT "full" IN_LIST T_LABELS AND NOT "slow-sanitized" IN_LIST T_LABELS)
    list(APPEND T_LABELS sanitized)
  endif()
  set(sanitized 0)
  if(CUZK_SANITIZE)
    set(sanitized 1)
  endif()
  set(thread_sanitized 0)
  if(CUZK_SANITIZE MATCHES "thread")
    set(thread_sanitized 1)
  endif()
  add_executable(${name} ${T_SOURCES})
  target_link_libraries(${name} PRIVATE ${T_LIBS} cmocka)
  target_compile_definitions(${name} PRIVATE
    CUZK_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
    TEST_SANITIZED=${sanitized}
    TEST_THREAD_SANITIZED=${thread_sanitized}
    TEST_EMULATOR="${CMAKE_CROSSCOMPILING_EMULATOR}")
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name})
  # What may take long begins first, so that no processor waits for it at the end.
  set_tests_properties(${name} PROPERTIES COST ${T_TIMEOUT} LABELS "${T_LABELS}"
    SKIP_RETURN_CODE 77)
  if(CUZK_SANITIZE OR CMAKE_CROSSCOMPILING_EMULATOR)
    math(EXPR T_TIMEOUT "5 * ${T_TIMEOUT}")
  endif()
  cuzk_limit(${T_TIMEOUT} ${name})
  if(CUZK_SANITIZE)
    # Absurd sizes are asked for on purpose: the answer is NULL, as from any other malloc.
    set_tests_properties(${name} PROPERTIES ENVIRONMENT
      "ASAN_OPTIONS=allocator_may_return_null=1:strict_string_checks=1;\
UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=allocator_may_return_null=1:halt_on_error=1")
  endif()
  if("sanitized" IN_LIST T_LABELS)
    add_dependencies(sanitized_tests ${name})
  endif()
  if("sanitized" IN_LIST T_LABELS AND "threaded" IN_LIST T_LABELS)
    add_dependencies(threaded_tests ${name})
  endif()
endfunction()
