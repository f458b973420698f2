import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DirectListState, directListMoves, directListStates, directRowMoves, directRowStates } from '../../contract/direct/states.ts'
import {
  hindrance,
  listMovesFor,
  listTransition,
  listTransitions,
  publishedStates,
  rowMovesFor,
  rowTransition,
  rowTransitions,
} from './flow.ts'

const day = fc.integer({ min: 0, max: 27 }).map((n) => `2026-03-${String(n + 1).padStart(2, '0')}`)
const standing = fc.record({
  state: fc.constantFrom(...directListStates),
  publicTo: fc.option(day),
  openObjections: fc.integer({ min: 0, max: 3 }),
  createdBy: fc.integer({ min: 1, max: 3 }),
})
const rights = fc.subarray(['direct:manage', 'direct:confirm', 'direct:read']).map((list) => new Set(list))

describe('the flow of a list', () => {
  it('offers exactly what the table knows, to whom it names, and nothing from an end', () => {
    fc.assert(
      fc.property(standing, rights, fc.integer({ min: 1, max: 3 }), day, (at, permissions, userId, now) => {
        const offered = listMovesFor(at, permissions, userId, now)
        for (const move of directListMoves) {
          const t = listTransition(at.state, move)
          const possible = t !== undefined && permissions.has(t.permission) && hindrance(t, at, userId, now) === null
          expect(offered.includes(move)).toBe(possible)
        }
        if (at.state === 'done' || at.state === 'cancelled') expect(offered).toEqual([])
        if (offered.includes('confirm')) expect(at.createdBy).not.toBe(userId)
        if (offered.includes('close')) expect(at.openObjections === 0 && at.publicTo !== null && now > at.publicTo).toBe(true)
      }),
    )
  })
  it('never goes back behind the announcement, and money moves only after it was closed', () => {
    // The table is small: every state that can be reached is looked at, not a sample of walks.
    const reached = new Set<DirectListState>(['announced'])
    for (const from of reached) for (const t of listTransitions) if (t.from === from && t.to) reached.add(t.to)
    expect([...reached].toSorted()).toEqual([...publishedStates, 'cancelled'].toSorted())
    expect(listTransitions.filter((t) => t.from === 'announced' || t.from === 'closed').every((t) => t.to !== null)).toBe(true)
    expect(listTransitions.filter((t) => t.move === 'handOver').map((t) => t.from)).toEqual(['closed'])
    expect(listTransitions.filter((t) => t.to === 'closed').map((t) => t.from)).toEqual(['announced'])
  })
  it('names each move of a state once', () => {
    expect(new Set(listTransitions.map((t) => `${t.from} ${t.move}`)).size).toBe(listTransitions.length)
    expect(new Set(rowTransitions.map((t) => `${t.from} ${t.move} ${t.who}`)).size).toBe(rowTransitions.length)
  })
})

describe('the flow of a company on a list', () => {
  it('hands over only who agreed, and lets nobody move a company by hand once the list is announced', () => {
    expect.hasAssertions()
    for (const list of directListStates)
      for (const state of directRowStates) {
        for (const move of directRowMoves)
          for (const who of ['staff', 'company', 'objection', 'list'] as const) {
            const t = rowTransition(list, state, move, who)
            if (!t) continue
            if (t.to === 'handed') expect(['consented', 'held']).toContain(state)
            if (who === 'staff' || who === 'company') expect(rowMovesFor(list, state, who)).toContain(move)
            if (who === 'company') expect(list).toBe('announced')
          }
        if (list === 'announced') expect(rowMovesFor(list, state, 'staff')).toEqual([])
        if (state === 'handed' || state === 'lapsed') expect(rowMovesFor(list, state, 'company')).toEqual([])
      }
  })
})
