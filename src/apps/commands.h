/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The commands of `cuzk`, a file each. */
#ifndef CUZK_APPS_COMMANDS_H
#define CUZK_APPS_COMMANDS_H

#include "apps/cli/program.h"

extern const command cmd_daemon;
extern const command cmd_demo;
extern const command cmd_digest;
extern const command cmd_doctor;
extern const command cmd_inspect;
extern const command cmd_params_check;
extern const command cmd_params_list;
extern const command cmd_prove;
extern const command cmd_seal;
extern const command cmd_setup;
extern const command cmd_verify_porep;
extern const command cmd_verify_raw;
extern const command cmd_verify_update;
extern const command cmd_verify_window;
extern const command cmd_verify_winning;

#endif
