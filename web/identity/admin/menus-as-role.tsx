import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import type { MenuRow } from '../../../contract/identity/menus.ts'
import { useOptions } from '../../kit/choose/use-options.ts'
import type { Branch } from '../../kit/table/tree-table.tsx'
import { roleOptions } from './choices.tsx'

interface SeenAs {
  /** name of the chosen role; null: none */
  role: string | null
  /** whether this role sees an entry: it has the entry itself or something below */
  sees(row: Branch<MenuRow>): boolean
  choose(role: string | null): void
}

/** The role as which the tree is looked at; it stands in the address. */
export function useAsRole(): SeenAs {
  const [params, setParams] = useSearchParams()
  const role = params.get('asRole') || null
  const sees = (row: Branch<MenuRow>): boolean => role !== null && (row.roles.includes(role) || (row.children ?? []).some(sees))
  return { role, sees, choose: (next) => setParams(next === null ? {} : { asRole: next }, { replace: true, preventScrollReset: true }) }
}

export function AsRole({ as }: { as: SeenAs }) {
  const { options } = useOptions(roleOptions)
  return (
    <Select
      aria-label="按角色查看"
      style={{ minWidth: 200 }}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="按角色查看"
      value={as.role}
      onChange={(next: string | undefined) => as.choose(next ?? null)}
      options={options.map(({ label }) => ({ value: label, label }))}
    />
  )
}
