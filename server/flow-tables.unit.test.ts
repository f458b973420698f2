import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { declaredFlows } from './kernel/flow.ts'
// Every domain declares its flows when it is loaded.
import './modules.ts'

const flows = declaredFlows()
type Flow = (typeof flows)[number]
type State = string | number

const statesOf = (f: Flow): State[] => {
  const named = [...f.first, ...f.final, ...f.steps.flatMap((s) => [...s.from, ...(s.to === null ? [] : [s.to])])]
  return [...new Set(named as State[])]
}
/** Where a state leads to; null: the row goes. */
const waysOf = (f: Flow, state: State): (State | null)[] => f.steps.filter((s) => s.from.includes(state)).map((s) => s.to as State | null)
const leaves = (f: Flow, state: State): boolean => waysOf(f, state).some((to) => to !== state)

function reached(f: Flow): Set<State> {
  const seen = new Set<State>(f.first)
  for (const state of seen) for (const to of waysOf(f, state)) if (to !== null) seen.add(to)
  return seen
}

it('knows the flows of the product', () => {
  expect(flows.map((f) => f.name)).toEqual(expect.arrayContaining(['binding', 'policyDocument']))
  expect(new Set(flows.map((f) => f.name)).size).toBe(flows.length)
})

describe.each(flows.map((f) => [f.name, f] as const))('%s', (_, f) => {
  it('has a label for each of its states, and no others', () => {
    expect(Object.keys(f.labels).sort()).toEqual(statesOf(f).map(String).sort())
  })
  it('reaches every state from its first states', () => {
    expect(statesOf(f).filter((state) => !reached(f).has(state))).toEqual([])
  })
  it('has no dead end except its final states, which are final', () => {
    expect(statesOf(f).filter((state) => leaves(f, state) === f.final.includes(state as never))).toEqual([])
  })
  it('gives each move one rule for who makes it and where it leads', () => {
    const open = f.steps.filter((s) => s.when === undefined)
    const keys = open.flatMap((s) => s.from.map((from: State) => `${from} ${s.move} ${typeof s.who === 'string' ? s.who : ''}`))
    const doubled = keys.filter((key, i) => keys.indexOf(key) !== i && !key.endsWith(' '))
    expect(doubled).toEqual([])
    for (const name of new Set(f.steps.map((s) => s.move)))
      expect(new Set(f.steps.filter((s) => s.move === name).map((s) => s.name)).size).toBe(1)
  })
  it('nobody decides on their own work where a colleague must decide', () => {
    const decided = f.steps.filter((s) => s.own === 'never')
    expect(decided.every((s) => f.makers !== undefined && s.who !== 'system')).toBe(true)
    for (const s of f.steps.filter((x) => decided.some((d) => d.move === x.move))) expect(s.own).toBe('never')
  })
  it('names the columns of its makers, where lists ask for what others wrote', () => {
    expect((f.makerColumns?.length ?? 0) > 0 || !f.writes).toBe(true)
  })
})

it('a random walk continues until a final state', () => {
  const walk = fc.record({ f: fc.constantFrom(...flows), choices: fc.array(fc.nat(), { minLength: 1, maxLength: 30 }) })
  fc.assert(
    fc.property(walk, ({ f, choices: [begin = 0, ...choices] }) => {
      let state = f.first[begin % f.first.length] as State | null
      for (const choice of choices) {
        if (state === null) break
        expect(Object.keys(f.labels)).toContain(String(state))
        const ways = waysOf(f, state)
        if (ways.length === 0) expect(f.final).toContain(state)
        else state = ways[choice % ways.length]!
      }
    }),
    { numRuns: 2000 },
  )
})
