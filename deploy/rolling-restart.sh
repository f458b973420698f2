#!/bin/bash
# rolling-restart.sh PORT…: restarts the processes of this host one after the other. It waits until each is ready before the next.
set -euo pipefail
[ $# -gt 0 ] || { echo '用法：rolling-restart.sh 端口…' >&2; exit 2; }
for port in "$@"; do
  systemctl restart "qifu@$port"
  ready=
  for _ in $(seq 900); do
    if curl -fs -o /dev/null --max-time 3 "http://127.0.0.1:$port/readyz"; then ready=1; break; fi
    systemctl is-failed -q "qifu@$port" && break
    sleep 1
  done
  [ -n "$ready" ] || { echo "端口 $port 没有就绪，其余进程没有动；请看 journalctl -u qifu@$port" >&2; exit 1; }
  echo "端口 $port 已就绪"
done
