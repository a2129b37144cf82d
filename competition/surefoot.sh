#!/bin/sh
# Runs surefoot from the folder that this script lies in, with the packages beside it.
here=$(dirname "$(dirname "$(readlink -f "$0")")")
PYTHONPATH="$here/lib" PYTHONNOUSERSITE=1 exec "${SUREFOOT_PYTHON:-python3}" -m surefoot "$@"
