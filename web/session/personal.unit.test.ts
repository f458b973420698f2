import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personalKeys, takePersonal } from './personal.ts'

/**
 * Files whose stored values are not personal: the width of the menu, whether a password was asked for in this tab, whether calls open by
 * themselves.
 */
const ofNobody = ['web/callcentre/pops.ts', 'web/shell/page-lifetime.tsx', 'web/shell/work-shell.client.tsx']
/** This file gets its key from its callers, in a type that only the list can make. */
const handedOn = ['web/market/use-kept-words.ts']

test('everything a screen stores in the browser is in the list that the session clears', () => {
  const kept = globSync('web/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.|^web\/session\//.test(file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      return /(session|local)Storage\.setItem\(/.test(text) && !text.includes('personalKeys')
    })
  expect(kept.toSorted()).toEqual([...handedOn, ...ofNobody].toSorted())
})

const storage = (values: Record<string, string>) => ({
  keys: () => Object.keys(values),
  getItem: (key: string) => values[key] ?? null,
  setItem: (key: string, text: string) => {
    values[key] = text
  },
  removeItem: (key: string) => {
    delete values[key]
  },
})
test('a number typed for a market item is removed with the session, and restored for the same user', () => {
  const values: Record<string, string> = { [personalKeys.market('contact:landInfo:7')]: '{"phone":"13700000000"}', other: 'stays' }
  const taken = takePersonal(storage(values), storage({}), { forGood: false })
  expect(values).toEqual({ other: 'stays' })
  expect(taken).toHaveLength(1)
})
