import { Modal, Table } from 'antd'
import type { Data } from '../../../contract/endpoint.ts'
import type { managed } from '../../../contract/policy.ts'

export type BatchResult = Data<typeof managed.batch>

/** What a batch did, row by row; refused rows first. */
export function BatchResults({ label, outcome, onClose }: { label: string; outcome: BatchResult; onClose(): void }) {
  return (
    <Modal
      open
      title={`${label}：完成 ${outcome.done} 项，未完成 ${outcome.results.length - outcome.done} 项`}
      footer={null}
      width={640}
      onCancel={onClose}
    >
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ y: 400 }}
        dataSource={outcome.results.toSorted((a, b) => Number(a.ok) - Number(b.ok))}
        columns={[
          { title: '政策', dataIndex: 'policyTitle', render: (title: string, row) => title || `编号 ${row.id}` },
          { title: '结果', dataIndex: 'ok', width: 80, render: (ok: boolean) => (ok ? '完成' : '未完成') },
          { title: '原因', dataIndex: 'message', render: (text: string) => text || '无' },
        ]}
      />
    </Modal>
  )
}
