import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { TODOS_KEY } from '../todos-key.ts'
import { listQuery, readListState, writeListState, type ListShape, type ListState } from './list-state.ts'
import { readPage, type Page } from './paging.ts'

export type ListQuery = ReturnType<typeof listQuery>

type Change = Partial<ListState> | ((state: ListState) => Partial<ListState> | null)

/** Where the page is on its way to: the router tells the new address only once it has arrived, and its own `now` is the old one until then. */
let underway: { from: string; to: URLSearchParams } | null = null

/**
 * The list's state in the address, and a function to change it: with the changes that were asked for, or by a function of the state that
 * those before will lead to (null: no change). `replace`, asked only when something changes: no history entry is added.
 */
export function useListAddress(shape: ListShape): { state: ListState; change: (change: Change, replace?: () => boolean) => void } {
  const [params, setParams] = useSearchParams()
  const { key: entry } = useLocation()
  const text = params.toString()
  const state = useMemo(() => readListState(new URLSearchParams(text), shape), [text, shape])
  useEffect(() => {
    underway = null
  }, [entry])
  return {
    state,
    change: (change, replace = () => false) => {
      const now = underway?.from === entry ? underway.to : params
      const asked = typeof change === 'function' ? change(readListState(now, shape)) : change
      if (!asked) return
      const to = writeListState(now, asked, shape)
      underway = { from: entry, to }
      setParams(to, { replace: replace(), preventScrollReset: true })
    },
  }
}

export const listKey = (name: string): readonly string[] => ['list', name]

/**
 * One page of a list; while another page loads, the last one stays, and `from` still numbers its rows. `about` is what the list asks
 * besides its address, such as the review or policy whose rows it shows: other rows are never shown in their place. Nothing is retried
 * automatically: the screen offers 重试.
 */
export function useListPage<Row>(name: string, state: ListState, load: (query: ListQuery) => Promise<unknown>, about?: string) {
  const query = listQuery(state)
  return useQuery<Page<Row> & { from: number }>({
    queryKey: [...listKey(name), query, ...(about === undefined ? [] : [about])],
    queryFn: async () => ({ ...readPage<Row>(await load(query)), from: (state.page - 1) * state.pageSize }),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey.at(3) === about ? last : undefined),
    retry: false,
  })
}

/** Reloads the list, on whatever page it is. */
export function useRefreshList(name: string): () => Promise<void> {
  const client = useQueryClient()
  return () => {
    // What was done with a row may have been waiting in the menu.
    void client.invalidateQueries({ queryKey: TODOS_KEY })
    return client.invalidateQueries({ queryKey: listKey(name) })
  }
}
