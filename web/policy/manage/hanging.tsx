import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { managed } from '../../../contract/policy.ts'
import { call } from '../../api.ts'

const none = {
  delete: '没有其他内容关联这项政策。',
  takeDown: '没有正在办理的内容受影响。',
  repeal: '没有正在办理的内容受影响。',
} as const

/** Records that depend on a policy and what happens to them, shown before it is deleted, taken down or repealed. */
export function Hanging({ policyId, action }: { policyId: number; action: keyof typeof none }) {
  const read = useQuery({
    queryKey: ['policy-dependents', policyId, action],
    queryFn: () => call(managed.dependents, { query: { id: policyId, action } }, { silent: true }),
    retry: false,
  })
  if (read.isPending) return <Skeleton active paragraph={{ rows: 1 }} />
  if (read.isError) return <p role="alert">关联内容没有读到：{read.error.message}</p>
  if (read.data.length === 0) return <p>{none[action]}</p>
  return (
    <>
      <p>以下内容与它有关：</p>
      <ul style={{ paddingLeft: 18, marginBottom: 12, listStyle: 'disc' }}>
        {read.data.map((d) => (
          <li key={d.name}>
            {d.name} {d.count} 项：{d.effect}
          </li>
        ))}
      </ul>
    </>
  )
}
