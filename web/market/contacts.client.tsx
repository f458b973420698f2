import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Table } from 'antd'
import { useState } from 'react'
import { market, type ContactRow, type VisitRow } from '../../contract/market/dealing.ts'
import { itemPath, visitStates, type MarketKind } from '../../contract/market/states.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { EmptyState, ErrorState } from '../kit/table/table-states.tsx'
import { confirmed } from './confirmed.ts'

const SIZE = 20
const marks = { '': '', agent: '中介', harass: '骚扰' } as const

/** Who asked for whose contact and when, and which visits were agreed: both sides read the same rows. */
export function Contacts({
  kind,
  itemId,
  title,
  onClose,
}: {
  kind: MarketKind | undefined
  itemId: number | undefined
  title: string
  onClose(): void
}) {
  return (
    <Drawer title={title} open onClose={onClose} size={900} destroyOnHidden>
      <h3>联系记录</h3>
      <ContactTable kind={kind} itemId={itemId} />
      <h3 style={{ marginTop: 24 }}>看房约定</h3>
      <VisitTable kind={kind} itemId={itemId} />
    </Drawer>
  )
}

function ContactTable({ kind, itemId }: { kind: MarketKind | undefined; itemId: number | undefined }) {
  const [page, setPage] = useState(1)
  const client = useQueryClient()
  const key = ['market', 'contacts', kind, itemId]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...key, page],
    queryFn: () => call(market.contacts, { query: { kind, itemId, page, pageSize: SIZE } }, { silent: true }),
    placeholderData: (last) => last,
  })
  const mark = async (body: { id: number; answered?: boolean; mark?: ContactRow['mark'] }) => {
    await call(market.markContact, { body }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: key })
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table
      rowKey="id"
      size="middle"
      loading={isPending}
      scroll={{ x: 780 }}
      dataSource={data?.list ?? []}
      locale={{ emptyText: <EmptyState /> }}
      pagination={{
        current: page,
        pageSize: SIZE,
        total: data?.total ?? 0,
        onChange: setPage,
        showSizeChanger: false,
        hideOnSinglePage: true,
      }}
      columns={[
        { title: '时间', width: 140, render: (_: unknown, one: ContactRow) => <span className="num">{localMinute(one.createTime)}</span> },
        { title: '信息', render: (_: unknown, one: ContactRow) => <a href={itemPath(one.kind, one.itemId)}>{one.title}</a> },
        { title: '对方', render: (_: unknown, one: ContactRow) => `${one.mine ? '业主' : '联系人'}：${one.who}` },
        { title: '电话', width: 130, render: (_: unknown, one: ContactRow) => <span className="num">{one.phone}</span> },
        { title: '意向', dataIndex: 'message' },
        {
          title: '处理',
          width: 190,
          render: (_: unknown, one: ContactRow) =>
            one.mine ? (
              one.answered ? (
                '对方已回复'
              ) : (
                '等待回复'
              )
            ) : (
              <>
                <Button size="small" type="link" onClick={() => void mark({ id: one.id, answered: !one.answered })}>
                  {one.answered ? '取消已回复' : '登记已回复'}
                </Button>
                {one.mark === '' ? (
                  <>
                    <Button size="small" type="link" onClick={() => void mark({ id: one.id, mark: 'agent' })}>
                      中介
                    </Button>
                    <Button size="small" type="link" danger onClick={() => void mark({ id: one.id, mark: 'harass' })}>
                      骚扰
                    </Button>
                  </>
                ) : (
                  <Button size="small" type="link" onClick={() => void mark({ id: one.id, mark: '' })}>
                    已标记{marks[one.mark]}，取消
                  </Button>
                )}
              </>
            ),
        },
      ]}
    />
  )
}

function VisitTable({ kind, itemId }: { kind: MarketKind | undefined; itemId: number | undefined }) {
  const [page, setPage] = useState(1)
  const client = useQueryClient()
  const key = ['market', 'visits', kind, itemId]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...key, page],
    queryFn: () => call(market.visits, { query: { kind, itemId, page, pageSize: SIZE } }, { silent: true }),
    placeholderData: (last) => last,
  })
  const cancel = async (one: VisitRow) => {
    if (!(await confirmed(`取消 ${localMinute(one.startTime)} 的约定？`, '取消后对方会收到通知，时段立即空出。'))) return
    await call(market.cancelVisit, { body: { id: one.id } }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: key })
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table
      rowKey="id"
      size="middle"
      loading={isPending}
      scroll={{ x: 720 }}
      dataSource={data?.list ?? []}
      locale={{ emptyText: <EmptyState /> }}
      pagination={{
        current: page,
        pageSize: SIZE,
        total: data?.total ?? 0,
        onChange: setPage,
        showSizeChanger: false,
        hideOnSinglePage: true,
      }}
      columns={[
        { title: '时间', width: 150, render: (_: unknown, one: VisitRow) => <span className="num">{localMinute(one.startTime)}</span> },
        { title: '信息', render: (_: unknown, one: VisitRow) => <a href={itemPath(one.kind, one.itemId)}>{one.title}</a> },
        { title: '来访', render: (_: unknown, one: VisitRow) => (one.mine ? '我约的' : one.who) },
        {
          title: '状态',
          width: 110,
          render: (_: unknown, one: VisitRow) => <StatusTag tone={visitStates.tones[one.state as 0]}>{one.stateName}</StatusTag>,
        },
        { title: '结果', dataIndex: 'outcome' },
        {
          title: '操作',
          width: 150,
          render: (_: unknown, one: VisitRow) => (
            <>
              <Button
                size="small"
                type="link"
                onClick={() => void call(market.visitIcs, { query: { id: one.id } }).then((file) => saveBlob(file as BlobAnswer))}
              >
                日历文件
              </Button>
              {one.state === visitStates.code.booked && (
                <Button size="small" type="link" danger onClick={() => void cancel(one)}>
                  取消
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
