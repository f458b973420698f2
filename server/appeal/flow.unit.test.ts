import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appealMoves, appealMoveWords, type AppealMove } from '../../contract/appeal/states.ts'
import { auditWords } from '../../contract/audit-words.ts'
import type { PermissionCode } from '../../contract/permissions.ts'
import { everyRow } from '../kernel/access/row-rules.ts'
import type { Actor } from '../kernel/actor.ts'
import { allowed } from '../kernel/flow.ts'
import { appealFlow, type AppealStanding } from './flow.ts'

/** Written by hand from S178–S190 and ADR 0300, 0440, 0441 and 0807, not derived from the code; `-` means that the row is deleted. */
const lawful = new Set(
  `0 change 0 · 0 submit 1 · 0 delete - · 1 withdraw 7 · 1 supplement 1 · 1 urge 1 · 1 transfer 2 · 1 back 5 · 1 deal 3 · 1 delete -
  1 rule 2 · 1 merge 1 · 1 merge 2 · 1 escalate 1 · 2 withdraw 7 · 2 supplement 2 · 2 urge 2 · 2 transfer 2 · 2 deal 3 · 2 back 1
  2 pause 2 · 2 resume 2 · 2 merge 2 · 2 extendAsk 2 · 2 extend 2 · 2 extendRefuse 2 · 2 escalate 2 · 2 assist 2 · 3 supplement 3 · 3 pass 4
  3 reject 2 · 3 escalate 3 · 4 evaluate 4 · 4 redo 2 · 4 archive 6 · 5 change 5 · 5 submit 1 · 5 delete -`
    .split(/·|\n/)
    .map((one) => one.trim()),
)

it('contains the moves of the specification and of our decisions, and no others', () => {
  const all = appealFlow.steps.flatMap((s) => s.from.map((from) => `${from} ${s.move} ${s.to ?? '-'}`))
  expect(new Set(all)).toEqual(lawful)
  expect(new Set(appealFlow.steps.map((s) => s.move))).toEqual(new Set(appealMoves))
})

it('every move has a Chinese name in the audit log and in the history', () => {
  for (const move of appealMoves) {
    expect(auditWords(`appeal.${move}`)).not.toMatch(/[a-z]/i)
    expect(appealMoveWords[move]).toMatch(/^[^a-z]+$/i)
  }
})

const NOW = '2026-09-28T02:00:00.000Z'
const LATER = '2026-12-31T15:59:59.000Z'
const staff = (userId: number, officeId: number | null, ...codes: PermissionCode[]): Actor => ({
  userId,
  sessionId: '',
  type: 'YYF',
  name: '',
  companyId: null,
  officeId,
  roles: [],
  permissions: new Set<PermissionCode>(['appeal:read', ...codes]),
  rules: everyRow(),
})
const sender: Actor = { ...staff(1, null), type: 'QY', companyId: 7, permissions: new Set() }
const actors = {
  sender,
  stranger: { ...sender, userId: 2, companyId: 8 },
  front: staff(10, 100, 'appeal:dispatch', 'appeal:examine'),
  second: staff(11, 100, 'appeal:dispatch', 'appeal:examine'),
  main: staff(20, 201, 'appeal:deal'),
  other: staff(21, 202, 'appeal:deal'),
  leader: staff(30, 300, 'appeal:examine'),
} as const
type Person = keyof typeof actors
const wishes = fc.array(
  fc.record({
    who: fc.constantFrom(...(Object.keys(actors) as Person[])),
    pick: fc.nat(999),
    office: fc.constantFrom(201, 202),
  }),
  { minLength: 10, maxLength: 60 },
)

const born = (): AppealStanding => ({
  id: 1,
  version: 1,
  state: 0,
  user_id: 1,
  company_id: 7,
  writers: [],
  dealt_by: null,
  hands: [],
  deal_time: null,
  ruling: false,
  ruled_office_id: null,
  score: null,
  redone: false,
  closed_at: null,
  paused_at: null,
  urge_from: null,
  now: NOW,
  merged_into: null,
  passed_by: null,
  deadline: null,
  extended_days: 0,
  extend_days: null,
})

