#!/bin/sh
# Runs Lectern with the Node.js of this folder: ./lectern --help. It needs no other program, and no environment.
set -eu
file=$0
while [ -L "$file" ]; do
  target=$(readlink "$file")
  case $target in
  /*) file=$target ;;
  *) file=${file%/*}/$target ;;
  esac
done
case $file in
*/*) folder=${file%/*} ;;
*) folder=. ;;
esac
folder=$(CDPATH='' cd -- "$folder" && pwd -P)
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec "$folder/runtime/node" --no-parallel-scavenge --max-semi-space-size=4 --max-old-space-size=512 "$folder/bin/lectern.js" "$@"
