import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { managed } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'

const kinds = { attachment: '附件', picture: '正文图片', link: '链接' } as const

/** The results of the nightly check of a policy's attachments and links; it can be run now. */
export function PolicyLinks({ policyId, mayCheck }: { policyId: number; mayCheck: boolean }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const key = ['policy-links', policyId]
  const read = useQuery({ queryKey: key, queryFn: () => call(managed.links, { query: { id: policyId } }, { silent: true }), retry: false })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const check = async () => {
    setBusy(true)
    try {
      client.setQueryData(key, await call(managed.checkLinks, { body: { id: policyId } }))
    } catch {
      /* the call has shown its error */
    } finally {
      setBusy(false)
    }
  }
  const at = read.data?.[0]?.checkTime
  return (
    <>
      <p style={{ marginBottom: 12 }}>
        {mayCheck && (
          <Button loading={busy} onClick={() => void check()}>
            立即检查
          </Button>
        )}{' '}
        <span className="meta">{at ? `上次检查 ${localMinute(at)}` : '还没有检查过，或没有附件与链接'}</span>
      </p>
      <Table
        rowKey="target"
        size="small"
        loading={read.isPending}
        pagination={false}
        dataSource={read.data ?? []}
        locale={{ emptyText: read.isPending ? ' ' : '没有附件与链接' }}
        columns={[
          { title: '种类', dataIndex: 'kind', width: 110, render: (kind: keyof typeof kinds) => kinds[kind] },
          { title: '内容', dataIndex: 'target', render: (text: string) => <span style={{ overflowWrap: 'anywhere' }}>{text}</span> },
          {
            title: '结果',
            dataIndex: 'ok',
            width: 110,
            render: (ok: boolean) => <StatusTag tone={ok ? 'done' : 'refused'}>{ok ? '正常' : '失效'}</StatusTag>,
          },
          { title: '原因', dataIndex: 'reason', width: 220, render: (text: string | null) => text || '无' },
        ]}
      />
    </>
  )
}
