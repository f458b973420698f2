import { useQuery } from '@tanstack/react-query'
import { Alert, Segmented, Table } from 'antd'
import { useState } from 'react'
import { matching } from '../../../contract/matching.ts'
import { call } from '../../api.ts'
import { EmptyState } from '../../kit/table/table-states.tsx'
import { money } from '../../kit/money.ts'

/** The reverse question: companies of the archive that meet the policy, or might meet it (only those that consented). */
export function MatchedCompanies({ policyId }: { policyId: number }) {
  const [state, setState] = useState<'match' | 'unknown'>('match')
  const [page, setPage] = useState(1)
  const { data, isPending, error } = useQuery({
    queryKey: ['matched-companies', policyId, state, page],
    queryFn: () => call(matching.reverse, { query: { policyId, state, page, pageSize: 10 } }, { silent: true }),
    retry: false,
  })
  if (error) return <Alert type="error" showIcon title={error.message} />
  return (
    <>
      <p className="meta">
        只统计已授权平台使用档案的企业{data && `，共 ${data.companies} 家${data.asOf ? `，截至 ${data.asOf}` : ''}`}；政策未发布时没有结果。
      </p>
      <Segmented<'match' | 'unknown'>
        value={state}
        onChange={(v) => {
          setState(v)
          setPage(1)
        }}
        options={[
          { value: 'match', label: `符合 ${data?.matched ?? ''}` },
          { value: 'unknown', label: `待补信息 ${data?.unknown ?? ''}` },
        ]}
      />
      <Table
        style={{ marginTop: 12 }}
        rowKey="id"
        size="middle"
        loading={isPending}
        dataSource={data?.list ?? []}
        locale={{ emptyText: <EmptyState /> }}
        pagination={{
          current: page,
          pageSize: 10,
          total: data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
          hideOnSinglePage: true,
        }}
        columns={[
          { title: '企业', dataIndex: 'companyName' },
          { title: '镇街', dataIndex: 'street', render: (v: string | null) => v ?? '无' },
          { title: '行业', dataIndex: 'industry', render: (v: string | null) => v ?? '无' },
          {
            title: '预计金额',
            key: 'amount',
            align: 'right',
            render: (_, r) => (r.max === null ? '无' : r.min === r.max ? money(r.max) : `${money(r.min ?? 0)} – ${money(r.max)}`),
          },
          ...(state === 'unknown' ? [{ title: '还差', dataIndex: 'missing', render: (v: string[]) => `${v.length} 项` }] : []),
        ]}
      />
    </>
  )
}
