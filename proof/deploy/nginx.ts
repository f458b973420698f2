import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'

const NGINX = '/usr/sbin/nginx'
export const hasNginx = () => existsSync(NGINX)

export interface Front {
  /** https://127.0.0.1:PORT */
  base: string
  /** http://127.0.0.1:PORT, which only redirects to `base` */
  plain: string
  /** returns what nginx itself printed */
  said(): string
  close(): Promise<void>
}

/**
 * deploy/nginx.conf with other ports, names and files. Every replaced line must exist, so that a change of the file cannot go unnoticed.
 */
function adapted(dir: string, ports: { plain: number; safe: number; upstreams: readonly number[] }): string {
  let text = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  const exchange = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf no longer says: ${from}`)
    text = text.replaceAll(from, to)
  }
  exchange('127.0.0.1:3001', `127.0.0.1:${ports.upstreams[0]}`)
  exchange('127.0.0.1:3002', `127.0.0.1:${ports.upstreams[1]}`)
  exchange('listen 80;', `listen 127.0.0.1:${ports.plain};`)
  exchange('listen [::]:80;', '')
  exchange('listen 443 ssl http2;', `listen 127.0.0.1:${ports.safe} ssl http2;`)
  exchange('listen [::]:443 ssl http2;', '')
  exchange('qifu.example.gov.cn', 'localhost')
  exchange('https://$host$request_uri', `https://127.0.0.1:${ports.safe}$request_uri`)
  exchange('/etc/qifu/tls/', `${dir}/`)
  exchange('/var/log/nginx/qifu.log', `${dir}/access.log`)
  return `daemon off;
worker_processes 2;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log warn;
events { worker_connections 4096; }
http {
client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
${text}
}
`
}

/** Starts nginx with the delivered file in front of two ports; a certificate is made for it. Throws the errors of `nginx -t`. */
export async function startNginx(dir: string, upstreams: readonly number[]): Promise<Front> {
  mkdirSync(dir, { recursive: true })
  const ports = { plain: await freePort(), safe: await freePort(), upstreams }
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const files = ['-keyout', join(dir, 'privkey.pem'), '-out', join(dir, 'fullchain.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], { stdio: 'ignore' })
  const file = join(dir, 'nginx.conf')
  writeFileSync(file, adapted(dir, ports))
  const args = ['-p', dir, '-c', file, '-e', join(dir, 'error.log')]
  execFileSync(NGINX, ['-t', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  const nginx = spawn(NGINX, args, { stdio: 'ignore' })
  const plain = `http://127.0.0.1:${ports.plain}`
  for (let left = 100; ; left--) {
    if (await fetch(plain, { redirect: 'manual' }).catch(() => null)) break
    if (left === 0 || nginx.exitCode !== null) throw new Error(`nginx did not start: ${readFileSync(join(dir, 'error.log'), 'utf8')}`)
    await sleep(50)
  }
  return {
    base: `https://127.0.0.1:${ports.safe}`,
    plain,
    said: () => readFileSync(join(dir, 'error.log'), 'utf8'),
    close: async () => {
      if (nginx.exitCode !== null) return
      const over = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await over
    },
  }
}
