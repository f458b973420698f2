import { useRef } from 'react'
import { company } from '../../../contract/company.ts'
import { call } from '../../api.ts'
import { useCan } from '../../session.ts'
import { FallsSelect } from './endless-select-field.tsx'
import type { Locked } from './lock-choice.ts'

/** Adds a company by its name, also one without a tag. Only for staff who may read the register. */
export function LockByName({ locked, onChange }: { locked: Locked; onChange(locked: Locked): void }) {
  const names = useRef(new Map<number, string>())
  if (!useCan()('company:read')) return null
  return (
    <FallsSelect
      label="按名称添加企业"
      placeholder="按名称添加企业，没有标签的也可以"
      value={null}
      load={async ({ search, page, pageSize }) => {
        const found = await call(company.list, { query: { companyName: search, page, pageSize } }, { silent: true })
        for (const one of found.list) names.current.set(one.id, one.companyName)
        return { list: found.list.map((one) => ({ label: one.companyName, value: one.id })), count: found.total }
      }}
      onChange={(id) => {
        const name = typeof id === 'number' ? names.current.get(id) : undefined
        if (name !== undefined) onChange(new Map(locked).set(id as number, name))
      }}
    />
  )
}
