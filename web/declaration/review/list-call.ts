import { review } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'

/** `sort` of a list's address (`-amount`) as endpoints of this domain want it: field and direction apart. */
export function sortAndOrder({ sort, ...rest }: Record<string, string | number>): Record<string, string | number> {
  return sort ? { ...rest, sort: String(sort).replace(/^-/, ''), order: String(sort).startsWith('-') ? 'desc' : 'asc' } : rest
}

export const loadDeclarations = (query: Record<string, string | number>) =>
  call(review.list, { query: sortAndOrder(query) as never }, { silent: true })
