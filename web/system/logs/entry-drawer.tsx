import { useQuery } from '@tanstack/react-query'
import { Descriptions, Drawer } from 'antd'
import { ScrollingTable } from '../../kit/table/scrolling-table.tsx'
import { changesOf } from '../../../contract/audit-changes.ts'
import { auditRecordWords, auditResults, auditWords } from '../../../contract/audit-words.ts'
import { system } from '../../../contract/system.ts'
import { call } from '../../api.ts'
import { LogTime, Who } from './cells.tsx'
import type { LogEntry } from './entry.ts'

/** One entry of the audit log: who did what to which record, each changed field before and after, and the other logged values. */
export function EntryDrawer({ entry, onClose }: { entry: LogEntry; onClose(): void }) {
  // Entries are read without names as well, so an error here is not shown.
  const { data: names } = useQuery({
    queryKey: ['audit-names', entry.id],
    queryFn: () => call(system.auditNames, { query: { id: entry.id } }, { silent: true }),
    retry: false,
  })
  const { changes, rest } = changesOf(entry.detail, names)
  return (
    <Drawer open title={auditWords(entry.action ?? '')} size={640} onClose={onClose}>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          { key: 'at', label: '时间', children: <LogTime at={entry.at} /> },
          { key: 'who', label: '用户', children: <Who entry={entry} /> },
          { key: 'action', label: '操作代码', children: entry.action },
          {
            key: 'object',
            label: '对象',
            children:
              [entry.objectType && auditRecordWords(entry.objectType), entry.objectId, names?.object && `（${names.object}）`]
                .filter(Boolean)
                .join(' ') || '无',
          },
          { key: 'result', label: '结果', children: auditResults[entry.result ?? ''] ?? entry.result },
          { key: 'ip', label: '来源地址', children: entry.ip ?? '无' },
          { key: 'request', label: '追踪号', children: <span className="num">{entry.requestId ?? '无'}</span> },
          { key: 'sealed', label: '链式校验', children: entry.sealed ? '已封存' : '等待封存' },
        ]}
      />
      {changes.length > 0 && (
        <ScrollingTable
          style={{ marginTop: 20 }}
          size="small"
          rowKey="key"
          pagination={false}
          scroll={{ x: true }}
          dataSource={changes}
          columns={[
            { title: '字段', dataIndex: 'key' },
            { title: '之前', dataIndex: 'before' },
            { title: '之后', dataIndex: 'after' },
          ]}
        />
      )}
      {rest.length > 0 && (
        <Descriptions
          style={{ marginTop: 20 }}
          title="记录的内容"
          column={1}
          size="small"
          items={rest.map(([label, children]) => ({ key: label, label, children }))}
        />
      )}
    </Drawer>
  )
}
