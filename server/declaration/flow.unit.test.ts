import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeclarationState } from '../../contract/declaration.ts'
import { decide, transitionsOf, undo, type FlowStep } from './flow.ts'

type World = DeclarationState | 'removed'
const wishes = ['submit', 'withdraw', 'remove', 'pass', 'refuse', 'back'] as const
const stateOf = { accept: 'accepting', review: 'reviewing', inspect: 'inspecting', assess: 'assessing', decide: 'deciding' } as const
const order = ['accept', 'review', 'inspect', 'assess', 'decide'] as const

/** Written by hand from states.tsv S191–S201, not derived from the code. */
function lawful(steps: readonly FlowStep[], from: World, wish: (typeof wishes)[number], to: World): boolean {
  const chain = steps.map((s) => stateOf[s.step])
  const first = chain[0]!
  const place = chain.indexOf(from as (typeof chain)[number])
  switch (wish) {
    case 'submit':
      return ['draft', 'withdrawn', 'returned'].includes(from) && to === first
    case 'withdraw':
      return from === first && to === 'withdrawn'
    case 'remove':
      return ['draft', 'withdrawn'].includes(from) && to === 'removed'
    case 'pass':
      return place >= 0 && (to === (chain[place + 1] ?? 'approved') || (steps[place]!.mode === 'two' && to === from))
    case 'refuse':
      return place >= 0 && to === 'refused'
    case 'back':
      return place >= 0 && to === 'returned'
  }
}

const mode = fc.constantFrom('one' as const, 'two' as const)
const flows = fc
  .record({ accept: fc.option(mode), review: fc.option(mode), inspect: fc.option(mode), assess: fc.option(mode), decide: fc.option(mode) })
  .map((m) => order.flatMap((step): FlowStep[] => (m[step] === null ? [] : [{ step, mode: m[step] }])))
  .filter((steps) => steps.length > 0)
// Weighted towards passing, so that long sequences occur too.
const acts = fc.array(
  fc.record({
    wish: fc.oneof(
      { weight: 4, arbitrary: fc.constant('pass' as const) },
      { weight: 3, arbitrary: fc.constant('submit' as const) },
      { weight: 3, arbitrary: fc.constantFrom(...wishes) },
    ),
    who: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 24 },
)

describe('申报流转', () => {
  it('makes only lawful moves, in 4,000 random runs', () => {
    const reached = new Set<World>()
    fc.assert(
      fc.property(flows, acts, (steps, life) => {
        let state: World = 'draft'
        let passedBy: number[] = []
        /** who passed which state since the last submission */
        let passes: { state: World; who: number }[] = []
        for (const { wish, who } of life) {
          if (state === 'removed') break
          const before: World = state
          const t = decide(steps, { state: before, passedBy }, wish, who)
          if (t === null) continue
          expect(t.from).toBe(before)
          expect(lawful(steps, before, wish, t.to), `${before} --${wish}--> ${t.to}`).toBe(true)
          if (wish === 'withdraw') expect(passedBy).toEqual([])
          if (wish === 'submit') passes = []
          if (wish === 'pass') passes.push({ state: before, who })
          state = t.to
          passedBy = state === before ? [...passedBy, who] : []
          reached.add(state)
          if (state === 'approved') {
            for (const step of steps) {
              const people = new Set(passes.filter((p) => p.state === stateOf[step.step]).map((p) => p.who))
              expect(people.size, `${step.step} ${step.mode}`).toBeGreaterThanOrEqual(step.mode === 'two' ? 2 : 1)
            }
            expect(passes.map((p) => p.state)).toEqual(
              steps.flatMap((s) => Array.from({ length: s.mode === 'two' ? 2 : 1 }, () => stateOf[s.step])),
            )
          }
        }
      }),
      { numRuns: 4000 },
    )
    // Checks that the random sequences reached every state.
    expect([...reached].toSorted()).toEqual([
      'accepting',
      'approved',
      'assessing',
      'deciding',
      'inspecting',
      'refused',
      'removed',
      'returned',
      'reviewing',
      'withdrawn',
    ])
  })

  it('an approved or refused declaration is final', () => {
    fc.assert(
      fc.property(
        flows,
        fc.constantFrom('approved' as const, 'refused' as const),
        fc.constantFrom(...wishes),
        fc.integer({ min: 1, max: 4 }),
        (steps, state, wish, who) => {
          expect(decide(steps, { state, passedBy: [] }, wish, who)).toBeNull()
        },
      ),
    )
  })

  it('a reviewer never changes what the enterprise holds, nor the enterprise what is under review', () => {
    const wrong: string[] = []
    fc.assert(
      fc.property(flows, (steps) => {
        for (const t of transitionsOf(steps).filter((x) => x.move !== 'revoke')) {
          const held = ['draft', 'returned', 'withdrawn'].includes(t.from)
          const takenBack = t.move === 'withdraw' && t.from === stateOf[steps[0]!.step]
          if ((t.who === 'enterprise') !== (held || takenBack)) wrong.push(`${t.who}: ${t.from} --${t.move}--> ${t.to}`)
        }
      }),
    )
    expect(wrong).toEqual([])
  })

  it('every move of a reviewer can be reverted, to its former state; no other move can', () => {
    fc.assert(
      fc.property(flows, (steps) => {
        const all = transitionsOf(steps)
        const decisions = all.filter((t) => t.who === 'reviewer' && t.move !== 'revoke')
        for (const t of decisions) {
          const back = undo(steps, t.to as DeclarationState, { from: t.from, to: t.to as DeclarationState })
          expect(back).toMatchObject({ from: t.to, move: 'revoke', to: t.from, who: 'reviewer' })
          // Another move happened since, so it cannot be reverted.
          expect(undo(steps, 'withdrawn', { from: t.from, to: t.to as DeclarationState })).toBeNull()
        }
        expect(all.filter((t) => t.move === 'revoke').length).toBe(decisions.length)
        for (const t of all.filter((x) => x.who === 'enterprise' && x.to !== 'removed' && x.from !== 'returned'))
          expect(undo(steps, t.to as DeclarationState, { from: t.from, to: t.to as DeclarationState })).toBeNull()
      }),
    )
  })

  it('refuses a flow without steps', () => {
    expect(() => transitionsOf([])).toThrow('at least one review step')
  })
})
