import { FALLS_PAGE_SIZE } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import type { Option } from './options.ts'

/** State of the infinite-scroll select (spec §2, §9): pages of 12; answers of an older search are dropped (ambiguities A110). */
export interface Falls {
  search: string
  page: number
  list: readonly Option[]
  count: number
  state: 'idle' | 'loading' | 'failed' | 'ready'
  ticket: number
}
export const emptyFalls: Falls = { search: '', page: 0, list: [], count: 0, state: 'idle', ticket: 0 }

export type FallsEvent =
  | { type: 'search'; search: string }
  | { type: 'more' }
  | { type: 'arrived'; ticket: number; list: readonly Option[]; count: number }
  | { type: 'failed'; ticket: number }

export const isComplete = (f: Falls): boolean => f.state === 'ready' && f.list.length >= f.count

/** `loading` with a new ticket means: request page `page + 1` of `search` now. */
export function fallsStep(f: Falls, event: FallsEvent): Falls {
  switch (event.type) {
    case 'search':
      return { ...emptyFalls, search: event.search, state: 'loading', ticket: f.ticket + 1 }
    case 'more':
      return f.state === 'loading' || isComplete(f) ? f : { ...f, state: 'loading', ticket: f.ticket + 1 }
    case 'failed':
      return event.ticket === f.ticket ? { ...f, state: 'failed' } : f
    case 'arrived': {
      if (event.ticket !== f.ticket) return f
      const known = new Set(f.list.map((o) => o.value))
      return {
        ...f,
        state: 'ready',
        page: f.page + 1,
        list: [...f.list, ...event.list.filter((o) => !known.has(o.value))],
        count: event.list.length === 0 ? f.list.length : event.count,
      }
    }
  }
}

/** The line below the options; null when there is none. */
export const fallsText = (f: Falls): string | null => {
  if (f.state === 'loading') return messages.fallsLoading
  if (f.state === 'failed') return messages.fallsRetry
  if (f.state !== 'ready') return null
  if (f.list.length === 0) return messages.fallsEmpty
  return isComplete(f) ? messages.fallsAll : null
}

export const fallsQuery = (f: Falls): { page: number; pageSize: number; search: string } => ({
  page: f.page + 1,
  pageSize: FALLS_PAGE_SIZE,
  search: f.search,
})
