import type { DirectListMove, DirectListState, DirectRowMove, DirectRowState } from '../../contract/direct/states.ts'

export type DirectPermission = 'direct:manage' | 'direct:confirm'

interface ListTransition {
  from: DirectListState
  move: DirectListMove
  /** null: the list is gone */
  to: DirectListState | null
  permission: DirectPermission
  /** nobody confirms what they made (C-06) */
  notOwn?: true
  /** only after the period, and with no objection open */
  afterPeriod?: true
}

/** Every move of a list; nothing else exists. Confirming makes it known to the companies, from then on its rows stay. */
export const listTransitions: readonly ListTransition[] = [
  { from: 'draft', move: 'change', to: 'draft', permission: 'direct:manage' },
  { from: 'draft', move: 'remove', to: null, permission: 'direct:manage' },
  { from: 'draft', move: 'freeze', to: 'frozen', permission: 'direct:manage' },
  { from: 'frozen', move: 'reopen', to: 'draft', permission: 'direct:manage' },
  { from: 'frozen', move: 'remove', to: null, permission: 'direct:manage' },
  { from: 'frozen', move: 'submit', to: 'confirming', permission: 'direct:manage' },
  { from: 'confirming', move: 'withdraw', to: 'frozen', permission: 'direct:manage' },
  { from: 'confirming', move: 'return', to: 'frozen', permission: 'direct:confirm', notOwn: true },
  { from: 'confirming', move: 'confirm', to: 'announced', permission: 'direct:confirm', notOwn: true },
  { from: 'announced', move: 'cancel', to: 'cancelled', permission: 'direct:confirm' },
  { from: 'announced', move: 'close', to: 'closed', permission: 'direct:manage', afterPeriod: true },
  { from: 'closed', move: 'cancel', to: 'cancelled', permission: 'direct:confirm' },
  { from: 'closed', move: 'handOver', to: 'done', permission: 'direct:manage' },
]

export interface ListStanding {
  state: DirectListState
  publicTo: string | null
  openObjections: number
  createdBy: number
}

export const listTransition = (state: DirectListState, move: DirectListMove): ListTransition | undefined =>
  listTransitions.find((t) => t.from === state && t.move === move)

/** Why a known move is not possible yet; null: it is. */
export function hindrance(t: ListTransition, at: ListStanding, userId: number, day: string): string | null {
  if (t.notOwn && at.createdBy === userId) return '不能确认自己编制的名单'
  if (t.afterPeriod && (at.publicTo === null || day <= at.publicTo)) return `公示期至 ${at.publicTo ?? '—'}，期满后才能结束`
  if (t.afterPeriod && at.openObjections > 0) return `还有 ${at.openObjections} 件异议未答复`
  return null
}

export const listMovesFor = (at: ListStanding, permissions: ReadonlySet<string>, userId: number, day: string): DirectListMove[] =>
  listTransitions
    .filter((t) => t.from === at.state && permissions.has(t.permission) && hindrance(t, at, userId, day) === null)
    .map((t) => t.move)

export interface RowTransition {
  from: DirectRowState
  move: DirectRowMove
  to: DirectRowState
  /** objection: staff, by answering an objection that was right · list: together with a move of the list */
  who: 'staff' | 'company' | 'objection' | 'list'
  /** states of the list in which it is allowed */
  list: readonly DirectListState[]
}

/**
 * Every move of a company on a list. Staff leave out and take back while the list is not announced; afterwards a company is left out only by an
 * objection that was right, gives way to a row with another amount when its own was, or when its money cannot be handed over. The company may change its mind until the list is closed.
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
