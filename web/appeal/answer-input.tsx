import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { appealTemplate } from '../../contract/appeal/routes.ts'
import { APPEAL_CONTENT_MAX } from '../../contract/appeal/states.ts'
import { call } from '../api.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import css from './appeal.module.css'

/** The input for an answer to appeals of this type. */
export const answerControl = (typeId: number | null) => (props: ControlProps) => <AnswerInput {...props} typeId={typeId} />

/** A text field; `/` at the beginning of a line opens the answer templates, Ctrl+Enter submits the form. */
function AnswerInput({ typeId, value, onChange, onBlur, placeholder, ...named }: ControlProps & { typeId: number | null }) {
  const text = (value ?? '') as string
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const found = useQuery({
    queryKey: ['appeal', 'templates', typeId],
    queryFn: () => call(appealTemplate.options, { query: typeId === null ? {} : { typeId } }, { silent: true }),
    retry: false,
  })
  const templates = found.data ?? []
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('ul button')?.focus()
  }, [isOpen])
  const back = () => {
    setOpen(false)
    box.current?.querySelector('textarea')?.focus()
  }
  const take = (content: string) => {
    onChange?.(text.endsWith('/') ? text.slice(0, -1) + content : [text, content].filter(Boolean).join('\n'))
    back()
  }
  const onKeyDown = (e: KeyboardEvent<HTMLTextAreaElement>) => {
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
      e.preventDefault()
      e.currentTarget.form?.requestSubmit()
    }
  }
  return (
    <div ref={box} className={css.stack}>
      <Input.TextArea
        {...named}
        value={text}
        {...(onBlur ? { onBlur } : {})}
        placeholder={placeholder ?? ''}
        autoSize={{ minRows: 4, maxRows: 12 }}
        showCount
        maxLength={APPEAL_CONTENT_MAX}
        onKeyDown={onKeyDown}
        onChange={(e) => {
          onChange?.(e.target.value)
          if (/(?:^|\n)\/$/.test(e.target.value) && templates.length > 0) setOpen(true)
        }}
      />
      {templates.length > 0 && (
        <Button size="small" className={css.small!} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          选用模板
        </Button>
      )}
      {isOpen && (
        <ul className={css.templates} aria-label="答复模板">
          {templates.map((one) => (
            <li key={one.id}>
              <Button
                type="text"
                onClick={() => take(one.content)}
                onKeyDown={(e) => {
                  if (e.key !== 'Escape') return
                  e.stopPropagation()
                  back()
                }}
              >
                <strong>{one.title}</strong> <span className="meta">{one.content}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
