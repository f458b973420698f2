import { useQuery } from '@tanstack/react-query'
import { review } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { useListAddress, listKey } from '../../kit/table/use-list.ts'
import type { ListShape } from '../../kit/table/list-state.ts'
import css from './review.module.css'
import { loadDeclarations } from './list-call.ts'
import type { Desk } from './states.ts'

/**
 * States as tabs with their counts under the other filters. The first is the person's to-dos, also for readers who were asked for an
 * opinion or are delegates.
 */
export function StateTabs({ desk, shape, reviews }: { desk: Desk; shape: ListShape; reviews: boolean }) {
  const { state: list, change } = useListAddress(shape)
  const { state, todo, ...rest } = list.filters
  const byTurn = todo === 'true' || todo === 'others'
  const counts = useQuery({
    queryKey: [...listKey(desk.name), 'counts', rest],
    queryFn: () => loadDeclarations({ ...rest, page: 1, pageSize: 1 }),
    retry: false,
  })
  const waiting = useQuery({
    queryKey: [...listKey(desk.name), 'waiting', rest],
    queryFn: () => loadDeclarations({ ...rest, todo: 'true', page: 1, pageSize: 1 }),
    retry: false,
  })
  const elsewhere = useQuery({
    queryKey: [...listKey(desk.name), 'elsewhere', rest],
    queryFn: () => loadDeclarations({ ...rest, todo: 'others', page: 1, pageSize: 1 }),
    enabled: todo === 'others',
    retry: false,
  })
  const go = (filters: { state?: string; todo?: string }) => change({ filters: { ...rest, ...filters } })
  const shown = (counts.data?.counts ?? []).filter(
    (c) => c.count > 0 || state === String(c.state) || (!desk.all && desk.own.includes(c.state)),
  )
  const tab = (key: string, label: string, count: number | undefined, on: boolean, run: () => void) => (
    <button key={key} type="button" className={css.tab} aria-pressed={on} onClick={run}>
      {label}
      {count !== undefined && <span className="num"> {count}</span>}
    </button>
  )
  return (
    <div className={css.tabs} role="group" aria-label="状态">
      {(reviews || todo === 'true' || (waiting.data?.total ?? 0) > 0)
        && tab('todo', '待我处理', waiting.data?.total, todo === 'true', () => go({ todo: 'true' }))}
      {todo === 'others' && tab('others', '等其他人办', elsewhere.data?.total, true, () => go({ todo: 'others' }))}
      {tab(
        'all',
        '全部',
        counts.data?.counts.reduce((sum, c) => sum + c.count, 0),
        !byTurn && state === undefined,
        () => go({}),
      )}
      {shown.map((c) => tab(String(c.state), c.label, c.count, !byTurn && state === String(c.state), () => go({ state: String(c.state) })))}
    </div>
  )
}

/** What this person decided today, and has in hand. */
export function HandledToday() {
  const own = useQuery({
    queryKey: ['declaration', 'statistics'],
    queryFn: () => call(review.statistics, {}, { silent: true }),
    retry: false,
  })
  return (
    own.data && (
      <p className={css.today} role="status">
        今天我办了 <strong className="num">{own.data.handledToday}</strong> 件
        {own.data.held > 0 && (
          <>
            ，手头 <strong className="num">{own.data.held}</strong> 件
          </>
        )}
      </p>
    )
  )
}
