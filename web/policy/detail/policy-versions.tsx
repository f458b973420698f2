import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { managed } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx'
import { RuleWords } from '../rule/rule-words.tsx'
import { day } from '../rule/wording.ts'

/** The versions of a policy with their contents. */
export function PolicyVersions({ policyId }: { policyId: number }) {
  const [open, setOpen] = useState<number | null>(null)
  const list = useQuery({ queryKey: ['policy-versions', policyId], queryFn: () => call(managed.versions, { query: { id: policyId } }) })
  const one = useQuery({
    queryKey: ['policy-version', policyId, open],
    queryFn: () => call(managed.version, { query: { id: policyId, number: open! } }),
    enabled: open !== null,
  })
  return (
    <>
      <Table
        rowKey="number"
        size="middle"
        pagination={false}
        loading={list.isPending}
        dataSource={list.data ?? []}
        columns={[
          { title: '版本', dataIndex: 'number', render: (n: number) => `第 ${n} 版` },
          { title: '施行', dataIndex: 'effectiveFrom', render: (v: string | null) => v ?? '即日' },
          { title: '说明', dataIndex: 'note', render: (v: string | null) => v || '无' },
          { title: '修改人', dataIndex: 'authorName', render: (v: string | null) => v || '无' },
          { title: '时间', dataIndex: 'createTime', render: day },
          {
            title: '操作',
            key: 'open',
            render: (_, row) => (
              <>
                <Button type="link" size="small" onClick={() => setOpen(row.number)}>
                  查看
                </Button>
                {row.number > 1 && (
                  <Button
                    type="link"
                    size="small"
                    href={`/page/policyserver/compare?id=${policyId}&from=${row.number - 1}&to=${row.number}`}
                    target="_blank"
                    rel="noopener"
                  >
                    与上一版对比
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      <Drawer open={open !== null} onClose={() => setOpen(null)} title={`第 ${open} 版`} size={720}>
        {one.isPending || !one.data ? (
          <Skeleton active />
        ) : (
          <>
            <h3>{one.data.policyTitle}</h3>
            <p>{one.data.summary}</p>
            <RuleWords rule={one.data.rule} />
            <RichTextView html={one.data.content} />
          </>
        )}
      </Drawer>
    </>
  )
}
