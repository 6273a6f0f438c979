#!/bin/sh
# Stands for cargo where a test is about the cache: an analyzer that it "builds" says which assertion its sources contain.
# CARGO_PAUSE: seconds that it takes.
set -e
while [ $# -gt 0 ]; do
  case "$1" in
    --manifest-path) workspace=$(dirname "$2") ;;
    --target-dir) target=$2 ;;
  esac
  shift
done
sleep "${CARGO_PAUSE:-0}"
mkdir -p "$target/release/deps"
echo runtime > "$target/release/deps/libruntime.rlib"
for folder in "$workspace"/pan_*; do
  [ -d "$folder" ] || continue
  name=$(basename "$folder")
  program=$target/release/$name
  text=$(grep -rho 'assert(x == [0-9]*)' "$folder/src" | head -n 1)
  printf '#!/bin/sh\necho "%s"\n' "$text" > "$target/release/deps/$name-0"
  chmod +x "$target/release/deps/$name-0"
  ln -f "$target/release/deps/$name-0" "$program"
  printf '{"reason":"compiler-artifact","target":{"name":"%s"},"executable":"%s"}\n' "$name" "$program"
done
