import { useQuery } from '@tanstack/react-query'
import { Modal, Table } from 'antd'
import { useState } from 'react'
import { labels, type PolicyLabel } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'

/** Companies behind a label. */
export function LabelCompanies({ label, onClose }: { label: PolicyLabel; onClose(): void }) {
  const [page, setPage] = useState(1)
  const read = useQuery({
    queryKey: ['label-companies', label.id, page],
    queryFn: () => call(labels.companies, { body: { labelIds: [label.id], page, pageSize: 10 } }, { silent: true }),
    retry: false,
  })
  return (
    <Modal open title={`“${label.labelName}”对应的企业`} footer={null} width={720} onCancel={onClose}>
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="id"
          loading={read.isPending}
          dataSource={read.data?.list ?? []}
          pagination={{ current: page, pageSize: 10, total: read.data?.total ?? 0, onChange: setPage, hideOnSinglePage: true }}
          locale={{ emptyText: read.isPending ? ' ' : '没有企业带有对应的标签' }}
          columns={[
            { title: '企业名称', dataIndex: 'companyName' },
            { title: '法定代表人', dataIndex: 'legalPerson', render: (v: string | null) => v || '无' },
            { title: '联系电话', dataIndex: 'legalPersonPhone', render: (v: string | null) => v || '无' },
          ]}
        />
      )}
    </Modal>
  )
}
