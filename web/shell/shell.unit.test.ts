import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '../../contract/messages.ts'
import { toast, toastStore } from '../toast.ts'
import { isFarDown } from './back-to-top.tsx'
import { essential, mayReload, withChunkTimeout } from './chunks.ts'
import { stylesFirst } from './styles-first.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('K053: the back-to-top button appears below 300 px, not at 300 px', () => {
  expect([0, 299, 300, 301, 9000].map(isFarDown)).toEqual([false, false, false, true, true])
})

describe('a part of a screen', () => {
  test('K048: fails after 120 s without an answer, not before', async () => {
    const failed = vi.fn<(e: Error) => void>()
    withChunkTimeout(() => new Promise(() => {}))().catch(failed)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledOnce()
    expect(failed.mock.calls[0]?.[0].message).toContain('超时')
  })
  test('K048: a part that the page needs is reported late after the time-out; an error of its own is not reported as late', async () => {
    const late = vi.fn()
    essential(() => new Promise(() => {}), late)().catch(() => {})
    await vi.advanceTimersByTimeAsync(119_999)
    expect(late).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(late).toHaveBeenCalledOnce()
    await expect(essential(() => Promise.reject(new Error('gone')), late)()).rejects.toThrow('gone')
    expect(late).toHaveBeenCalledOnce()
    expect(await essential(() => Promise.resolve(7), late)()).toBe(7)
  })
  test('that fails reports it at once, and one that arrives leaves no timer', async () => {
    await expect(withChunkTimeout(() => Promise.reject(new Error('gone')))()).rejects.toThrow('gone')
    expect(await withChunkTimeout(() => Promise.resolve(7))()).toBe(7)
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
  test('causes at most one reload per minute', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => {
        kept.set(k, v)
      },
    }
    expect([100_000, 100_001, 159_999, 160_000].map((now) => mayReload(storage, now))).toEqual([true, false, false, true])
  })
})

test('K049: an error is shown for five seconds, other messages for three; the same text once', async () => {
  toast.error(messages.uploadFailed)
  toast.error(messages.uploadFailed)
  toast.success(messages.copied)
  const texts = () => toastStore.list().map((one) => one.text)
  expect(texts()).toEqual(['上传失败', '复制成功'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(texts()).toEqual(['上传失败'])
  await vi.advanceTimersByTimeAsync(1999)
  expect(texts()).toEqual(['上传失败'])
  await vi.advanceTimersByTimeAsync(1)
  expect(texts()).toEqual([])
})

test('styles are loaded before scripts, and the rest of the head keeps its order', () => {
  const page =
    '<html><head><title>甲</title><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/><script>1</script><link rel="stylesheet" href="/c.css"/></head><body><link rel="modulepreload" href="/d.js"/></body></html>'
  expect(stylesFirst(page)).toBe(
    '<html><head><title>甲</title><script>1</script><link rel="stylesheet" href="/c.css"/><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/></head><body><link rel="modulepreload" href="/d.js"/></body></html>',
  )
  expect(stylesFirst('no page')).toBe('no page')
})
