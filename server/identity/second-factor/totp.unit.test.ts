import { describe, expect, it } from 'vitest'
import { addressOf, codeAt, newSecret, stepOf } from './totp.ts'

/** "12345678901234567890" of RFC 6238, appendix B, in base 32; the tests use the last six of its eight digits. */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('codes of RFC 6238', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s', (seconds, code) => {
    expect(codeAt(RFC, at(seconds))).toBe(code)
    expect(stepOf(RFC, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })
  it('one step early or late is accepted, two are not', () => {
    const code = codeAt(RFC, at(3_000))
    expect([2_940, 2_970, 3_000, 3_059, 3_060].map((s) => stepOf(RFC, code, at(s)))).toEqual([null, 100, 100, 100, null])
  })
  it('secrets have 160 bits and differ; the address names platform and account', () => {
    const [a, b] = [newSecret(), newSecret()]
    expect(a).toMatch(/^[A-Z2-7]{32}$/)
    expect(a).not.toBe(b)
    expect(decodeURIComponent(addressOf(a, 'front1'))).toContain(
      `otpauth://totp/企业综合服务平台:front1?issuer=企业综合服务平台&secret=${a}`,
    )
  })
})
