import { useEffect, useState } from 'react'
import { ApiError } from '../../api.ts'

/** The rows of a list loaded so far. */
export interface More<R> {
  /** null until the first page is loaded */
  list: readonly R[] | null
  total: number
  /** number of rows on the next page; 0 at the end */
  next: number
  /** error message; the next `more` tries again */
  failure: string
  more(): void
}

/**
 * A list that grows page by page on the same screen. `of` identifies what is listed: a new value starts again; null loads nothing. An
 * answer for a list that was left is dropped.
 */
export function useMore<R>(
  of: string | null,
  size: number,
  load: (page: number) => Promise<{ total: number; list: readonly R[] }>,
): More<R> {
  const [found, setFound] = useState<{ of: string; total: number; list: readonly R[] } | null>(null)
  const [round, setRound] = useState(0)
  const [failure, setFailure] = useState('')
  const read = found?.of === of ? found : null
  const page = Math.floor((read?.list.length ?? 0) / size) + 1
  useEffect(() => {
    if (of === null) return
    let gone = false
    setFailure('')
    load(page).then(
      (next) => {
        if (!gone) setFound({ of, total: next.total, list: read ? [...read.list, ...next.list] : next.list })
      },
      (error: unknown) => {
        if (!gone) setFailure(error instanceof ApiError ? error.message : '没有完成，请检查网络后重试')
      },
    )
    return () => {
      gone = true
    }
    // The page to read follows from what is there; only another list or another press reads again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [of, round])
  const left = read ? Math.max(0, read.total - read.list.length) : 0
  return { list: read?.list ?? null, total: read?.total ?? 0, next: Math.min(size, left), failure, more: () => setRound(round + 1) }
}
