import {
  directListLabels,
  type DirectListMove,
  type DirectListState,
  type DirectRowMove,
  type DirectRowState,
} from '../../contract/direct/states.ts'
import { flow, type Standing } from '../kernel/flow.ts'

export interface ListStanding extends Standing {
  state: DirectListState
  public_to: string | null
  open_objections: number
  created_by: number
  today: string
}

/** Why an announced list cannot be closed yet; true when it can. */
function periodOver({ public_to, today, open_objections }: ListStanding): boolean | string {
  if (public_to === null || today <= public_to) return `公示期至 ${public_to ?? '—'}，期满后才能结束`
  return open_objections === 0 || `还有 ${open_objections} 件异议未答复`
}

/**
 * What the log of a list keeps besides its moves: who had its rows made, who left a company out by hand and who took one back. They decide
 * which companies get money as much as its settings do.
 */
type RowChange = 'run' | Extract<DirectRowMove, 'exclude' | 'restore'>

/** Every move of a list. Confirming announces it to the companies; from then on its rows stay. */
export const listFlow = flow<'direct_list', ListStanding, DirectListMove | RowChange>({
  name: 'directList',
  table: 'direct_list',
  thing: '免申即享名单',
  labels: directListLabels,
  first: ['draft'],
  final: ['done', 'cancelled'],
  gone: 'deleted',
  makers: (row) => [row.created_by],
  makerColumns: ['created_by'],
  writes: ['change', 'run', 'freeze', 'exclude', 'restore', 'submit'],
  about: (row) => ({ action: 'direct', objectType: 'direct_list', objectId: row.id }),
  steps: [
    { from: ['draft'], move: 'change', to: 'draft', who: 'direct:manage', name: '修改' },
    { from: ['draft', 'frozen'], move: 'remove', to: null, who: 'direct:manage', name: '删除' },
    // Staff start it; a task then makes the rows and this move.
    { from: ['draft'], move: 'freeze', to: 'frozen', who: 'direct:manage', name: '生成名单' },
    { from: ['draft'], move: 'freeze', to: 'frozen', who: 'system', name: '生成名单' },
    { from: ['frozen'], move: 'reopen', to: 'draft', who: 'direct:manage', name: '重新编制' },
    { from: ['frozen'], move: 'submit', to: 'confirming', who: 'direct:manage', name: '提交确认' },
    { from: ['confirming'], move: 'withdraw', to: 'frozen', who: 'direct:manage', name: '撤回' },
    {
      from: ['confirming'],
      move: 'return',
      to: 'frozen',
      who: 'direct:confirm',
      name: '退回',
      own: 'never',
      reason: { field: 'opinion', ask: '请填写退回的原因' },
    },
    { from: ['confirming'], move: 'confirm', to: 'announced', who: 'direct:confirm', name: '确认', own: 'never' },
    { from: ['announced', 'closed'], move: 'cancel', to: 'cancelled', who: 'direct:confirm', name: '终止' },
    { from: ['announced'], move: 'close', to: 'closed', who: 'direct:manage', name: '结束公示', when: periodOver },
    { from: ['closed'], move: 'handOver', to: 'done', who: 'direct:manage', name: '移交' },
  ],
})

export interface RowTransition {
  from: DirectRowState
  move: DirectRowMove
  to: DirectRowState
  /** staff · company · objection: staff, by upholding an objection · list: together with a move of the list */
  who: 'staff' | 'company' | 'objection' | 'list'
  /** states of the list in which the move is allowed */
  list: readonly DirectListState[]
}

/**
 * Every move of a company on a list. Staff leave out and take back companies before the list is announced. In the period, an upheld
 * objection leaves a company out, takes it back or replaces its row by one with another amount. After the close, staff may leave out a
 * company whose money cannot be handed over. A company may change its answer until the list is closed.
 */
export const rowTransitions: readonly RowTransition[] = [
  { from: 'listed', move: 'exclude', to: 'excluded', who: 'staff', list: ['frozen'] },
  { from: 'listed', move: 'exclude', to: 'excluded', who: 'objection', list: ['announced'] },
  { from: 'consented', move: 'exclude', to: 'excluded', who: 'objection', list: ['announced'] },
  { from: 'declined', move: 'exclude', to: 'excluded', who: 'objection', list: ['announced'] },
  { from: 'held', move: 'exclude', to: 'excluded', who: 'staff', list: ['closed'] },
  { from: 'excluded', move: 'restore', to: 'listed', who: 'staff', list: ['frozen'] },
  { from: 'excluded', move: 'restore', to: 'listed', who: 'objection', list: ['announced'] },
  { from: 'listed', move: 'correct', to: 'replaced', who: 'objection', list: ['announced'] },
  { from: 'consented', move: 'correct', to: 'replaced', who: 'objection', list: ['announced'] },
  { from: 'declined', move: 'correct', to: 'replaced', who: 'objection', list: ['announced'] },
  { from: 'listed', move: 'consent', to: 'consented', who: 'company', list: ['announced'] },
  { from: 'declined', move: 'consent', to: 'consented', who: 'company', list: ['announced'] },
  { from: 'listed', move: 'decline', to: 'declined', who: 'company', list: ['announced'] },
  { from: 'consented', move: 'decline', to: 'declined', who: 'company', list: ['announced'] },
  { from: 'listed', move: 'lapse', to: 'lapsed', who: 'list', list: ['announced'] },
  { from: 'consented', move: 'hand', to: 'handed', who: 'list', list: ['closed'] },
  { from: 'held', move: 'hand', to: 'handed', who: 'list', list: ['closed'] },
  { from: 'consented', move: 'hold', to: 'held', who: 'list', list: ['closed'] },
]

export const rowTransition = (
  list: DirectListState,
  state: DirectRowState,
  move: DirectRowMove,
  who: RowTransition['who'],
): RowTransition | undefined => rowTransitions.find((t) => t.from === state && t.move === move && t.who === who && t.list.includes(list))

export const rowMovesFor = (list: DirectListState, state: DirectRowState, who: RowTransition['who']): DirectRowMove[] =>
  rowTransitions.filter((t) => t.from === state && t.who === who && t.list.includes(list)).map((t) => t.move)

/** States in which companies see a list. */
export const publishedStates: readonly DirectListState[] = ['announced', 'closed', 'done']
