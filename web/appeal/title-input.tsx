import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { appeal } from '../../contract/appeal.ts'
import { APPEAL_TITLE_MAX } from '../../contract/appeal/states.ts'
import { call } from '../api.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import css from './appeal.module.css'

const PAUSE_MS = 500
const LEAST = 4

/** The title of an appeal. While it is typed, existing answers and similar open appeals of the user are suggested. */
export function TitleInput({ value, onChange, onBlur, placeholder, ...named }: ControlProps) {
  const text = ((value ?? '') as string).trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.length >= LEAST ? text : ''), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const found = useQuery({
    queryKey: ['appeal', 'like', asked],
    queryFn: () => call(appeal.similar, { query: { text: asked } }, { silent: true }),
    enabled: asked !== '',
    retry: false,
    placeholderData: (before) => before,
  })
  const { answers = [], open = [] } = asked === '' ? {} : (found.data ?? {})
  return (
    <div className={css.stack}>
      <Input
        {...named}
        value={(value ?? '') as string}
        {...(onBlur ? { onBlur } : {})}
        onChange={(e) => onChange?.(e.target.value)}
        allowClear
        maxLength={APPEAL_TITLE_MAX}
        placeholder={placeholder ?? ''}
      />
      {answers.length + open.length > 0 && (
        <div role="status" className={css.note}>
          {open.length > 0 && <p>您已有相似的诉求正在办理，可以直接补充或催办：</p>}
          <ul className={css.rows}>
            {open.slice(0, 3).map((row) => (
              <li key={row.id}>
                <Link to={`/work/myAppeal?id=${row.id}`} target="_blank">
                  {row.title}
                </Link>{' '}
                {row.stateName}
              </li>
            ))}
          </ul>
          {answers.length > 0 && <p>也许已经有答复：</p>}
          <ul className={css.rows}>
            {answers.map((row) => (
              <li key={row.id}>
                <a href={`/page/appeal?id=${row.id}`} target="_blank" rel="noreferrer">
                  {row.title}
                </a>{' '}
                {row.officeName}答复
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
