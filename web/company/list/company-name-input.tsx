import { AutoComplete } from 'antd'
import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../../contract/constants.ts'
import { company } from '../../../contract/company.ts'
import { call } from '../../api.ts'
import type { ControlProps } from '../../kit/form/fields.ts'

/** A part of a company's name; while typing, from two characters on, the ten best matches are suggested. */
export function CompanyNameInput({ id, value, onChange, ...props }: ControlProps) {
  const [options, setOptions] = useState<{ value: string; label: string }[]>([])
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (typed.trim().length < 2) return
    let live = true
    const timer = setTimeout(() => {
      call(company.suggestions, { query: { name: typed.trim() } }, { silent: true }).then(
        (found) => live && setOptions(found.map((c) => ({ value: c.name, label: c.name }))),
        () => live && setOptions([]),
      )
    }, SEARCH_DEBOUNCE_MS)
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [typed])
  return (
    <AutoComplete
      {...(id ? { id } : {})}
      value={typeof value === 'string' ? value : ''}
      options={typed.trim().length < 2 ? [] : options}
      onChange={(text: string) => {
        onChange?.(text)
        setTyped(text)
      }}
      placeholder={props.placeholder || '名称中的任意几个字'}
      aria-label={props['aria-label'] ?? '企业名称'}
      allowClear
      style={{ width: '100%' }}
    />
  )
}
