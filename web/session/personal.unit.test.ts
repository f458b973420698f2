import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personalKeys, takePersonal } from './personal.ts'

/** What these keep says nothing of a person: the width of the menu, that a password was asked for in this tab, whether a call opens by itself. */
const ofNobody = ['web/callcentre/pops.ts', 'web/shell/page-lifetime.tsx', 'web/shell/work-shell.client.tsx']
/** It takes the key from who shows it, in a type that only the list makes. */
const handedOn = ['web/market/use-kept-words.ts']

test('whatever a screen keeps in the browser stands in the list that the session clears', () => {
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
test('a number typed for an offer of the market goes with the session, and comes back to the same person', () => {
  const values: Record<string, string> = { [personalKeys.market('contact:landInfo:7')]: '{"phone":"13700000000"}', other: 'stays' }
  const taken = takePersonal(storage(values), storage({}), { forGood: false })
  expect(values).toEqual({ other: 'stays' })
  expect(taken).toHaveLength(1)
})
