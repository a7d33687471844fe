"""Runs PROGRAM, or exits with 3 and names the first forbidden action that succeeds.

usage: prober.py PORT MARK PROGRAM     (PORT: a listening port; MARK: a file name in /tmp)
"""

import os
import socket
import sys


def connects(port):
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
        return True
    except OSError:
        return False


def writes(path):
    try:
        open(path, "w").close()
        return True
    except OSError:
        return False


def refuse(word):
    print(f"prober: {word}", file=sys.stderr)
    sys.exit(3)


if connects(int(sys.argv[1])):
    refuse("network")
if writes("prober.txt") or writes(os.path.expanduser("~/prober.txt")):
    refuse("files")
# The sandbox has a private /tmp: writable, and without the files of the real one.
if not writes("/tmp/prober.txt"):
    refuse("no private folder")
if os.path.exists("/tmp/" + sys.argv[2]):
    refuse("the folder is not private")
if len([name for name in os.listdir("/proc") if name.isdigit()]) > 2:
    refuse("processes")
if len(os.listdir("/proc/self/fd")) > 4:  # the three descriptors, and that of the folder
    refuse("descriptors")
os.execv(sys.argv[3], sys.argv[3:])
