import { describe, expect, test } from 'vitest'
import { Freshness } from './freshness.ts'
import { KeptAnswers } from './kept-answers.ts'
import { SharedWork } from './shared-work.ts'
import { HtmlCache } from '../ssr/html-cache.ts'

const never = () => new Promise<never>(() => {})
const code = (work: Promise<unknown>) => work.then(String, (error: { code?: string }) => error.code)

describe('work that never ends (V-05)', () => {
  test('fails for all who wait, and the next call starts again', async () => {
    const shared = new SharedWork<string>(30)
    const first = shared.run('k', never)
    expect(shared.run('k', never)).toBe(first)
    expect(await code(first)).toBe('BUSY')
    expect(await shared.run('k', async () => 'answer')).toBe('answer')
  })
  test('does not block a total, a cached answer or a page', async () => {
    const fresh = new Freshness({ limitMs: 30 })
    const kept = new KeptAnswers(() => '2026-11-21', { ttlMs: 1000, http: false, limitMs: 30 })
    const pages = new HtmlCache({ ttlMs: 1000, staleMs: 1000, maxBytes: 1 << 20, limitMs: 30 })
    const asks = [
      (load: () => Promise<any>) => fresh.get('k', load),
      (load: () => Promise<any>) => kept.value('k', load),
      (load: () => Promise<any>) => pages.render('k', 'br', load).then((page) => page!.packed.text()),
    ]
    for (const ask of asks) {
      expect(await code(ask(never))).toBe('BUSY')
      expect(await code(ask(async () => ({ status: 200, headers: {}, body: 'x' })))).not.toBe('BUSY')
    }
  })
  test('callers still get the result of work that was removed from the cache', async () => {
    const shared = new SharedWork<string>()
    let end = (_: string) => {}
    const first = shared.run('a', () => new Promise((resolve) => (end = resolve)))
    shared.forget('a')
    expect(await shared.run('a', async () => 'new')).toBe('new')
    end('old')
    expect(await first).toBe('old')
  })
})
