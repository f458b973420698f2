import { review } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'

/** `sort` of a list's address (`-amount`) as endpoints of this domain want it: field and direction apart. */
export function sortAndOrder<Q extends { sort?: string }>({ sort, ...rest }: Q): Omit<Q, 'sort'> & { sort?: string; order?: 'asc' | 'desc' } {
  return sort ? { ...rest, sort: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' } : rest
}

export const loadDeclarations = (query: Record<string, string | number>) => call(review.list, { query: sortAndOrder(query) as never }, { silent: true })
