import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils'
import { chacha20poly1305 } from '@noble/ciphers/chacha'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstLink, follow } from '../../../contract/draft-chain.ts'
import { personalKeys, type TabChain } from '../../session/personal.ts'
import { earlyCopies } from './early-copies.ts'

const CHAIN_KEY = 'a1'.repeat(32)
const SALT = '0b'.repeat(12)
const storage = () => {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => values.set(key, text),
    removeItem: (key: string) => values.delete(key),
  }
}
let tab: ReturnType<typeof storage>
let browser: ReturnType<typeof storage>
/** As the session does with the user. */
const begin = (person: number) =>
  tab.setItem(
    personalKeys.draftChain,
    JSON.stringify({ person, salt: SALT, step: 0, link: bytesToHex(firstLink(hexToBytes(CHAIN_KEY), hexToBytes(SALT))) }),
  )
beforeEach(() => {
  ;[tab, browser] = [storage(), storage()]
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', browser)
  begin(7)
})
afterEach(() => void vi.unstubAllGlobals())
const typed = (name: string, savedAt = 1) => ({ values: { name }, savedAt })
const names = (copies: ReturnType<typeof earlyCopies>, key = CHAIN_KEY) => copies.open(key).map(({ values }) => values.name)

test('without a chain, or with that of another person, nothing is stored', () => {
  expect(earlyCopies(8, 'label').keep(typed('甲'))).toBe(false)
  tab.values.clear()
  expect(earlyCopies(7, 'label').keep(typed('甲'))).toBe(false)
  expect(browser.values.size).toBe(0)
})

test('what stays in the browser opens nothing: not with the link that the tab has gone on to, nor for another account or form', () => {
  expect(earlyCopies(7, 'label').keep(typed('没有人能读'))).toBe(true)
  const [text] = browser.values.values()
  expect(text).not.toContain('没有')
  const { link, step } = JSON.parse(tab.getItem(personalKeys.draftChain)!) as TabChain
  expect(step).toBe(1)
  const [{ nonce, text: sealed }] = JSON.parse(text!) as [{ nonce: string; text: string }]
  let next = hexToBytes(link)
  for (let n = 0; n < 100; n++) {
    const { key } = follow(next)
    for (const tried of [key, next])
      expect(() => chacha20poly1305(tried, hexToBytes(nonce), utf8ToBytes('label')).decrypt(hexToBytes(sealed))).toThrow('invalid tag')
    next = follow(next).next
  }
  expect(names(earlyCopies(7, 'label'), 'b2'.repeat(32))).toEqual([])
  browser.setItem(personalKeys.draftEarly('7:other'), text!)
  expect(names(earlyCopies(7, 'other'))).toEqual([])
})

test('every opening of the form keeps its own; the next one is given all of them, and removes them when they are stored elsewhere', () => {
  earlyCopies(7, 'label').keep(typed('一'))
  const second = earlyCopies(7, 'label')
  second.keep(typed('二'))
  second.keep(typed('二二'))
  // Before it has read the others it removes only its own.
  const third = earlyCopies(7, 'label')
  third.keep(typed('三'))
  third.drop()
  const last = earlyCopies(7, 'label')
  last.keep(typed('现在填的'))
  expect(names(last)).toEqual(['一', '二二'])
  last.drop()
  expect(browser.values.size).toBe(0)
})

test('a copy that this account cannot open stays, and damaged ones do no harm', () => {
  earlyCopies(7, 'label').keep(typed('为企业填的'))
  const of = earlyCopies(7, 'label')
  expect(names(of, 'b2'.repeat(32))).toEqual([])
  of.drop()
  expect(names(earlyCopies(7, 'label'))).toEqual(['为企业填的'])
  for (const text of ['', 'null', '{}', '[null,{"salt":"0b"}]', '[{"salt":"zz","step":1e9,"nonce":"","text":""}]']) {
    browser.setItem(personalKeys.draftEarly('7:label'), text)
    expect(names(earlyCopies(7, 'label'))).toEqual([])
  }
})
