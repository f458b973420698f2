import { marketStates, type MarketKind, type MarketMove, type MarketState, type Origin } from '../../contract/market/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { flow, inPlace, type Standing } from '../kernel/flow.ts'

const { pending, passed, refused, down } = marketStates.code

export interface ItemRow extends Standing {
  state: MarketState
  kind: MarketKind
  origin: Origin
  company_id: number | null
  user_id: number | null
  created_by: number | null
  submitted_by: number | null
}

type Owned = Pick<ItemRow, 'origin' | 'company_id' | 'user_id'>
const isOf = ({ userId }: Actor, row: Owned): boolean => row.company_id === null && row.user_id === userId
/**
 * Whether the actor owns the item in the identity in which they act: the person, any account of the company, or for items of staff everybody
 * who manages the market. Whoever acts for a company acts on the company's items only (ADR 1031).
 */
export const owns = (actor: Actor, row: Owned): boolean =>
  actor.type === 'YYF'
    ? row.origin === 'gov' && actor.permissions.has('market:manage')
    : actor.companyId === null
      ? isOf(actor, row)
      : row.company_id === actor.companyId
/** Whether it is the person's own item, while they act for a company. */
export const ownsAsPerson = (actor: Actor, row: Owned): boolean => actor.companyId !== null && isOf(actor, row)
const ownerOrStaff = (actor: Actor, row: ItemRow): boolean => owns(actor, row) || actor.permissions.has('market:manage')
const why = { field: 'reviewOpinion', ask: '请写明下架的原因，会告知发布人' }
const opinion = { field: 'reviewOpinion', ask: '请填写审核意见' }

/**
 * States S138–S177, the same for the four kinds: 0 → 1 | 2, 1 → 3, 3 → 0; 2, and 1 when a reviewed part changes, back to 0. Price, free
 * area, dates and contact of 1 change in place. Items in 0, 2 and 3 can be deleted.
 */
export const marketFlow = flow<
  'market_item',
  ItemRow,
  MarketMove,
  { adjust: { changes: Change[] }; approve: { title: string; address: string } }
>({
  name: 'market',
  table: 'market_item',
  thing: '供需信息',
  labels: marketStates.labels,
  first: [pending],
  final: [],
  makers: (row) => [row.created_by, row.submitted_by],
  makerColumns: ['created_by', 'submitted_by'],
  writes: ['edit', 'revise', 'adjust'],
  steps: [
    ...inPlace([pending, down], { move: 'edit', who: owns, name: '修改' } as const),
    { from: [refused], move: 'edit', to: pending, who: owns, name: '修改' },
    { from: [passed], move: 'revise', to: pending, who: owns, name: '修改' },
    ...inPlace([passed], { move: 'adjust', who: owns, name: '更新' } as const),
    { from: [pending], move: 'approve', to: passed, who: 'market:review', name: '审核通过', own: 'never' },
    { from: [pending], move: 'reject', to: refused, who: 'market:review', name: '审核不通过', own: 'never', reason: opinion },
    { from: [passed], move: 'takeDown', to: down, who: owns, name: '下架' },
    // Whose item it is reads why it is gone.
    { from: [passed], move: 'takeDown', to: down, who: 'market:manage', name: '下架', reason: why },
    { from: [down], move: 'submit', to: pending, who: owns, name: '重新提交' },
    ...inPlace([passed], { move: 'confirm', who: owns, name: '确认' } as const),
    { from: [pending, refused, down], move: 'delete', to: null, who: ownerOrStaff, name: '删除' },
  ],
})

/** A change of a passed item that needed no review. */
export interface Change {
  name: string
  before: string
  after: string
}
