import { hash, randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingFor, pack, type CachedPage, type HtmlCache } from './html-cache.ts'
import { plainPage } from './plain-page.ts'
import { cookieOf } from './request.ts'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import { inTime } from '../answers/shared-work.ts'

export const RETRY_SECONDS = 5
/** V-05: how long a visitor waits for a new page when an old copy exists, */
export const PATIENCE_MS = 2500
/** and how long when none exists (V-01: nobody waits 15 s). */
export const GIVE_UP_MS = 10_000

/** V-06: maximum age of a copy that is shown during a rush. */
export const CROWDED_MS = 60_000

/** The cache key: the address and its display mode. */
export function keyOf(request: FastifyRequest): string {
  const cookie = request.headers.cookie
  return `${request.url}\n${cookie ? `${cookieOf(cookie, 'elder') ?? ''}${cookieOf(cookie, 'contrast') ? 'c' : ''}` : ''}`
}

export type Rendered = { status: number; headers: Record<string, string>; body: string; keep: boolean }

/** A page that is the same for everybody: the cached one, else a new one, else the last good copy, marked as old. */
export async function fromCache(
  cache: HtmlCache,
  request: FastifyRequest,
  reply: FastifyReply,
  render: () => Promise<Rendered>,
): Promise<FastifyReply> {
  const key = keyOf(request)
  const coding = codingFor(request.headers['accept-encoding'])
  const hit = cache.fresh(key)
  if (hit) return answer(request, reply, hit, 'hit')
  let unkept: Rendered | undefined
  const rendering = cache.render(key, coding, async () => {
    const rendered = await render()
    const body = Buffer.from(rendered.body)
    if (rendered.keep) return { status: rendered.status, headers: cacheHeaders(rendered.headers, body), body }
    unkept = rendered
    return null
  })
  const made = await inTime(rendering, cache.stale(key) ? PATIENCE_MS : GIVE_UP_MS).catch((error: unknown) => {
    request.log.error({ err: error, reqId: request.id }, 'render failed')
    return null
  })
  if (made) return answer(request, reply, made, 'miss')
  const old = cache.stale(key)
  if (old) return answer(request, reply, marked(old), 'stale')
  // Rendering failed; try once more, because the data may be available again.
  unkept ??= await inTime(render(), PATIENCE_MS).catch(() => undefined)
  if (!unkept) return sayUnavailable(reply)
  return reply
    .code(unkept.status)
    .headers({ ...unkept.headers, 'cache-control': 'no-store', ...(unkept.status === 503 ? { 'retry-after': String(RETRY_SECONDS) } : {}) })
    .send(unkept.body)
}

export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  state: 'hit' | 'miss' | 'stale',
): Promise<FastifyReply> {
  const coding = codingFor(request.headers['accept-encoding'])
  void reply.headers(page.headers).header('x-html-cache', state)
  const { etag } = page.headers
  if (page.status === 200 && etag && request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (coding !== 'identity') void reply.header('content-encoding', coding)
  const bytes = state === 'hit' ? await page.packed.well(coding) : page.packed.quickly(coding)
  return reply.code(page.status).send(bytes)
}

const cacheHeaders = (headers: Rendered['headers'], body: Buffer): Record<string, string> => ({
  ...headers,
  'cache-control': headers['cache-control'] ?? 'no-cache',
  vary: 'Cookie, Accept-Encoding, Sec-Fetch-Dest',
  etag: `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
})

/** Marks an old copy, served while the database is away, with its time (reliability V-01). */
export function marked(page: CachedPage): CachedPage {
  if (!page.headers['content-type']?.startsWith('text/html')) return page
  const time = shanghaiTime(page.at).slice(5, 16).replace('T', ' ')
  const html = page.packed.text().replace('<html ', `<html data-stale="系统维护中，以下为 ${time} 的内容，恢复后自动更新" `)
  const { etag: _etag, ...headers } = page.headers
  return { ...page, headers: { ...headers, 'cache-control': 'no-store' }, packed: pack(html, 'br') }
}

/** The answer when a page cannot be rendered and no copy exists. Browsers open it again by themselves, not all in the same second. */
export function sayUnavailable(reply: FastifyReply): FastifyReply {
  const again = randomInt(RETRY_SECONDS + 3, RETRY_SECONDS * 3)
  const { headers, html } = plainPage(
    '系统繁忙',
    `访问的人较多或系统正在维护，请稍后再试。本页约 ${again} 秒后自动重新打开。`,
    '<a href="">重新打开本页</a>　<a href="/page/home">返回首页</a>',
    again,
  )
  return reply
    .code(503)
    .headers({ 'retry-after': String(RETRY_SECONDS), ...headers })
    .send(html)
}
