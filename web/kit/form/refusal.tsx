import { Alert } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Failure } from '../failure.ts'

interface Props {
  failure: Failure
  description?: ReactNode
  action?: ReactNode
}

/**
 * The server's refusal of a form that belongs to no field. The button that was pressed may be far below it, in a scrolled drawer or beside a
 * sticky bar, so each new one is scrolled into view and focused, as ErrorSummary does.
 */
export function Refusal({ failure, description, action }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [failure])
  return (
    <div ref={box} tabIndex={-1} style={{ margin: '12px 0' }}>
      <Alert type="error" role="alert" title={failure.message} description={description} action={action} />
    </div>
  )
}
