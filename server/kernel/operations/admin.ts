import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { accessText } from '../../../contract/endpoint.ts'
import { isLoopback } from '../config.ts'
import { listEndpoints } from '../implement.ts'
import type { Kernel } from '../kernel.ts'
import { openApi } from './openapi.ts'

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** The second listener, on loopback only (B-01): /metrics, /openapi.json and a page that lists every call. */
export function createAdmin(k: Kernel, metrics: Registry): FastifyInstance {
  const admin = Fastify({ logger: false })
  // DNS rebinding: a web page whose host name resolves to 127.0.0.1 could otherwise read this listener through a browser on this machine.
  admin.addHook('onRequest', (request, reply, done) => {
    if (isLoopback(request.hostname.replace(/^\[|\]$/g, ''))) done()
    else void reply.code(421).type('text/plain; charset=utf-8').send('只能以 127.0.0.1 或 localhost 访问')
  })
  admin.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
  admin.get('/openapi.json', () => openApi(k))
  admin.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'").send(page(k)),
  )
  return admin
}

function page(k: Kernel): string {
  const rows = listEndpoints(k)
    .sort((a, b) => a.domain.localeCompare(b.domain) || a.path.localeCompare(b.path))
    .map(
      ({ method, path, domain, endpoint }) =>
        `<tr><td>${domain}<td>${method}<td><code>${escaped(path)}</code><td>${escaped(accessText(endpoint.access))}<td>${endpoint.as}${endpoint.blob ? ' → 文件' : ''}<td>${escaped(endpoint.summary ?? '')}`,
    )
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>接口 - ${escaped(k.config.SITE_NAME)}</title>
<style>body{font:14px/1.6 system-ui,sans-serif;margin:24px}table{border-collapse:collapse}td,th{border:1px solid #d9d9d9;padding:4px 8px;text-align:left}th{background:#f5f5f5}</style>
<h1>接口（${rows.length}）</h1><p><a href="/openapi.json">openapi.json</a> · <a href="/metrics">metrics</a></p>
<table><thead><tr><th>领域<th>方法<th>地址<th>权限<th>编码<th>说明</thead><tbody>${rows.join('')}</tbody></table></html>`
}
