import { bindingStateLabels, bindingStates, type BindingState } from '../../../contract/binding.ts'
import { flow, type Standing } from '../../kernel/flow.ts'
import { isExaminer, isPerson, type Parties } from './access.ts'

type BindingStanding = Standing & Parties & { state: BindingState }
export type BindingMove = 'approve' | 'refuse' | 'unbind' | 'remove'

const { waiting, bound, refused, unbound } = bindingStates
const opinion = { field: 'opinion', ask: '请填写原因' }

/**
 * Flow of a binding (states.tsv S205–S208). Another person than the applicant examines it (S-07). The applicant can withdraw a request that
 * was not approved.
 */
export const bindingFlow = flow<'personal_company', BindingStanding, BindingMove>({
  name: 'binding',
  table: 'personal_company',
  thing: '绑定申请',
  labels: bindingStateLabels,
  first: [waiting],
  final: [unbound],
  gone: 'deleted',
  makers: (row) => [row.user_id],
  about: (row) => ({ action: 'binding', objectType: 'personal_company', objectId: row.id }),
  steps: [
    { from: [waiting], move: 'approve', to: bound, who: isExaminer, name: '通过', own: 'never' },
    { from: [waiting], move: 'refuse', to: refused, who: isExaminer, name: '审核为不通过', own: 'never', reason: opinion },
    { from: [bound], move: 'unbind', to: unbound, who: isPerson, name: '解除绑定' },
    { from: [bound], move: 'unbind', to: unbound, who: isExaminer, name: '解除绑定' },
    { from: [waiting, refused], move: 'remove', to: null, who: isPerson, name: '撤回' },
    { from: [waiting], move: 'remove', to: null, who: 'system', name: '撤回' },
  ],
})
