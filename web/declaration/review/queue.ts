import type { DeclarationRow } from '../../../contract/declaration.ts'

export const QUEUE_SIZE = 100

/** The page of 100 in the filtered list that contains the list's open page, for stepping through records. */
export const queuePage = (page: number, pageSize: number): number => Math.floor(((page - 1) * pageSize) / QUEUE_SIZE) + 1

export interface Place {
  at: number
  total: number
  before: number | null
  after: number | null
}

/** A record's position in the queue; `at` counts from 1, 0 when it no longer matches the filter. */
export function placeIn(rows: readonly Pick<DeclarationRow, 'id'>[], id: number, page: number, total: number): Place {
  const i = rows.findIndex((r) => r.id === id)
  if (i < 0) return { at: 0, total, before: null, after: rows[0]?.id ?? null }
  return { at: (page - 1) * QUEUE_SIZE + i + 1, total, before: rows[i - 1]?.id ?? null, after: rows[i + 1]?.id ?? null }
}

/** The record to open after a decision: the next that waits for me, else the nearest before it, else none. */
export function nextToReview(rows: readonly Pick<DeclarationRow, 'id' | 'allowed'>[], id: number): number | null {
  const i = rows.findIndex((r) => r.id === id)
  const waits = (r: Pick<DeclarationRow, 'allowed'>) => r.allowed.length > 0
  return rows.slice(i + 1).find(waits)?.id ?? rows.slice(0, Math.max(0, i)).findLast(waits)?.id ?? null
}
