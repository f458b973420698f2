import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { market, type ContactRow } from '../../contract/market/dealing.ts'
import { itemPath, markNames } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ShortTable } from '../kit/table/short-table.tsx'
import { toast } from '../toast.ts'
import { confirmed } from './confirmed.ts'

const NAME = ['market', 'marked']

/** Who was marked by which owners; staff remove marks that are not justified. */
export function MarkedTable() {
  const client = useQueryClient()
  const lift = async (one: ContactRow) => {
    if (!(await confirmed('取消这条标记？', '取消后对方会收到通知；被三位业主标记的账号，取消一条即可继续索取联系方式。'))) return
    await call(market.markContact, { body: { id: one.id, mark: '' } }).then(
      () => toast.success('已取消标记'),
      () => undefined,
    )
    await client.invalidateQueries({ queryKey: NAME })
  }
  return (
    <section aria-labelledby="marked">
      <h3 id="marked" style={{ marginTop: 24 }}>
        被业主标记的账号
      </h3>
      <p className="meta">被三位业主标记为中介或骚扰的账号，不能再索取联系方式、提问和约看，直到工作人员取消标记。</p>
      <ShortTable<ContactRow>
        name={NAME}
        load={(paging) => call(market.contacts, { query: { marked: 1, ...paging } }, { silent: true })}
        width={780}
        columns={[
          { title: '时间', width: 140, render: (_, one) => <span className="num">{localMinute(one.createTime)}</span> },
          {
            title: '账号',
            render: (_, one) => (
              <>
                {one.who} <span className="num">{one.phone}</span>
              </>
            ),
          },
          { title: '信息', render: (_, one) => <a href={itemPath(one.kind, one.itemId)}>{one.title}</a> },
          { title: '意向', dataIndex: 'message' },
          { title: '标记', width: 70, render: (_, one) => (one.mark === '' ? '' : markNames[one.mark]) },
          {
            title: '状态',
            width: 100,
            render: (_, one) => <StatusTag tone={one.stopped ? 'refused' : 'running'}>{one.stopped ? '已暂停' : '未暂停'}</StatusTag>,
          },
          {
            title: '操作',
            width: 110,
            render: (_, one) => (
              <Button size="small" type="link" onClick={() => void lift(one)}>
                取消标记
              </Button>
            ),
          },
        ]}
      />
    </section>
  )
}
