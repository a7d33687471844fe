"""Answers, and leaves a process in another session that runs for a minute."""
import os
import sys
import time

import bacteria

bacteria.main()
sys.stdout.flush()
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
    os._exit(0)
