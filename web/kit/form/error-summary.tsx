import { useEffect, useRef } from 'react'
import { CopyButton } from '../copy-button.tsx'
import { focusField } from './focus-error.ts'
import css from './form.module.css'

export interface SummaryLine {
  id?: string
  label?: string
  message: string
}

const said = ({ label, message }: SummaryLine) => (label ? `${label}：${message}` : message)

/** Lists the errors at the top of a form; each line links to its field, and goes when the field is corrected. */
export function ErrorSummary({ lines, traceId, round }: { lines: readonly SummaryLine[]; traceId?: string | null; round: number }) {
  const box = useRef<HTMLDivElement>(null)
  const onlyGeneral = lines.length > 0 && lines.every((l) => !l.id)
  const told = useRef(0)
  useEffect(() => {
    // Once a try: when corrected fields leave only general lines, the person is typing.
    const isNew = told.current !== round
    told.current = round
    if (onlyGeneral && isNew) {
      box.current?.scrollIntoView({ block: 'nearest' })
      box.current?.focus({ preventScroll: true })
    }
  }, [round, onlyGeneral])
  if (lines.length === 0) return null
  return (
    <div ref={box} className={css.summary} role="alert" tabIndex={-1}>
      <h2>{onlyGeneral ? '没有提交成功' : `有 ${lines.length} 处需要修改`}</h2>
      <ul>
        {lines.map((l, i) => (
          <li key={i}>
            {l.id ? (
              <a
                href={`#${l.id}`}
                onClick={(e) => {
                  e.preventDefault()
                  focusField(l.id!)
                }}
              >
                {said(l)}
              </a>
            ) : (
              said(l)
            )}
          </li>
        ))}
      </ul>
      {traceId && (
        <p className={css.hint}>
          追踪号 <code>{traceId}</code> <CopyButton text={traceId} />
        </p>
      )}
    </div>
  )
}
