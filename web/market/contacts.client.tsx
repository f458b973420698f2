import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { market, type ContactRow } from '../../contract/market/dealing.ts'
import { itemPath, markNames, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ShortTable } from '../kit/table/short-table.tsx'
import { QuestionTable } from './question-table.tsx'
import { VisitTable } from './visit-table.tsx'

interface Of {
  kind: MarketKind | undefined
  itemId: number | undefined
}

/** The requests for contacts with their times, and the agreed visits; both sides read the same rows. */
export function Contacts({ kind, itemId, title, onClose }: Of & { title: string; onClose(): void }) {
  return (
    <Drawer title={title} open onClose={onClose} size={900} destroyOnHidden>
      <h3>联系记录</h3>
      <ContactTable kind={kind} itemId={itemId} />
      <h3 style={{ marginTop: 24 }}>看房约定</h3>
      <VisitTable kind={kind} itemId={itemId} />
      <h3 style={{ marginTop: 24 }}>问答</h3>
      <QuestionTable kind={kind} itemId={itemId} />
    </Drawer>
  )
}

function ContactTable({ kind, itemId }: Of) {
  const client = useQueryClient()
  const name = ['market', 'contacts', kind, itemId]
  const mark = async (body: { id: number; answered?: boolean; mark?: ContactRow['mark'] }) => {
    await call(market.markContact, { body }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: name })
  }
  return (
    <ShortTable<ContactRow>
      name={name}
      load={(paging) => call(market.contacts, { query: { kind, itemId, ...paging } }, { silent: true })}
      width={780}
      // On a phone the first two columns are seen without scrolling.
      columns={[
        { title: '对方', render: (_, one) => `${one.mine ? '发布方' : '联系人'}：${one.who}` },
        { title: '电话', width: 130, render: (_, one) => <span className="num">{one.phone}</span> },
        { title: '信息', render: (_, one) => <a href={itemPath(one.kind, one.itemId)}>{one.title}</a> },
        { title: '意向', dataIndex: 'message' },
        { title: '时间', width: 140, render: (_, one) => <span className="num">{localMinute(one.createTime)}</span> },
        {
          title: '处理',
          width: 190,
          render: (_, one) =>
            one.mine ? one.answered ? '对方已回复' : '等待回复' : <Marks one={one} onMark={(body) => void mark({ id: one.id, ...body })} />,
        },
      ]}
    />
  )
}

function Marks({ one, onMark }: { one: ContactRow; onMark(body: { answered?: boolean; mark?: ContactRow['mark'] }): void }) {
  return (
    <>
      <Button size="small" type="link" onClick={() => onMark({ answered: !one.answered })}>
        {one.answered ? '取消已回复' : '登记已回复'}
      </Button>
      {one.mark === '' ? (
        <>
          <Button size="small" type="link" onClick={() => onMark({ mark: 'agent' })}>
            中介
          </Button>
          <Button size="small" type="link" danger onClick={() => onMark({ mark: 'harass' })}>
            骚扰
          </Button>
        </>
      ) : (
        <Button size="small" type="link" onClick={() => onMark({ mark: '' })}>
          已标记{markNames[one.mark]}，取消
        </Button>
      )}
    </>
  )
}
