import { useQuery } from '@tanstack/react-query'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { work } from '../../contract/work.ts'
import { call } from '../api.ts'
import { TODOS_KEY } from '../kit/todos-key.ts'
import { useUser, type MenuEntry } from '../session.ts'
import { Sidebar } from './sidebar.tsx'

/** The same query as on the start page, so that one answer serves both. */
const FRESH_MS = 60_000

/** The menu with the number of waiting items per entry; without an answer only the menu. */
export function WorkSidebar(props: { menus: readonly MenuEntry[]; lit: string; collapsed: boolean }) {
  const isStaff = useUser()?.type === USER_TYPE_OPERATOR
  const todos = useQuery({
    queryKey: TODOS_KEY,
    queryFn: () => call(work.list, { query: {} }, { silent: true }),
    staleTime: FRESH_MS,
    retry: false,
    enabled: isStaff,
  })
  const waiting = new Map<string, number>()
  for (const { to, count } of todos.data?.list ?? []) {
    const path = to.split('?')[0]!
    if (count) waiting.set(path, (waiting.get(path) ?? 0) + count)
  }
  return <Sidebar {...props} waiting={waiting} />
}
