import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeclarationState, StepMode } from '../../contract/declaration.ts'
import { decide, partyOf, type FlowStep } from './flow.ts'

const offices = [11, 12, 13, 14]
const step: fc.Arbitrary<FlowStep> = fc
  .tuple(fc.constantFrom<StepMode>('one', 'two', 'all', 'ordered', 'any'), fc.shuffledSubarray(offices, { minLength: 2 }))
  .map(([mode, officeIds]) => (mode === 'one' || mode === 'two' ? { step: 'review', mode } : { step: 'review', mode, officeIds }))
/** People 1–8, two in each office. */
const people = Array.from({ length: 8 }, (_, i) => ({ userId: i + 1, officeId: offices[i % 4]! }))
const acts = fc.array(fc.tuple(fc.constantFrom(...people), fc.constantFrom('pass', 'pass', 'pass', 'pass', 'refuse', 'back', 'withdraw')), {
  maxLength: 30,
})

describe('签署', () => {
  it('counts signatures as the step requires, and loses none, in 4,000 random reviews', () => {
    const ends = new Set<string>()
    fc.assert(
      fc.property(step, acts, (s, life) => {
        const steps: FlowStep[] = [{ step: 'accept', mode: 'one' }, s]
        let state: DeclarationState = 'reviewing'
        const signed: { userId: number; officeId: number }[] = []
        for (const [who, wish] of life) {
          if (state !== 'reviewing') break
          const parties = [...new Set(signed.map((x) => partyOf(s, x)))]
          const t = decide(steps, { state, passedBy: parties }, wish as 'pass', partyOf(s, who))
          if (wish === 'withdraw') expect(t).toBeNull()
          if (t === null) continue
          if (wish === 'pass') {
            expect(parties).not.toContain(partyOf(s, who))
            if (s.officeIds) expect(s.officeIds).toContain(who.officeId)
            if (s.mode === 'ordered') expect(who.officeId).toBe(s.officeIds![signed.length])
            signed.push(who)
            // A signature that does not end the step leaves the state unchanged.
            if (t.move === 'countersign') expect(t.to).toBe(state)
          }
          state = t.to as DeclarationState
        }
        ends.add(`${s.mode}:${state}`)
        const needed = { one: 1, two: 2, any: 1, all: s.officeIds?.length, ordered: s.officeIds?.length }[s.mode]!
        expect(state === 'approved').toBe(signed.length === needed)
        expect(signed.length).toBeLessThanOrEqual(needed)
        if (state === 'approved' && s.mode === 'ordered') expect(signed.map((x) => x.officeId)).toEqual(s.officeIds)
        if (state === 'approved' && s.mode === 'all') expect(new Set(signed.map((x) => x.officeId))).toEqual(new Set(s.officeIds))
        if (state === 'approved' && s.mode === 'two') expect(new Set(signed.map((x) => x.userId)).size).toBe(2)
      }),
      { numRuns: 4000 },
    )
    for (const mode of ['one', 'two', 'all', 'ordered', 'any']) expect(ends, mode).toContain(`${mode}:approved`)
  })

  it('one office can return or refuse for all', () => {
    const s: FlowStep = { step: 'review', mode: 'all', officeIds: [11, 12, 13] }
    expect(decide([s], { state: 'reviewing', passedBy: [11] }, 'refuse', 12)?.to).toBe('refused')
    expect(decide([s], { state: 'reviewing', passedBy: [11] }, 'back', 13)?.to).toBe('returned')
  })
})
