import { describe, expect, it } from 'vitest'
import { directListStates, directRowMoves, directRowStates, type DirectListState } from '../../contract/direct/states.ts'
import { allowed, type Reader } from '../kernel/flow.ts'
import { listFlow, publishedStates, rowMovesFor, rowTransition, rowTransitions, type ListStanding } from './flow.ts'

const maker = 1
const person = (userId: number, ...codes: string[]): Reader => ({
  userId,
  sessionId: '',
  type: 'YYF',
  name: '',
  companyId: null,
  officeId: null,
  roles: [],
  permissions: new Set(codes),
  wrote: new Set(),
})
const at = (state: DirectListState, more: Partial<ListStanding> = {}): ListStanding => ({
  id: 1,
  version: 1,
  state,
  created_by: maker,
  public_to: '2026-03-10',
  open_objections: 0,
  today: '2026-03-11',
  ...more,
})

describe('the flow of a list', () => {
  it('nobody confirms or returns their own list', () => {
    expect(allowed(listFlow, person(maker, 'direct:manage', 'direct:confirm'), at('confirming'))).toEqual(['withdraw'])
    expect(allowed(listFlow, person(2, 'direct:confirm'), at('confirming'))).toEqual(['return', 'confirm'])
    expect(allowed(listFlow, person(2, 'direct:read'), at('confirming'))).toEqual([])
  })
  it('closes only after its period and without open objections', () => {
    const closes = (more: Partial<ListStanding>) => allowed(listFlow, person(2, 'direct:manage'), at('announced', more)).includes('close')
    expect(closes({})).toBe(true)
    expect(closes({ today: '2026-03-10' })).toBe(false)
    expect(closes({ public_to: null })).toBe(false)
    expect(closes({ open_objections: 1 })).toBe(false)
  })
  it('never returns to a state before the announcement, and hands over money only after it is closed', () => {
    const reached = new Set<DirectListState>(['announced'])
    for (const from of reached) for (const s of listFlow.steps) if (s.from.includes(from) && s.to) reached.add(s.to)
    expect([...reached].toSorted()).toEqual([...publishedStates, 'cancelled'].toSorted())
    expect(listFlow.steps.filter((s) => s.to === null).flatMap((s) => s.from)).toEqual(['draft', 'frozen'])
    expect(listFlow.steps.filter((s) => s.move === 'handOver').flatMap((s) => s.from)).toEqual(['closed'])
    expect(listFlow.steps.filter((s) => s.to === 'closed').flatMap((s) => s.from)).toEqual(['announced'])
  })
  it('has each move of a company once', () =>
    expect(new Set(rowTransitions.map((t) => `${t.from} ${t.move} ${t.who}`)).size).toBe(rowTransitions.length))
})

describe('the flow of a company on a list', () => {
  it('hands over only companies that consented; after the announcement staff move no company by hand', () => {
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
