import { skipToken, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useContext, useEffect, useRef } from 'react'
import { useCloseQuestion } from '../dialog/use-close-question.ts'
import { TypedContext } from '../form/typed-gate.ts'
import { listQuery, type ListShape } from './list-state.ts'
import type { Page } from './paging.ts'
import { stepKey } from './step-keys.ts'
import { listKey, useListAddress } from './use-list.ts'

interface Props {
  /** the list from which the record was opened */
  name: string
  shape: ListShape
  id: number
  onOpen(id: number): void
}

/**
 * Steps through the records of the list's page without closing the drawer: J and K (ux.md §1.1), disabled while typing and under another
 * dialog. Asks first when typed input would be lost.
 */
export function QueueSteps({ name, shape, id, onOpen }: Props) {
  const { state } = useListAddress(shape)
  const { data } = useQuery<Page<{ id: number }>>({ queryKey: [...listKey(name), listQuery(state)], queryFn: skipToken })
  const rows = data?.list ?? []
  const at = rows.findIndex((row) => row.id === id)
  const [before, after] = at < 0 ? [null, null] : [rows[at - 1]?.id ?? null, rows[at + 1]?.id ?? null]
  const gate = useContext(TypedContext)
  const target = useRef(id)
  const ask = useCloseQuestion(() => onOpen(target.current))
  const go = (next: number) => {
    target.current = next
    ask([...(gate ?? [])].some((dirty) => dirty()))
  }
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const to = stepKey(e, document.activeElement)
      const next = to === 'after' ? after : to === 'before' ? before : null
      if (next === null || document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return
      e.preventDefault()
      go(next)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  if (at < 0) return null
  return (
    <p data-print="hide">
      <Button size="small" disabled={before === null} onClick={() => go(before!)} aria-keyshortcuts="k">
        上一件 K
      </Button>{' '}
      <Button size="small" disabled={after === null} onClick={() => go(after!)} aria-keyshortcuts="j">
        下一件 J
      </Button>
    </p>
  )
}
