import { Button } from 'antd'
import { Link } from 'react-router'
import { follow, type CollectedPolicy } from '../../../contract/policy/follow.ts'
import type { Verdict as Code } from '../../../contract/matching/verdicts.ts'
import { quoted } from '../../../contract/quoted.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { Verdict } from '../../matching/index.ts'
import { useUser } from '../../session.ts'
import { toast } from '../../toast.ts'
import { windowOf } from '../rule/wording.ts'
import { money } from '../../kit/money.ts'

const LIST = 'mycollect'

const amount = ({ verdict, min, max }: CollectedPolicy) => {
  if (verdict === null) return '无'
  if (max === null) return verdict === 'unknown' ? '需补充后测算' : '无'
  if (max === 0) return '无直接资金'
  return min === null || min === max ? money(max) : `${money(min)} 至 ${money(max)}`
}
function Window({ row }: { row: CollectedPolicy }) {
  if (!row.onShelf) return <StatusTag tone="off">已下架</StatusTag>
  const { text, urgent } = windowOf(row)
  return urgent ? <StatusTag tone="urgent">{text}</StatusTag> : <span className="num">{text}</span>
}
const fields = fieldsOf(
  follow.collectList,
  { key: 'keyword', label: '政策名称', kind: 'text', on: ['search'] },
  {
    key: 'policyTitle',
    label: '政策',
    on: ['table'],
    width: 320,
    card: 'title',
    show: (row) => (row.onShelf ? <a href={`/page/policyserverdetail?id=${row.id}`}>{row.policyTitle}</a> : row.policyTitle),
  },
  { key: 'daysLeft', label: '申报时间', on: ['table'], width: 150, show: (row) => <Window row={row} /> },
  {
    key: 'verdict',
    label: '本企业',
    on: ['table'],
    width: 130,
    show: (row) => (row.verdict === null ? '无' : <Verdict verdict={row.verdict as Code} />),
  },
  { key: 'max', label: '预计金额', kind: 'number', on: ['table'], width: 170, show: amount },
  { key: 'policyDepName', label: '主管部门', on: ['table'], width: 160 },
  {
    key: 'collectTime',
    label: '收藏时间',
    on: ['table'],
    width: 160,
    show: (row) => <span className="num">{localMinute(row.collectTime)}</span>,
  },
)
/** columns that are empty for a user without a company */
const ofCompany: ReadonlySet<string> = new Set(['verdict', 'max'])
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 我的收藏: favourites with deadlines and, for a company with consent, verdict and amount. */
export default function MyCollect() {
  const user = useUser()
  const shown = user?.companyId ? fields : fields.filter((f) => !ofCompany.has(f.key))
  const refresh = useRefreshList(LIST)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={shown}
        shape={shape}
        endpoint={follow.collectList}
        tools={
          <Link to="/page/policysub">
            <Button>订阅与提醒设置</Button>
          </Link>
        }
        actions={[
          { label: '查看', when: (row) => row.onShelf, to: (row) => `/page/policyserverdetail?id=${row.id}` },
          {
            label: '取消收藏',
            ask: (row) => ({ title: `取消收藏${quoted(row.policyTitle)}？`, effect: '取消后不再收到它的变化与截止提醒。' }),
            run: async (row) => {
              await call(follow.collect, { body: { polInfoId: row.id, collectFlag: 0 } })
              toast.success('已取消收藏')
              await refresh()
            },
          },
        ]}
        first={<Link to="/page/policysearch">去找政策，在政策页点“收藏”</Link>}
      />
    </>
  )
}
