import { Modal } from 'antd'
import { ScrollingTable } from './scrolling-table.tsx'
import type { BatchResult } from '../../../contract/batch.ts'

/** The results of a batch, row by row; refused rows first. `what`: 政策, 文件 */
export function BatchResults({
  label,
  what = '政策',
  outcome,
  onClose,
}: {
  label: string
  what?: string
  outcome: BatchResult
  onClose(): void
}) {
  return (
    <Modal
      open
      title={`${label}：完成 ${outcome.successCount} 项，未完成 ${outcome.failCount} 项`}
      footer={null}
      width={640}
      onCancel={onClose}
    >
      <ScrollingTable
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ y: 400 }}
        dataSource={outcome.list.toSorted((a, b) => Number(a.ok) - Number(b.ok))}
        columns={[
          { title: what, dataIndex: 'name', render: (name: string, row) => name || `编号 ${row.id}` },
          { title: '结果', dataIndex: 'ok', width: 80, render: (ok: boolean) => (ok ? '完成' : '未完成') },
          { title: '原因', dataIndex: 'message', render: (text: string) => text || '无' },
        ]}
      />
    </Modal>
  )
}
