#!/bin/sh
# Cargo, after each member of the workspace whose name says so was spoiled.
for argument; do
  case "$argument" in
    */Cargo.toml) workspace=$(dirname "$argument") ;;
  esac
done
for folder in "$workspace"/pan_unreadable*; do
  [ -d "$folder" ] && printf '\n[[[ "' >> "$folder/Cargo.toml"
done
for folder in "$workspace"/pan_broken*; do
  [ -d "$folder" ] && echo 'fn broken() -> u8 { "broken" }' >> "$folder/src/main.rs"
done
exec "$REAL_CARGO" "$@"
