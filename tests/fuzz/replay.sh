#!/usr/bin/env bash
# Runs a fuzz target on every input of its archive. usage: replay.sh TARGET ARCHIVE
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -xzf "$2" -C "$folder"
"$1" "$folder"
