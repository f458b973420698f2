import type { DeclarationRow } from '../../../contract/declaration.ts'

export const QUEUE_SIZE = 100

/** The part of a filtered list that stands around the open record: which page of 100 holds the page that was open in the list. */
export const queuePage = (page: number, pageSize: number): number => Math.floor(((page - 1) * pageSize) / QUEUE_SIZE) + 1

export interface Place {
  at: number
  total: number
  before: number | null
  after: number | null
}

/** Where a record stands in the queue; `at` counts from 1, 0 when it is not in the filter (any more). */
export function placeIn(rows: readonly Pick<DeclarationRow, 'id'>[], id: number, page: number, total: number): Place {
  const i = rows.findIndex((r) => r.id === id)
  if (i < 0) return { at: 0, total, before: null, after: rows[0]?.id ?? null }
  return { at: (page - 1) * QUEUE_SIZE + i + 1, total, before: rows[i - 1]?.id ?? null, after: rows[i + 1]?.id ?? null }
}

/** Which record opens after one was decided: the next that waits for me, else the nearest before it, else none. */
export function nextToReview(rows: readonly Pick<DeclarationRow, 'id' | 'allowed'>[], id: number): number | null {
  const i = rows.findIndex((r) => r.id === id)
  const waits = (r: Pick<DeclarationRow, 'allowed'>) => r.allowed.length > 0
  return rows.slice(i + 1).find(waits)?.id ?? rows.slice(0, Math.max(0, i)).findLast(waits)?.id ?? null
}
