import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { fromCache, type Rendered } from './cached.ts'
import { HtmlCache } from './html-cache.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A server of one page, rendered by `next.render`; a copy is fresh only for a moment. */
function onePage() {
  const cache = new HtmlCache({ ttlMs: 1, staleMs: 60_000, maxBytes: 1 << 20 })
  const page: Rendered = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html lang="zh-CN">政策</html>', keep: true }
  const next = { render: () => Promise.resolve(page) }
  app = Fastify()
  app.get('/*', (request, reply) => fromCache(cache, request, reply, () => next.render()))
  return next
}
const read = async () => {
  const from = performance.now()
  const { statusCode, headers, body } = await app.inject({ url: '/page/home' })
  return { status: statusCode, state: headers['x-html-cache'], retry: headers['retry-after'], body, ms: performance.now() - from }
}

test('during an endless rendering the last good copy is served, marked, within three seconds (V-05)', async () => {
  const next = onePage()
  expect((await read()).state).toBe('miss')
  next.render = () => new Promise(() => {})
  const all = await Promise.all([read(), read(), read()])
  for (const { status, state, body, ms } of all) {
    expect([status, state, body.includes('data-stale="系统维护中')]).toEqual([200, 'stale', true])
    expect(ms).toBeLessThan(3000)
  }
})

test('a failed rendering without a cached copy gives an error page that the browser opens again by itself', async () => {
  const next = onePage()
  next.render = () => Promise.reject(new Error('broken'))
  const { status, retry, body } = await read()
  expect([status, retry, body.includes('请稍后再试')]).toEqual([503, '5', true])
  const again = Number(/<meta http-equiv="refresh" content="(\d+)">/.exec(body)?.[1])
  expect(again).toBeGreaterThan(5)
  expect(body).toContain(`约 ${again} 秒后自动重新打开`)
})
