"""Does not end, and does not want to be ended."""
import signal
import time

signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    time.sleep(100)
