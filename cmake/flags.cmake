# SPDX-License-Identifier: MIT OR Apache-2.0
# Warnings, hardening, sanitizers: the same for every target.
include_directories(${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
find_package(Threads REQUIRED)
link_libraries(Threads::Threads m)

add_compile_definitions(_GNU_SOURCE)
add_compile_options(-Wall -Wextra -Wshadow -Wvla -Wpointer-arith -Wwrite-strings -Wundef
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  -fvisibility=hidden)
if(CUZK_WERROR)
  add_compile_options(-Werror)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2 -g")

if(CUZK_SANITIZE)
  # Made in half the time of -O2, and fewer checks are optimised away. To say where each variable is
  # at each step, which a sanitizer's report has no use for, takes gcc longer than all else it does
  # with a lane kernel.
  set(CMAKE_C_FLAGS_RELEASE "-O1 -g1")
  add_compile_options(-fno-var-tracking -fsanitize=${CUZK_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CUZK_SANITIZE})
else()
  add_compile_options(-fstack-protector-strong -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fcf-protection)
  endif()
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  endif()
  add_link_options(-Wl,-z,relro,-z,now -Wl,-z,noexecstack)
endif()
if(CUZK_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
if(CUZK_VERIFY)
  add_compile_definitions(CUZK_VERIFY)
endif()
