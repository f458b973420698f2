import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proposalKinds, PROPOSAL_STATE, type ProposalKind, type ProposalState } from '../../../contract/policy/proposal-codes.ts'
import type { Actor } from '../../kernel/actor.ts'
import { allowedProposalMoves, openStates, proposalFlow, writable, type AnyProposalMove, type ProposalTransition } from './flow.ts'

const { draft, pending, done, discarded, rejected, waiting, undone } = PROPOSAL_STATE

/** Written by hand from ADR 0059, not derived from the code. */
function lawful(kind: ProposalKind, from: ProposalState, move: AnyProposalMove, to: ProposalState): boolean {
  const effect = to === done || (kind === 'revision' && to === waiting)
  switch (move) {
    case 'submit':
      return (from === draft || from === rejected) && to === pending
    case 'publish':
      return (from === draft || from === pending || from === rejected) && effect
    case 'withdraw':
      return from === pending && to === draft
    case 'approve':
      return from === pending && effect
    case 'reject':
      return from === pending && to === rejected
    case 'discard':
      return (from === draft || from === rejected) && to === discarded
    case 'recall':
      return kind === 'revision' && from === waiting && to === draft
    case 'undo':
      return kind === 'repeal' && from === done && to === undone
    case 'takeEffect':
      return kind === 'revision' && from === waiting && to === done
    case 'fail':
      return kind === 'revision' && from === waiting && to === rejected
  }
}

const names = Object.keys(proposalFlow) as AnyProposalMove[]
const actor = (userId: number, permissions: string[]) => ({ userId, permissions: new Set(permissions) }) as unknown as Actor
const rights = fc.subarray(['policy:edit', 'policy:publish', 'policy:review'])
const lives = fc.record({
  kind: fc.constantFrom(...proposalKinds),
  review: fc.boolean(),
  acts: fc.array(fc.record({ move: fc.constantFrom(...names), who: fc.integer({ min: 1, max: 3 }), rights, later: fc.boolean() }), {
    maxLength: 20,
  }),
})

describe('the flow of a proposal', () => {
  it('makes lawful moves only, never has its sender review it, and what is over stays over, in 4,000 random lives', () => {
    const reached = new Set<ProposalState>()
    fc.assert(
      fc.property(lives, ({ kind, review, acts }) => {
        let state: ProposalState = draft
        let submittedBy: number | null = null
        for (const { move, who, rights: may, later } of acts) {
          const t: ProposalTransition = proposalFlow[move]
          const clockOnly = t.can === null
          const offered = allowedProposalMoves({ kind, state, submittedBy }, actor(who, may), review) as string[]
          const open = clockOnly ? t.from.includes(state) && (!t.only || t.only === kind) : offered.includes(move)
          if (!open) continue
          const to: ProposalState = t.to === 'effect' ? (kind === 'revision' && later ? waiting : done) : t.to
          expect(lawful(kind, state, move, to), `${kind} ${move} ${state} → ${to}`).toBe(true)
          if (move === 'publish') expect(review).toBe(false)
          if (move === 'approve' || move === 'reject') expect(who).not.toBe(submittedBy)
          if (move === 'withdraw') expect(who).toBe(submittedBy)
          if (t.can) expect(may).toContain(t.can)
          if (move === 'submit') submittedBy = who
          state = to
          reached.add(state)
          if ((state === done && kind === 'revision') || state === discarded || state === undone)
            expect(
              allowedProposalMoves({ kind, state, submittedBy }, actor(9, ['policy:edit', 'policy:publish', 'policy:review']), review),
            ).toEqual([])
        }
      }),
      { numRuns: 4000 },
    )
    expect([...reached].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(openStates).toEqual([draft, pending, rejected, waiting])
    expect(writable).toEqual([draft, rejected])
  })
})
