import {
  allowanceProgress,
  allowanceStateLabels,
  allowanceStates,
  type AllowanceState,
  type Publicity,
} from '../../../contract/declaration/allowance-states.ts'
import type { AllowanceCorrection } from '../../../db/tables/declaration.ts'
import type { Actor } from '../../kernel/actor.ts'
import { flow, inPlace, type Standing } from '../../kernel/flow.ts'

export type AllowanceMove =
  | 'change'
  | 'approve'
  | 'refuse'
  | 'publicise'
  | 'pay'
  | 'uphold'
  | 'reopen'
  | 'void'
  | 'remove'
  | 'correct'
  | 'propose'
  | 'confirm'
  | 'decline'

export interface AllowanceStanding extends Standing {
  state: AllowanceState
  company_id: number
  declaration_id: number | null
  project_name: string
  source: string
  public_to: string | null
  open_objections: number
  office_id: number | null
  makers: number[]
  approved_by: number | null
  approved_amount: number | null
  amount: number
  correction: AllowanceCorrection | null
  /** the state of its publicity today */
  publicity: Publicity
  /** why its declaration or list does not justify the sum now; null: it does */
  groundless: string | null
}

const { pending, approved, refused, paid } = allowanceStates
const opinion = { field: 'reviewOpinion', ask: '请填写审核意见' }

const grounded = (row: AllowanceStanding) => row.groundless ?? true
const payable = (row: AllowanceStanding) =>
  row.groundless ?? (row.publicity === 'ended' && (row.amount <= (row.approved_amount ?? row.amount) || '金额高于审核通过的金额，不能拨付'))
const waits = (row: AllowanceStanding) => row.correction !== null
/** One correction at a time: a second one would be based on a sum that is about to change. */
const unlessWaiting = (row: AllowanceStanding) => (waits(row) ? '已有一笔金额更正在等另一人确认，确认或退回之后才能再更正' : true)

/**
 * Every move of an allowance (inventory S246, S247, with publicity and objections between approval and payment). Each move towards the
 * payment checks the declaration or list again (G-01). The user who entered it neither approves nor pays it, the approver does not pay it,
 * and a paid sum is changed by two people (G-02). An upheld objection revokes the approval; one against a refusal reopens the review.
 */
export const allowanceFlow = flow<'allowance', AllowanceStanding, AllowanceMove>({
  name: 'allowance',
  table: 'allowance',
  thing: '补贴',
  labels: allowanceStateLabels,
  stateName: (row) => allowanceProgress(row.state, row.publicity, row.public_to).name,
  first: [pending, approved],
  final: [paid],
  makers: (row) => [...row.makers, row.correction?.by ?? null, row.state === approved ? row.approved_by : null],
  steps: [
    { from: [pending], move: 'change', to: pending, who: 'allowance:manage', name: '修改' },
    { from: [pending], move: 'approve', to: approved, who: 'allowance:review', name: '审核通过', own: 'never', when: grounded },
    { from: [pending], move: 'refuse', to: refused, who: 'allowance:review', name: '审核', own: 'never', reason: opinion },
    { from: [pending, refused], move: 'remove', to: null, who: 'allowance:manage', name: '删除' },
    { from: [refused], move: 'reopen', to: pending, who: 'allowance:review', name: '重新审核' },
    {
      from: [approved],
      move: 'publicise',
      to: approved,
      who: 'allowance:manage',
      name: '公示',
      when: (row) => row.groundless ?? row.publicity === 'none',
    },
    { from: [approved], move: 'uphold', to: refused, who: 'allowance:review', name: '撤销通过' },
    { from: [pending, approved], move: 'void', to: refused, who: 'system', name: '作废' },
    { from: [approved], move: 'pay', to: paid, who: 'allowance:pay', name: '登记拨付', own: 'never', ownVerb: '拨付', when: payable },
    ...inPlace([paid], {
      move: 'correct' as const,
      who: 'allowance:pay' as const,
      name: '更正拨付登记',
      when: unlessWaiting,
    }),
    ...inPlace([paid], {
      move: 'propose' as const,
      who: 'allowance:pay' as const,
      name: '更正金额',
      when: unlessWaiting,
    }),
    ...inPlace([paid], {
      move: 'confirm' as const,
      who: 'allowance:review' as const,
      name: '确认更正',
      own: 'never' as const,
      when: waits,
    }),
    ...inPlace([paid], {
      move: 'decline' as const,
      who: 'allowance:review' as const,
      name: '退回更正',
      own: 'never' as const,
      when: waits,
      reason: { field: 'opinion', ask: '请填写退回的原因' },
    }),
  ],
})

/** Whoever entered, changed or sent an allowance answers no objection to it (C-06, ADR 1043); the one who approved it may. */
export const answersFor = ({ permissions, userId }: Pick<Actor, 'permissions' | 'userId'>, makers: readonly number[]): boolean =>
  permissions.has('allowance:review') && !makers.includes(userId)

/** The publicity state of an allowance on `day`. */
export function publicityOf(row: { public_to: string | null; open_objections: number }, day: string): Publicity {
  if (row.open_objections > 0) return 'objected'
  if (row.public_to === null) return 'none'
  return day > row.public_to ? 'ended' : 'running'
}
