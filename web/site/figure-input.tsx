import { useQuery } from '@tanstack/react-query'
import { Radio, Select } from 'antd'
import { useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { basicData } from '../../contract/site/basic-data.ts'
import { call } from '../api.ts'
import type { ControlProps } from '../kit/form/fields.ts'

const ORIGINS = [
  { value: false, label: '手工填写' },
  { value: true, label: '平台统计' },
]

/** The figures that the platform counts; the controls of a form share the answer. */
export const useFigures = (enabled = true) =>
  useQuery({
    queryKey: ['home-figures'],
    queryFn: () => call(basicData.figures, { query: {} }, { silent: true }),
    enabled,
    retry: false,
  })

/** Where a figure comes from: nothing, typed by hand; a text, the figure of that code, still empty when 平台统计 was just chosen. */
export function FigureInput({ id, value, onChange, onBlur, disabled = false, ...props }: ControlProps) {
  const isBound = typeof value === 'string'
  // Whoever looks at the other origin and comes back finds what was chosen.
  const [chosen, setChosen] = useState('')
  const at = id === undefined ? {} : { id }
  const { data, isError, refetch } = useFigures(isBound)
  const choices = (data ?? []).map(({ code, label, unit }) => ({ value: code, label: `${label}（${unit}）` }))
  const isGone = isBound && value !== '' && data !== undefined && !data.some(({ code }) => code === value)
  return (
    <div style={{ display: 'grid', gap: 8, maxWidth: 360 }}>
      <Radio.Group
        {...(isBound ? {} : at)}
        aria-label="来源"
        disabled={disabled}
        options={ORIGINS}
        value={isBound}
        onChange={(event) => {
          if (isBound) setChosen(value)
          onChange?.(event.target.value === true ? chosen : null)
        }}
      />
      {isBound && isError && (
        <button type="button" className="btn btn-small" onClick={() => void refetch()}>
          {messages.fallsRetry}
        </button>
      )}
      {isBound && !isError && (
        <Select<string>
          {...at}
          {...(onBlur ? { onBlur } : {})}
          aria-label="统计的数字"
          aria-describedby={props['aria-describedby']}
          disabled={disabled}
          loading={data === undefined}
          placeholder="请选择统计的数字"
          options={isGone ? [{ value, label: '已不再统计的数字' }, ...choices] : choices}
          value={value || null}
          onChange={(next) => onChange?.(next)}
        />
      )}
    </div>
  )
}
