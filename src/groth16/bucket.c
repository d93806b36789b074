/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/bucket.h"

#define G g1
#include "groth16/bucket_template.h"
#define G g2
#include "groth16/bucket_template.h"
