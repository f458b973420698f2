import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import { market } from '../../contract/policy.ts'
import { call } from '../api.ts'
import { PolicySelect } from '../kit/choose/policy-select.tsx'
import type { ControlProps } from '../kit/form/fields.ts'

/** The contract takes as many. */
const MOST = 5

/** Policies, chosen one after the other; each stands below by its title until it is taken out. */
export function PolicyChoice({ value, onChange, ...props }: ControlProps) {
  const ids = Array.isArray(value) ? (value as number[]) : []
  const titles = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['policy-title', id],
      queryFn: () => call(market.detail, { query: { id } }, { silent: true }).then((p) => p.policyTitle),
      retry: false,
    })),
  })
  return (
    <>
      {ids.length < MOST && (
        <PolicySelect
          {...props}
          among="published"
          value={null}
          onChange={(id) => typeof id === 'number' && !ids.includes(id) && onChange?.([...ids, id])}
        />
      )}
      {ids.map((id, n) => {
        const title = titles[n]?.data ?? (titles[n]?.isError ? '已下架的政策' : '…')
        return (
          <div key={id} style={{ overflowWrap: 'anywhere' }}>
            {title}
            <Button type="link" aria-label={`去掉政策：${title}`} onClick={() => onChange?.(ids.filter((one) => one !== id))}>
              去掉
            </Button>
          </div>
        )
      })}
    </>
  )
}
