import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proposalKinds, PROPOSAL_STATE, type ProposalKind, type ProposalState } from '../../../contract/policy/proposal-codes.ts'
import { allowed, type Reader } from '../../kernel/flow.ts'
import { allowedProposalMoves, openStates, proposalFlow, writable, type AnyProposalMove, type ProposalStanding } from './flow.ts'

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
    case 'save':
      return (from === draft || from === rejected) && to === draft
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

const names = [...new Set(proposalFlow.steps.map((step) => step.move))]
const actor = (userId: number, permissions: string[]) =>
  ({ userId, permissions: new Set(permissions), wrote: new Set() }) as unknown as Reader
const all = ['policy:edit', 'policy:publish', 'policy:review']
const acts = fc.array(
  fc.record({ name: fc.constantFrom(...names), who: fc.integer({ min: 1, max: 3 }), rights: fc.subarray(all), later: fc.boolean() }),
  { maxLength: 20 },
)
const lives = fc.record({ kind: fc.constantFrom(...proposalKinds), review: fc.boolean(), acts })

describe('the flow of a proposal', () => {
  it('in 4,000 random lives only allowed moves are made, nobody reviews their own proposal, and ended proposals stay ended', () => {
    const reached = new Set<ProposalState>()
    fc.assert(
      fc.property(lives, ({ kind, review, acts: wishes }) => {
        let state: ProposalState = draft
        let submittedBy: number | null = null
        for (const { name, who, rights, later } of wishes) {
          const row: ProposalStanding = {
            id: 1,
            version: 1,
            policyId: 1,
            kind,
            state,
            submittedBy,
            review,
            later: later && kind === 'revision',
          }
          const offered = allowed(proposalFlow, actor(who, rights), row).includes(name)
          const byClock = name === 'takeEffect' || name === 'fail'
          const step = proposalFlow.steps.find(
            (s) => s.move === name && s.from.includes(state) && (s.who === 'system') === byClock && (s.when?.(row) ?? true) === true,
          )
          if (!step || !(offered || byClock)) continue
          const to = step.to!
          expect(lawful(kind, state, name, to), `${kind} ${name} ${state} → ${to}`).toBe(true)
          if (name === 'publish') expect(review).toBe(false)
          if (name === 'approve' || name === 'reject') expect(who).not.toBe(submittedBy)
          if (name === 'withdraw') expect(who).toBe(submittedBy)
          if (typeof step.who === 'string' && !byClock) expect(rights).toContain(step.who)
          if (name === 'submit') submittedBy = who
          state = to
          reached.add(state)
          const over = (state === done && kind === 'revision') || state === discarded || state === undone
          if (over) expect(allowedProposalMoves({ ...row, state }, actor(9, all))).toEqual([])
        }
      }),
      { numRuns: 4000 },
    )
    expect([...reached].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(openStates).toEqual([draft, pending, rejected, waiting])
    expect(writable).toEqual([draft, rejected])
  })
})
