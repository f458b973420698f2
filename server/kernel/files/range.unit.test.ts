import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteRange } from './range.ts'

describe('byte ranges', () => {
  it('are read as RFC 9110 writes them', () => {
    expect(byteRange('bytes=0-0', 100)).toEqual({ start: 0, end: 0 })
    expect(byteRange('bytes=10-', 100)).toEqual({ start: 10, end: 99 })
    expect(byteRange('bytes=10-500', 100)).toEqual({ start: 10, end: 99 })
    expect(byteRange('bytes=-5', 100)).toEqual({ start: 95, end: 99 })
    expect(byteRange('bytes=-500', 100)).toEqual({ start: 0, end: 99 })
  })
  it('several, reversed or invalid ranges mean the whole file', () => {
    for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=0-1,5-6', 'bytes=5-1', 'pages=1-2', 'bytes=a-b', 'bytes=1-2-3'])
      expect(byteRange(header, 100)).toBeUndefined()
  })
  it('ranges that start after the end are refused', () => {
    for (const header of ['bytes=100-', 'bytes=100-200', 'bytes=-0']) expect(() => byteRange(header, 100)).toThrow('请求的内容超出文件范围')
    expect(() => byteRange('bytes=0-', 0)).toThrow('请求的内容超出文件范围')
  })
  it('never exceed the file', () => {
    fc.assert(
      fc.property(fc.nat(1 << 20), fc.option(fc.nat(1 << 21)), fc.option(fc.nat(1 << 21)), (size, from, to) => {
        const beyond = size === 0 || (from ?? size) >= size || to === 0
        try {
          const range = byteRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
          expect(range === undefined || (range.start >= 0 && range.start <= range.end && range.end < size)).toBe(true)
        } catch (error) {
          expect([beyond, (error as Error).message]).toEqual([true, '请求的内容超出文件范围'])
        }
      }),
    )
  })
})
