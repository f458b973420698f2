import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import { itemPath } from '../../contract/market/states.ts'
import type { RowOf } from '../../contract/endpoint.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { ShortTable } from '../kit/table/short-table.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { MarkedTable } from './marked-table.tsx'

type Report = RowOf<typeof market.reports>

/** The reports and how they were settled (the reporter is notified), and the accounts that owners marked. */
export function Reports({ onClose }: { onClose(): void }) {
  const [settling, setSettling] = useState<Report | null>(null)
  const client = useQueryClient()
  const can = useCan()
  return (
    <Drawer title="举报与标记" open onClose={onClose} size={900} destroyOnHidden>
      <h3>被举报的信息</h3>
      <ShortTable<Report>
        name={['market', 'reports']}
        load={(paging) => call(market.reports, { query: paging }, { silent: true })}
        width={720}
        columns={[
          { title: '时间', width: 140, render: (_, one) => <span className="num">{localMinute(one.createTime)}</span> },
          { title: '信息', render: (_, one) => <a href={itemPath(one.kind, one.itemId)}>{one.title}</a> },
          { title: '举报内容', dataIndex: 'reason' },
          { title: '举报人', dataIndex: 'by', width: 90 },
          {
            title: '处理',
            render: (_, one) =>
              one.reply
              ?? (can('market:manage') ? (
                <Button size="small" type="link" onClick={() => setSettling(one)}>
                  登记处理结果
                </Button>
              ) : (
                '待处理'
              )),
          },
        ]}
      />
      {can('market:manage') && <MarkedTable />}
      {settling && (
        <WordsDialog
          title={`处理举报：“${settling.title}”`}
          draft={`market-report:${settling.id}`}
          label="处理结果"
          empty="请填写处理结果"
          maxLength={300}
          okText="登记"
          effect="举报人会收到处理结果。"
          onClose={() => setSettling(null)}
          onSend={async (reply) => {
            await call(market.settleReport, { body: { id: settling.id, reply } }, { silent: true })
            toast.success('已处理')
            await client.invalidateQueries({ queryKey: ['market', 'reports'] })
          }}
        />
      )}
    </Drawer>
  )
}
