import { changeCodes, type ChangeState } from '../../../contract/identity/rights-change.ts'
import { flow, type Standing } from '../../kernel/flow.ts'

export interface ChangeStanding extends Standing {
  state: ChangeState
  user_id: number | null
  proposed_by: number | null
  /** at the decision: whether its start is still to come */
  later?: boolean
}
const { waiting, done, refused, withdrawn, void: lapsed, scheduled } = changeCodes.code

/** Neither the requester nor the beneficiary of a change of rights decides it; a change of the underlying rights makes it void. */
export const changeFlow = flow<'rights_change', ChangeStanding, 'approve' | 'reject' | 'withdraw' | 'begin' | 'lapse'>({
  name: 'rightsChange',
  table: 'rights_change',
  thing: '权限变更',
  labels: changeCodes.labels,
  first: [waiting],
  final: [done, refused, withdrawn, lapsed],
  makers: (row) => [row.proposed_by, row.user_id],
  steps: [
    { from: [waiting], move: 'approve', to: done, who: 'role:manage', name: '同意', own: 'never', when: ({ later }) => !later },
    {
      from: [waiting],
      move: 'approve',
      to: scheduled,
      who: 'role:manage',
      name: '同意',
      own: 'never',
      when: ({ later }) => later === true,
    },
    {
      from: [waiting, scheduled],
      move: 'reject',
      to: refused,
      who: 'role:manage',
      name: '驳回',
      own: 'never',
      reason: { field: 'opinion', ask: '请填写驳回的原因' },
    },
    { from: [waiting, scheduled], move: 'withdraw', to: withdrawn, who: 'role:manage', name: '撤回', own: 'only' },
    { from: [scheduled], move: 'begin', to: done, who: 'system', name: '到时生效' },
    { from: [waiting, scheduled], move: 'lapse', to: lapsed, who: 'system', name: '作废' },
  ],
})