/** The changes of the use cases besides the state. */
function lived(row: AppealStanding, move: AppealMove, by: Actor, office: number, returns: number): AppealStanding {
  const to = Number(
    [...lawful]
      .find((one) => one.startsWith(`${row.state} ${move} `))!
      .split(' ')[2]!
      .replace('-', '-1'),
  )
  const next = { ...row, version: row.version + 1, state: to }
  switch (move) {
    case 'submit':
      return { ...next, deadline: LATER }
    case 'transfer':
      return { ...next, writers: [office], paused_at: null }
    case 'rule':
      return { ...next, writers: [office], ruling: false, ruled_office_id: office }
    case 'back':
      return row.state === 2 ? { ...next, writers: [], ruling: returns >= 2, paused_at: null } : next
    case 'deal':
      return {
        ...next,
        dealt_by: by.userId,
        hands: [...row.hands, by.userId],
        deal_time: NOW,
        writers: row.writers.length > 0 ? row.writers : [by.officeId!],
        paused_at: null,
      }
    case 'pass':
      return { ...next, closed_at: NOW, passed_by: by.userId }
    case 'pause':
      return { ...next, paused_at: NOW }
    case 'resume':
      return { ...next, paused_at: null }
    case 'evaluate':
      return { ...next, score: 5 }
    case 'redo':
      return { ...next, redone: true, closed_at: null, merged_into: null }
    case 'extendAsk':
      return { ...next, extend_days: 3 }
    case 'extend':
      return { ...next, extend_days: null, extended_days: 3 }
    case 'extendRefuse':
      return { ...next, extend_days: null }
    case 'urge':
      return { ...next, urge_from: LATER }
    default:
      return next
  }
}

describe('random sequences of moves', () => {
  it('are lawful: nobody reviews their own answer, a second return needs a binding ruling, once-only moves happen once; 2,500 runs', () => {
    let moves = 0
    fc.assert(
      fc.property(wishes, (acts) => {
        let row = born()
        let returns = 0
        const made: AppealMove[] = []
        for (const { who, pick, office } of acts) {
          const by = actors[who]
          if (row.state < 0) break
          const open = allowed(appealFlow, by, row)
          for (const one of open) expect([...lawful].some((each) => each.startsWith(`${row.state} ${one} `))).toBe(true)
          if (who === 'stranger') expect(open).toEqual([])
          if (who === 'main' || who === 'other') expect(open.length === 0 || row.writers.includes(by.officeId!)).toBe(true)
          if (row.ruling) expect(open.filter((one) => ['transfer', 'back', 'deal', 'merge'].includes(one))).toEqual([])
          if (row.ruled_office_id !== null && row.ruled_office_id === row.writers[0]) {
            if (row.state === 2) expect(open.filter((one) => one === 'back' || one === 'transfer')).toEqual([])
          }
          if (row.hands.includes(by.userId)) expect(open.filter((one) => one === 'pass' || one === 'reject')).toEqual([])
          if (row.redone && row.passed_by === by.userId) expect(open).not.toContain('pass')
          // Moves that end a life early are rare, so that long sequences occur too.
          const going = open.filter((one) => pick % 20 === 0 || (one !== 'withdraw' && one !== 'delete'))
          const move = going[pick % Math.max(1, going.length)]
          if (move === undefined) continue
          if (move === 'back' && row.state === 2) returns++
          row = lived(row, move, by, office, returns)
          made.push(move)
          moves++
        }
        for (const once of ['redo', 'evaluate', 'extend', 'archive', 'withdraw'] as const)
          expect(made.filter((one) => one === once).length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2500 },
    )
    expect(moves).toBeGreaterThan(10_000)
  })

  it('only the sender moves an appeal that is answered together with another', () => {
    for (const state of [1, 2, 3]) {
      const row = { ...born(), state, merged_into: 9, writers: [201], deadline: LATER }
      for (const who of ['front', 'second', 'main', 'leader'] as const) expect(allowed(appealFlow, actors[who], row)).toEqual([])
      expect(allowed(appealFlow, actors.sender, row)).toContain('supplement')
    }
  })
})
