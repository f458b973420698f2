import { relationStateCodes, relationStates, type RelationState } from '../../../contract/company/relation-words.ts'
import type { Actor } from '../../kernel/actor.ts'
import { flow, type Standing } from '../../kernel/flow.ts'
import { manages } from '../expansion/index.ts'
import { isEntering, isOtherSide, isParty, type Parties } from './access.ts'

export type RelationStanding = Standing & Parties & { state: RelationState; entered_by: number | null }
export type RelationMove = 'confirm' | 'refuse' | 'stop' | 'withdraw'

const { waiting, confirmed, refused, ended } = relationStates
const why = (ask: string) => ({ field: 'opinion', ask })
const staff = (actor: Actor): boolean => manages(actor)

/**
 * Another party confirms than the one who entered it: the other company, or staff with evidence. Either company, or staff with a reason,
 * ends it.
 */
export const relationFlow = flow<'company_relation', RelationStanding, RelationMove>({
  name: 'companyRelation',
  table: 'company_relation',
  thing: '关联企业',
  labels: relationStateCodes.labels,
  first: [waiting],
  final: [refused, ended],
  gone: 'deleted',
  makers: (row) => [row.entered_by],
  steps: [
    { from: [waiting], move: 'confirm', to: confirmed, who: isOtherSide, name: '确认', own: 'never' },
    { from: [waiting], move: 'confirm', to: confirmed, who: staff, name: '确认', own: 'never', reason: why('请填写依据的证明材料') },
    { from: [waiting], move: 'refuse', to: refused, who: isOtherSide, name: '说明不属实', own: 'never', reason: why('请填写原因') },
    { from: [waiting], move: 'refuse', to: refused, who: staff, name: '说明不属实', own: 'never', reason: why('请填写原因') },
    { from: [confirmed], move: 'stop', to: ended, who: isParty, name: '结束' },
    { from: [confirmed], move: 'stop', to: ended, who: staff, name: '结束', reason: { field: 'reason', ask: '请填写原因' } },
    { from: [waiting], move: 'withdraw', to: null, who: isEntering, name: '撤回' },
  ],
})
