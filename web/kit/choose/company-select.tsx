import { company } from '../../../contract/company.ts'
import { call } from '../../api.ts'
import { FallsSelect } from './endless-select-field.tsx'
import type { ControlProps } from '../form/fields.ts'

interface Props extends ControlProps {
  /** name of the company that is already chosen */
  name?: string | undefined
  /** only companies that let the platform use their archive */
  authorized?: true
}

/** Chooses one company by name; the value is its id. For staff only, because it queries the register. */
export function CompanySelect({ name, authorized, ...props }: Props) {
  return (
    <FallsSelect
      placeholder="输入企业名称查找"
      {...props}
      label="企业"
      {...(typeof props.value === 'number' && name ? { chosen: { label: name, value: props.value } } : {})}
      load={async ({ search, page, pageSize }) => {
        const query = { companyName: search, page, pageSize, ...(authorized ? { authStatus: '02' as const } : {}) }
        const found = await call(company.list, { query }, { silent: true })
        return { list: found.list.map((c) => ({ label: c.companyName, value: c.id })), count: found.total }
      }}
    />
  )
}
