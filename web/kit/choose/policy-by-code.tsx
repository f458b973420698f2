import { market } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { FallsSelect } from './endless-select-field.tsx'

/** Chooses a policy by title; the value is its code, which rows of received supports store. */
export function PolicyByCode({
  value,
  placeholder = '输入政策标题查找',
  onChange,
}: {
  value: string
  placeholder?: string
  onChange(code: string): void
}) {
  return (
    <FallsSelect
      label="政策"
      placeholder={placeholder}
      value={value || undefined}
      {...(value ? { chosen: { label: value, value } } : {})}
      onChange={(code) => onChange(String(code ?? ''))}
      load={async ({ search, page, pageSize }) => {
        const found = await call(market.list, { query: { policyTitle: search, page, pageSize } }, { silent: true })
        return { list: found.list.map((p) => ({ label: p.policyTitle, value: p.code })), count: found.total }
      }}
    />
  )
}
