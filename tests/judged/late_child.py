"""Right. A child answers, after the first process has ended and half a second of computing."""

import os
import time

import bacteria

if os.fork() == 0:
    while time.process_time() < 0.5:
        pass
    bacteria.main()
