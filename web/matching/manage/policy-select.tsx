import { managed } from '../../../contract/policy/manage.ts'
import { call } from '../../api.ts'
import { FallsSelect } from '../../kit/falls-select.tsx'

/** A policy by its title, any state. */
export function PolicySelect({
  value,
  title,
  onChange,
}: {
  value: number | null
  title?: string | undefined
  onChange(id: number | null): void
}) {
  return (
    <FallsSelect
      label="政策"
      placeholder="选择政策"
      value={value}
      {...(value !== null && title ? { chosen: { label: title, value } } : {})}
      onChange={(v) => onChange(v as number | null)}
      load={async ({ search, page, pageSize }) => {
        const found = await call(managed.titles, { query: { policyTitle: search, page, pageSize } })
        return { list: found.list.map((p) => ({ label: p.policyTitle, value: p.id })), count: found.total }
      }}
    />
  )
}
