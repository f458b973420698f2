#!/bin/bash
# run.sh COMMAND…: runs a command of the platform as its user, with the settings of /etc/qifu/qifu.env (or of the file in QIFU_ENV), as systemd
# passes them to the processes. For example: run.sh npm run doctor. The settings of the owner of the database are added from the file beside it
# (qifu.env: qifu.owner.env) when there is one; the processes do not get them.
set -euo pipefail
[ $# -gt 0 ] || { echo '用法：run.sh 命令…，例如 run.sh npm run doctor' >&2; exit 2; }
settings=${QIFU_ENV:-/etc/qifu/qifu.env}
user=${QIFU_USER:-qifu}
[ -r "$settings" ] || { echo "读不到 $settings，请以 root 运行" >&2; exit 1; }
export NODE_ENV=production DEMO=0 TZ=Asia/Shanghai
# The files are not shell scripts: a value may contain spaces, $ and &. Only quotes around a whole value are removed.
read_settings() {
  local line value
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    [[ $line =~ ^[A-Za-z_][A-Za-z0-9_]*= ]] || continue
    value=${line#*=}
    case $value in '"'*'"' | "'"*"'") value=${value:1:${#value}-2} ;; esac
    export "${line%%=*}=$value"
  done <"$1"
}
read_settings "$settings"
[ ! -r "${settings%.env}.owner.env" ] || read_settings "${settings%.env}.owner.env"
cd "$(dirname "$(readlink -f "$0")")/.."
[ "$(id -un)" = "$user" ] && exec "$@"
export HOME=${DATA_DIR:-/var/lib/qifu}
exec runuser -u "$user" -- "$@"
