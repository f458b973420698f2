import { CONSULT_ANSWERED, CONSULT_WAITING } from '../../../contract/policy/codes.ts'
import { flow, type Standing } from '../../kernel/flow.ts'

const [waiting, answered] = [CONSULT_WAITING, CONSULT_ANSWERED]

/**
 * S242: a consultation gets one answer. Before it, it can be assigned to a colleague. Answered consultations, and invalid ones
 * (advertising), can be deleted.
 */
export const consultFlow = flow<'policy_consult', Standing & { state: number }, 'reply' | 'passOn' | 'delete'>({
  name: 'consult',
  table: 'policy_consult',
  thing: '咨询',
  labels: { [waiting]: '待回复', [answered]: '已回复' },
  first: [waiting],
  final: [],
  gone: 'deleted',
  about: (row) => ({ action: 'consult', objectType: 'policy_consult', objectId: row.id }),
  steps: [
    { from: [waiting], move: 'reply', to: answered, who: 'consult:answer', name: '回复' },
    // When two people answer, the later one gets this reason.
    { from: [answered], move: 'reply', to: answered, who: 'consult:answer', name: '回复', when: () => '该咨询已由他人回复，请刷新后查看' },
    { from: [waiting], move: 'passOn', to: waiting, who: 'consult:answer', name: '转交' },
    { from: [answered], move: 'passOn', to: answered, who: 'consult:answer', name: '转交', when: () => '该咨询已由他人回复，请刷新后查看' },
    { from: [waiting, answered], move: 'delete', to: null, who: 'consult:answer', name: '删除' },
  ],
})
