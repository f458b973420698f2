import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, inlineScriptHashes } from './csp.ts'
import { codingFor, HtmlCache } from './html-cache.ts'
import { cookieOf } from './request.ts'

const html = (body: string) => () => Promise.resolve({ status: 200, headers: { 'content-type': 'text/html' }, body })
const make = (options: Partial<ConstructorParameters<typeof HtmlCache>[0]> = {}) => {
  let now = 0
  const cache = new HtmlCache({ ttlMs: 5_000, staleMs: 60_000, maxBytes: 1 << 20, now: () => now, ...options })
  return {
    cache,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('cache of rendered pages', () => {
  test('stores compressed bytes; every coding gives the same page', async () => {
    const { cache } = make()
    for (const first of ['br', 'gzip', 'identity'] as const) {
      const page = (await cache.render(`/page/home\n${first}`, first, html('政策'.repeat(500))))!
      expect(page.packed.text()).toBe('政策'.repeat(500))
      for (const how of ['quickly', 'well'] as const) {
        expect((await page.packed[how]('br')).length + (await page.packed[how]('gzip')).length).toBeLessThan(400)
        expect(brotliDecompressSync(await page.packed[how]('br')).toString()).toBe('政策'.repeat(500))
        expect(gunzipSync(await page.packed[how]('gzip')).toString()).toBe('政策'.repeat(500))
        expect((await page.packed[how]('identity')).toString()).toBe('政策'.repeat(500))
      }
    }
    const page = (await cache.render('/page/home\n', 'br', html('政策'.repeat(500))))!
    expect(cache.fresh('/page/home\n')).toBe(page)
  })
  test('is fresh for its lifetime, then only a substitute, then removed', async () => {
    const { cache, pass } = make()
    await cache.render('/page/home\n', 'br', html('a'))
    pass(4_999)
    expect(cache.fresh('/page/home\n')).toBeDefined()
    pass(1)
    expect(cache.fresh('/page/home\n')).toBeUndefined()
    expect(cache.stale('/page/home\n')!.packed.text()).toBe('a')
    pass(60_000)
    expect(cache.stale('/page/home\n')).toBeUndefined()
  })
  test('expired copies are substitutes, and not served as fresh', async () => {
    const { cache, pass } = make()
    await cache.render('k', 'br', html('old'))
    cache.expire()
    expect(cache.fresh('k')).toBeUndefined()
    expect(cache.stale('k')!.packed.text()).toBe('old')
    pass(1)
    await cache.render('k', 'br', html('new'))
    expect(cache.fresh('k')!.packed.text()).toBe('new')
  })
  test('a failed rendering does not replace the last good copy', async () => {
    const { cache, pass } = make()
    await cache.render('k', 'br', html('good'))
    pass(6_000)
    expect(await cache.render('k', 'br', () => Promise.resolve(null))).toBeNull()
    await expect(cache.render('k', 'br', () => Promise.reject(new Error('database away')))).rejects.toThrow('database away')
    expect(cache.stale('k')!.packed.text()).toBe('good')
  })
  test('parallel requests render once', async () => {
    const { cache } = make()
    let renders = 0
    await Promise.all(
      Array.from({ length: 50 }, () =>
        cache.render('k', 'br', () => {
          renders++
          return html('x')()
        }),
      ),
    )
    expect(renders).toBe(1)
  })
  test('a purge by prefix removes pages, also those being rendered', async () => {
    const { cache } = make()
    await cache.render('/page/policyserver?id=1\n', 'br', html('old'))
    await cache.render('/page/home\n', 'br', html('home'))
    let release = () => {}
    const slow = cache.render('/page/policyserver?id=2\n', 'br', async () => {
      await new Promise<void>((r) => {
        release = r
      })
      return html('outdated')()
    })
    cache.purge('/page/policyserver')
    release()
    await slow
    expect(cache.stale('/page/policyserver?id=1\n')).toBeUndefined()
    expect(cache.fresh('/page/policyserver?id=2\n')).toBeUndefined()
    expect(cache.fresh('/page/home\n')).toBeDefined()
  })
  test('is bounded: the least recently used are removed first', async () => {
    const { cache } = make({ maxBytes: 2 * 1_200 })
    for (const key of ['a', 'b', 'c']) {
      await cache.render(key, 'br', html(key))
      cache.fresh('a')
    }
    expect(cache.fresh('a')).toBeDefined()
    expect(cache.fresh('b')).toBeUndefined()
    expect(cache.size.bytes).toBeLessThanOrEqual(2 * 1_200)
  })
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.0', 'identity'],
  [undefined, 'identity'],
  ['identity', 'identity'],
  ['gzip;q=0.5, br;q=1.0', 'br'],
])('coding for %s', (accept, coding) => {
  expect(codingFor(accept)).toBe(coding)
})

test('hashes of inline scripts: our own, which have the nonce; none from data', () => {
  const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const own = 'nonce="n1"'
  const page = [
    `<script ${own}>a()</script><script src="/x.js" ${own}></script>`,
    `<script type="module" async="" ${own}>import "/b.js"</script>`,
    '<script type="application/ld+json">{"a":1}</script>',
    '<script>alert(1)</script><script nonce="n2">alert(2)</script><SCRIPT>alert(3)</SCRIPT>',
    `<script ${own}>window.state="<script"</script>`,
  ]
  expect(inlineScriptHashes(page.join(''), 'n1')).toEqual([sha('a()'), sha('import "/b.js"'), sha('window.state="<script"')])
})
test('the policy never allows inline or evaluated scripts in general', () => {
  const policy = contentSecurityPolicy({ inline: ["'nonce-x'"], ancestors: "'none'", https: true })
  const scripts = policy.split('; ').find((d) => d.startsWith('script-src'))
  expect(scripts).toBe("script-src 'self' 'nonce-x'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain('upgrade-insecure-requests')
})
test('media of other hosts are played by a page only when it registered them, and only over https', () => {
  const directive = (mediaHosts: string[], name: string) =>
    contentSecurityPolicy({ inline: [], ancestors: "'none'", https: true, mediaHosts })
      .split('; ')
      .find((d) => d.startsWith(name))
  expect(directive([], 'media-src')).toBe("media-src 'self' blob:")
  expect(directive([], 'connect-src')).toBe("connect-src 'self'")
  expect(directive(['live.example.cn'], 'media-src')).toBe("media-src 'self' blob: https://live.example.cn")
  expect(directive(['live.example.cn'], 'connect-src')).toBe("connect-src 'self' https://live.example.cn")
  expect(directive(['live.example.cn'], 'script-src')).toBe("script-src 'self'")
})
test.each([
  ['a=1; token=T%3D1; b=2', 'T=1'],
  ['xtoken=1', undefined],
  ['token=%E0%A4%A', '%E0%A4%A'],
  [undefined, undefined],
])('cookie in %s', (header, value) => {
  expect(cookieOf(header, 'token')).toBe(value)
})
