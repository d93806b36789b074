#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""tools/check_layers.py finds what it is there to find, and lets the rest pass."""
import os
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/check_layers.py")
SPDX = "/* SPDX-License-Identifier: MIT OR Apache-2.0 */\n"

GOOD = {
    "include/cuzk/error.h": "#include <stdint.h>\n",
    "include/cuzk/cuzk.h": "#include <cuzk/error.h>\n",
    "src/base/work.h": "#include <cuzk/error.h>\n",
    "src/field/fr.h": '#include "base/work.h"\n#include "field/fr_mont.h"\n',
    "src/field/fr_mont.h": "",
    "src/prover/prover.c": '#include <cuzk/cuzk.h>\n#include "field/fr.h"\n',
    "src/apps/cuzk/main.c": '#include <cuzk/cuzk.h>\n#include "apps/cuzk/verbs.h"\n',
    "src/apps/cuzk/verbs.h": "",
    "src/apps/bench/main.c": '#include "base/work.h"\n',
    "src/apps/daemon/serve.c": '#include "rpc/server.h"\n',
    "src/rpc/server.h": "",
    "tests/field/test_fr.c": '#include "field/fr.h"\n#include "test.h"\n',
}

# (file, text, what the complaint says)
BAD = [
    ("src/base/up.c", '#include "field/fr.h"\n', "base may not include field"),
    ("src/base/up.c", "#  include <cuzk/cuzk.h>\n", "base may not include prover"),
    ("src/field/rel.c", '#include "fr.h"\n', "write it from src/"),
    ("src/field/dots.c", '#include "../../tests/test.h"\n', ".. is not a layer"),
    ("src/apps/cuzk/x.c", '#include "base/work.h"\n', "uses <cuzk/...> only"),
    ("src/apps/cuzk/x.cc", '#include "base/work.h"\n', "uses <cuzk/...> only"),
    ("include/cuzk/more.h", '#include "base/work.h"\n', "a public header"),
    ("src/extras/x.c", "int x;\n", "extras is not a layer"),
    ("src/base/space.c", "int x; \n", "space at the end"),
    ("src/base/note.c", "/* TO" "DO: later */\n", "a note to self"),
    ("src/base/off.c", "#if 0\n#endif\n", "a note to self"),
    ("src/base/cut.c", "int x;", "no newline"),
]


def check(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as f:
                f.write(text)
        run = subprocess.run([sys.executable, TOOL, "--root", root], capture_output=True, text=True)
        return run.returncode, run.stdout


class CheckLayers(unittest.TestCase):
    good = {name: SPDX + text for name, text in GOOD.items()}

    def test_good_passes(self):
        self.assertEqual(check(self.good)[0], 0, check(self.good)[1])

    def test_bad_is_named(self):
        for name, text, complaint in BAD:
            with self.subTest(name=name, text=text):
                code, out = check({**self.good, name: SPDX + text})
                self.assertEqual(code, 1)
                self.assertIn(name + ":", out)
                self.assertIn(complaint, out)

    def test_missing_licence(self):
        code, out = check({**self.good, "src/base/x.c": "int x;\n"})
        self.assertEqual(code, 1)
        self.assertIn("src/base/x.c:1: no SPDX line", out)

    def test_budgets_only_warn(self):
        body = "int f(void)\n{\n" + "    f();\n" * 70 + "}\n"
        text = SPDX + body + "int y;\n" * 400 + f"int {'z' * 100};\n"
        code, out = check({**self.good, "src/base/x.c": text})
        self.assertEqual(code, 0)
        self.assertIn("105 columns", out)
        self.assertIn("lines, the budget is 400", out)
        self.assertIn("a function of 72 lines", out)

    def test_nothing_to_check_is_an_error(self):
        self.assertEqual(check({"README.md": ""})[0], 1)


if __name__ == "__main__":
    unittest.main()
