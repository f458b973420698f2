import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { currentKey, hmacSm3 } from './keyring.ts'
import {
  blindIndex,
  blindIndexes,
  isCurrentSeal,
  maskDeep,
  maskAccount,
  maskEmail,
  maskIdNumber,
  maskName,
  maskPhone,
  maskText,
  openPii,
  sealPii,
} from './pii.ts'

const k = { secret: randomBytes(32) }

describe('sealed values', () => {
  it('refuses a value that was changed in any byte', () => {
    const sealed = sealPii(k, '13812341234')
    const [version, id, body] = sealed.split('.')
    const bytes = Buffer.from(body!, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(() => openPii(k, `${version}.${id}.${changed.toString('base64url')}`)).toThrow('sealed value was changed')
    }
  })
  it('refuses cut, empty and foreign values', () => {
    const sealed = sealPii(k, 'a')
    for (const wrong of ['', 's1', 'abc', sealed.slice(0, -10), sealed.slice(0, 12), sealPii({ secret: randomBytes(32) }, 'a')])
      expect(() => openPii(k, wrong)).toThrow(/sealed value|no key/)
  })
  it('opens what it sealed, and seals the same text differently each time', () => {
    for (const text of ['', '13812341234', '张三'.repeat(200)]) expect(openPii(k, sealPii(k, text))).toBe(text)
    expect(sealPii(k, 'x')).not.toBe(sealPii(k, 'x'))
    expect(sealPii(k, '13812341234')).not.toContain('1381234')
  })
  /** A sealed value in the steps of the standards: SM4-CBC with PKCS#7 padding, then HMAC-SM3. */
  const byTheBook = (plain: Buffer, isPadded = true) => {
    const key = currentKey(k, 'pii')
    const iv = randomBytes(16)
    const cipher = createCipheriv('sm4-cbc', key.key('encrypt', 16), iv).setAutoPadding(isPadded)
    const body = Buffer.concat([iv, cipher.update(plain), cipher.final()])
    const seal = (whole: Buffer) => {
      const mac = createHmac('sm3', key.key('mac')).update(key.id).update(whole).digest()
      return `s1.${key.id}.${Buffer.concat([whole, mac]).toString('base64url')}`
    }
    return { body, seal, sealed: seal(body) }
  }
  it('is SM4-CBC with HMAC-SM3 as in the standards, in both directions and in any order', () => {
    const texts = Array.from({ length: 200 }, (_, n) => '企业a'.repeat(n))
    const sealed = texts.map((text) => sealPii(k, text))
    for (const [n, text] of texts.entries()) {
      expect(openPii(k, byTheBook(Buffer.from(text)).sealed)).toBe(text)
      const body = Buffer.from(sealed[n]!.split('.')[2]!, 'base64url').subarray(0, -32)
      const decipher = createDecipheriv('sm4-cbc', currentKey(k, 'pii').key('encrypt', 16), body.subarray(0, 16))
      expect(Buffer.concat([decipher.update(body.subarray(16)), decipher.final()]).toString()).toBe(text)
    }
    for (const n of [199, 0, 7, 100]) expect(openPii(k, sealed[n]!)).toBe(texts[n])
    expect(new Set(sealed.map((one) => one.slice(12, 30))).size).toBe(200)
  })
  it('refuses a value with a right MAC over something that was never encrypted, and opens the next one', () => {
    const { body, seal } = byTheBook(Buffer.from('a'))
    for (const wrong of [body.subarray(0, 31), body.subarray(0, 16), Buffer.alloc(0), Buffer.concat([body, Buffer.alloc(7)])])
      expect(() => openPii(k, seal(wrong))).toThrow('sealed value was changed')
    for (const last of [0, 17, 255])
      expect(() => openPii(k, byTheBook(Buffer.alloc(16, last), false).sealed)).toThrow('sealed value was changed')
    expect(openPii(k, byTheBook(Buffer.from('13812341234')).sealed)).toBe('13812341234')
    expect(openPii(k, sealPii(k, '13812341234'))).toBe('13812341234')
  })
  it('computes HMAC-SM3 for keys and texts of any length', () => {
    for (const length of [0, 1, 32, 63, 64, 65, 200]) {
      const key = randomBytes(length)
      for (const text of [randomBytes(0), randomBytes(63), randomBytes(64), randomBytes(1000)])
        for (const _ of [1, 2]) expect(hmacSm3(key, text)).toBe(createHmac('sm3', key).update(text).digest('hex'))
    }
  })
  it('still opens and finds values of the previous master key', () => {
    const next = { secret: randomBytes(32), previousSecrets: [k.secret] }
    const old = sealPii(k, '13812341234')
    expect(openPii(next, old)).toBe('13812341234')
    expect(isCurrentSeal(next, old)).toBe(false)
    expect(isCurrentSeal(next, sealPii(next, 'x'))).toBe(true)
    expect(blindIndexes(next, '13812341234')).toContain(blindIndex(k, '138 1234 1234'))
  })
  it('finds a number in every notation, and no other', () => {
    for (const same of ['+86 138-1234-1234', '１３８１２３４１２３４', '008613812341234'])
      expect(blindIndex(k, same)).toBe(blindIndex(k, '13812341234'))
    expect(blindIndex(k, '13812341235')).not.toBe(blindIndex(k, '13812341234'))
  })
})

