#!/bin/bash
# backup.sh FOLDER [KEEP]: writes a new backup below FOLDER and keeps the newest KEEP backups (default 14), including the new one.
# When the backup fails, nothing is removed.
set -euo pipefail
folder=${1:?用法：backup.sh 目录 [保留份数]}
keep=${2:-14}
cd "$(dirname "$0")/.."
new="$folder/$(date +%Y-%m-%dT%H%M%S)"
mkdir -p "$folder"
node_modules/.bin/node scripts/backup.ts "$new"
find "$folder" -mindepth 1 -maxdepth 1 -type d -name '20??-??-??T??????' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf -- "$old"; done
