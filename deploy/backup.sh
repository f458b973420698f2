#!/bin/bash
# backup.sh FOLDER [KEEP]: a new backup below FOLDER; of the older ones the newest KEEP (default 14) stay. Nothing is removed when the new one failed.
set -euo pipefail
folder=${1:?用法：backup.sh 目录 [保留份数]}
keep=${2:-14}
cd "$(dirname "$0")/.."
new="$folder/$(date +%Y-%m-%dT%H%M%S)"
mkdir -p "$folder"
node_modules/.bin/node scripts/backup.ts "$new"
find "$folder" -mindepth 1 -maxdepth 1 -type d -name '20??-??-??T??????' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf -- "$old"; done