describe('masks', () => {
  it('hides the middle', () => {
    expect(maskPhone('13812341234')).toBe('138****1234')
    expect(maskPhone('0570-8123456')).toBe('****3456')
    expect(maskPhone('138****1234')).toBe('138****1234')
    expect(maskIdNumber('339999199001011234')).toBe('339999********1234')
    expect(maskEmail('zhang@example.com')).toBe('z***@example.com')
    expect([maskName('张三'), maskName('张三丰'), maskName('欧阳修文'), maskName('')]).toEqual(['张*', '张**', '欧阳**', ''])
    expect(maskPhone(null)).toBe('')
    expect([maskAccount('6217001234567890'), maskAccount('demo-qy1'), maskAccount('dd-1234')]).toEqual([
      '6217****7890',
      'de****y1',
      'd****4',
    ])
  })

  it('shows no short value whole: at least half of it stays hidden', () => {
    for (const short of ['e', 'evil', 'admin', '12345678', '张三丰李四王五', '12345-678', '330102'])
      for (const mask of [maskAccount, maskPhone, maskIdNumber]) {
        const shown = [...mask(short)].filter((letter) => letter !== '*').length
        expect(shown, `${mask.name} ${short}: ${mask(short)}`).toBeLessThanOrEqual([...short].length / 2)
      }
    expect(maskAccount('evil')).toBe('****')
    expect([maskEmail('a@b.cn'), maskEmail('ab@b.cn')]).toEqual(['***@b.cn', 'a***@b.cn'])
  })
  it('masks numbers inside text and leaves longer numbers alone', () => {
    expect(maskText('电话13812341234，身份证339999199001011234，邮箱 a.b@c.cn')).toBe(
      '电话138****1234，身份证339999********1234，邮箱 a***@c.cn',
    )
    expect(maskText('编号 201381234123499')).toBe('编号 201381234123499')
    expect(maskDeep({ a: ['13812341234'], n: 13812341234 })).toEqual({ a: ['138****1234'], n: 13812341234 })
  })
})

it('mail addresses in free text keep the first letter and the domain, however long the text is (I-05)', () => {
  expect(maskText('问 zhang.san@qy.example.cn，或 a@b.cn 与 @张三')).toBe('问 z***@qy.example.cn，或 a***@b.cn 与 @张三')
  expect(maskText('no.domain@here and ..x@y.cn')).toBe('no.domain@here and ..x***@y.cn')
  const from = process.threadCpuUsage()
  for (const hard of ['a'.repeat(200_000), 'a@'.repeat(100_000), `${'a'.repeat(1000)}@${'b'.repeat(200_000)}`]) maskText(hard)
  const { user, system } = process.threadCpuUsage(from)
  expect((user + system) / 1000).toBeLessThan(2000)
})
