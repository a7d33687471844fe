"""A built copy of the sources in a temporary folder, and its tests in a sandbox: a mutant may kill
processes, fill memory or delete files that are not its own."""
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import time

from workbench.builds import build_error, git
from workbench.common import ROOT, fail

BUILD = "build/release"
OPTIONS = ("-DMEXBENCH_SLOW_TESTS=OFF",)
PASSED, FAILED, TIMED_OUT, NOT_RUN = "passed", "failed", "timed out", "not run"
LARGEST_FILE = 1 << 31


@dataclasses.dataclass
class Test:
    name: str
    command: list
    folder: str
    environment: dict
    not_run_code: int


def limit_resources():
    """In a child: the system ends a mutant that takes too much, and no other process."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    resource.setrlimit(resource.RLIMIT_AS, (memory // 2, memory // 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    pathlib.Path("/proc/self/oom_score_adj").write_text("1000")


class Copy:
    """The copy lies in `sources`; `clean` has the state after the build without a mutant."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.sources = self.folder / "mexbench"
        self.clean = self.folder / "clean"
        self.output = self.folder / "output"
        self.copy_files()
        self.step("cmake", "--preset", "release", *OPTIONS)
        self.step("cmake", "--build", BUILD)
        self.tests = self.list_tests()
        shutil.copytree(self.sources, self.clean, symlinks=True)

    def copy_files(self):
        """Copies the files of the work tree that git tracks or does not ignore."""
        listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (self.sources / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.sources / name, follow_symlinks=False)
        # A warning about a mutant, such as an unused variable, must not decide its outcome.
        lists = self.sources / "CMakeLists.txt"
        lists.write_text(lists.read_text().replace("-Werror", "-w"))

    def step(self, *command):
        run = subprocess.run(command, cwd=self.sources, capture_output=True, text=True)
        if run.returncode != 0:
            fail(1, f"the build without a mutant failed: {build_error(run)}")

    def list_tests(self):
        command = ["ctest", "--test-dir", BUILD, "--show-only=json-v1"]
        run = subprocess.run(command, cwd=self.sources, capture_output=True, text=True, check=True)
        tests = {}
        for test in json.loads(run.stdout)["tests"]:
            properties = {one["name"]: one["value"] for one in test.get("properties", ())}
            environment = dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", ()))
            tests[test["name"]] = Test(
                test["name"],
                test.get("command", ["false"]),
                properties.get("WORKING_DIRECTORY", str(self.sources)),
                environment,
                properties.get("SKIP_RETURN_CODE", -1),
            )
        return tests

    def restore(self):
        """Takes back a mutant with all that was built and written since."""
        shutil.rmtree(self.sources)
        shutil.copytree(self.clean, self.sources, symlinks=True)

    def builds_with(self, mutant, tests):
        """Changes the line and builds what the tests need; returns whether it compiles."""
        path = self.sources / mutant.file
        lines = path.read_text().split("\n")
        assert lines[mutant.line - 1] == mutant.before, mutant
        lines[mutant.line - 1] = mutant.after
        path.write_text("\n".join(lines))
        command = ["cmake", "--build", BUILD, "--target", *self.targets_of(tests)]
        return subprocess.run(command, cwd=self.sources, capture_output=True).returncode == 0

    def targets_of(self, tests):
        """The programs that tests name, and those that scripts find by themselves."""
        build = self.sources / BUILD
        words = [word for test in tests for word in [*test.command, *test.environment.values()]]
        inside = [pathlib.Path(word.split("=")[-1]) for word in words if str(build) in word]
        targets = {str(path.relative_to(build)) for path in inside if path.is_file()}
        return sorted(targets | {name for name in ("mexbench-bench",) if (build / name).is_file()})

    def run(self, test, tree, seconds=None):
        """How a test ends in the sandbox with a tree (`sources` or `clean`) in place of `sources`,
        and the seconds that it takes. There the rest of the file system is read-only, and other
        processes do not exist."""
        command = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
        command += ["--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs", "/run"]
        command += ["--bind", str(tree), str(self.sources), "--chdir", test.folder]
        command += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent", "--"]
        start = time.monotonic()
        with open(self.output, "wb") as output:
            try:
                code = subprocess.run(
                    command + test.command,
                    env={
                        **os.environ,
                        "TMPDIR": "/tmp",
                        "XDG_CACHE_HOME": "/tmp",
                        **test.environment,
                    },
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    timeout=seconds,
                    preexec_fn=limit_resources,
                ).returncode
            except subprocess.TimeoutExpired:
                return TIMED_OUT, time.monotonic() - start
        result = {0: PASSED, test.not_run_code: NOT_RUN}.get(code, FAILED)
        return result, time.monotonic() - start

    def last_output(self):
        """The last line that the last test printed."""
        lines = self.output.read_text(errors="replace").strip().splitlines()
        return lines[-1].strip()[:200] if lines else "no output"


def tests_for(file, table, tests):
    """The tests whose names match the words of the first entry that the file matches, in the order
    of the words."""
    for pattern, words in table:
        found = re.match(pattern, file)
        if found:
            wanted = [re.compile(found.expand(word)) for word in words.split()]
            names = [name for word in wanted for name in tests if word.fullmatch(name)]
            return [tests[name] for name in dict.fromkeys(names)]
    return []


@contextlib.contextmanager
def built_copy():
    """A Copy, removed at the end."""
    check = ["bwrap", "--ro-bind", "/", "/", "--unshare-pid", "--unshare-net", "true"]
    if subprocess.run(check, capture_output=True).returncode != 0:
        fail(1, "bubblewrap cannot make a sandbox here, and a mutant may harm what it can reach")
    with tempfile.TemporaryDirectory(prefix="mexbench-mutate-") as folder:
        yield Copy(folder)
