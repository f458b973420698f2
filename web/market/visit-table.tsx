import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { market, type VisitRow } from '../../contract/market/dealing.ts'
import { itemPath, visitStates, type MarketKind } from '../../contract/market/states.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { ShortTable } from '../kit/table/short-table.tsx'
import { toast } from '../toast.ts'
import { confirmed } from './confirmed.ts'

/** The agreed visits: a calendar file, cancelling beforehand, and the result afterwards. */
export function VisitTable({ kind, itemId }: { kind: MarketKind | undefined; itemId: number | undefined }) {
  const client = useQueryClient()
  const [ending, setEnding] = useState<VisitRow | null>(null)
  const name = ['market', 'visits', kind, itemId]
  const refresh = () => client.invalidateQueries({ queryKey: name })
  const cancel = async (one: VisitRow) => {
    if (!(await confirmed(`取消 ${localMinute(one.startTime)} 的约定？`, '取消后对方会收到通知，时段立即空出。'))) return
    await call(market.cancelVisit, { body: { id: one.id } }).catch(() => undefined)
    await refresh()
  }
  const isOver = (one: VisitRow) => Date.parse(one.startTime) <= Date.now()
  return (
    <>
      <ShortTable<VisitRow>
        name={name}
        load={(paging) => call(market.visits, { query: { kind, itemId, ...paging } }, { silent: true })}
        width={720}
        columns={[
          { title: '时间', width: 150, render: (_, one) => <span className="num">{localMinute(one.startTime)}</span> },
          { title: '信息', render: (_, one) => <a href={itemPath(one.kind, one.itemId)}>{one.title}</a> },
          { title: '来访', render: (_, one) => (one.mine ? '我约的' : one.who) },
          {
            title: '状态',
            width: 110,
            render: (_, one) => <StatusTag tone={visitStates.tones[one.state as 0]}>{one.stateName}</StatusTag>,
          },
          { title: '结果', dataIndex: 'outcome' },
          {
            title: '操作',
            width: 170,
            render: (_, one) => (
              <>
                <Button
                  size="small"
                  type="link"
                  onClick={() => void call(market.visitIcs, { query: { id: one.id } }).then((file) => saveBlob(file as BlobAnswer))}
                >
                  日历文件
                </Button>
                {one.state === visitStates.code.booked
                  && (isOver(one) ? (
                    <Button size="small" type="link" onClick={() => setEnding(one)}>
                      登记结果
                    </Button>
                  ) : (
                    <Button size="small" type="link" danger onClick={() => void cancel(one)}>
                      取消
                    </Button>
                  ))}
              </>
            ),
          },
        ]}
      />
      {ending && (
        <WordsDialog
          title={`${localMinute(ending.startTime)} 看房的结果`}
          draft={`market-visit-end:${ending.id}`}
          label="结果"
          empty="请写明结果"
          maxLength={200}
          okText="登记"
          effect="双方都能看到，对方会收到通知。"
          onClose={() => setEnding(null)}
          onSend={async (outcome) => {
            await call(market.endVisit, { body: { id: ending.id, outcome } }, { silent: true })
            toast.success('已登记')
            await refresh()
          }}
        />
      )}
    </>
  )
}
