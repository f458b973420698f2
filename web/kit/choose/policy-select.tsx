import { managed, market } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { FallsSelect } from './endless-select-field.tsx'
import type { ControlProps } from '../form/fields.ts'

interface Props extends ControlProps {
  /** title of the policy that is already chosen */
  title?: string | undefined
  /** published policies, or those of every state, which only editors may see */
  among: 'published' | 'all'
}

/** Chooses one policy by title; the value is its id. */
export function PolicySelect({ title, among, ...props }: Props) {
  return (
    <FallsSelect
      placeholder="输入政策标题查找"
      {...props}
      label="政策"
      {...(typeof props.value === 'number' && title ? { chosen: { label: title, value: props.value } } : {})}
      load={async ({ search, page, pageSize }) => {
        const query = { policyTitle: search, page, pageSize }
        const found = await (among === 'all'
          ? call(managed.titles, { query }, { silent: true })
          : call(market.list, { query }, { silent: true }))
        return { list: found.list.map((p) => ({ label: p.policyTitle, value: p.id })), count: found.total }
      }}
    />
  )
}
