import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PROTOCOL_AUTHORIZED } from '../../../contract/constants.ts'
import { matching } from '../../../contract/matching.ts'
import { verdicts, type Verdict as Code } from '../../../contract/matching/verdicts.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { project } from '../../../contract/declaration.ts'
import { DeclareButton } from '../../declare/index.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { Verdict } from '../../matching/index.ts'
import { session } from '../../session.ts'
import { Rematch } from '../rule/rematch.tsx'
import { money } from '../../kit/money.ts'

type Row = Data<typeof matching.applyProjectMatchList>['commonPage']['list'][number]

const amount = (row: Row) => {
  if (row.max === null) return row.verdict === 'unknown' ? '需补充后测算' : '无'
  if (row.max === 0) return '无直接资金'
  return row.min === null || row.min === row.max ? money(row.max) : `${money(row.min)} – ${money(row.max)}`
}
/** 立即申报 when a project accepts declarations on this platform; other policies say how to apply. */
function Declare({ row }: { row: Row }) {
  const open = useQuery({
    queryKey: ['open-projects'],
    queryFn: () => call(project.list, { query: { state: 1, pageSize: 100 } }, { silent: true }),
    staleTime: 60_000,
  })
  if (!open.data) return null
  return open.data.list.some((p) => p.policyId === row.policyId) ? (
    <DeclareButton small policy={{ id: row.policyId, policyTitle: row.policyTitle, urlType: 0, applyUrl: null, status: 'open' }} />
  ) : (
    <a href={`/page/policyserverdetail?id=${row.policyId}`}>办理方式</a>
  )
}
const fields = fieldsOf(
  matching.applyProjectMatchList,
  { key: 'keyword', label: '关键词', kind: 'text', on: ['search'], placeholder: '项目、政策' },
  {
    key: 'policyTitle',
    label: '政策',
    on: ['table'],
    width: 300,
    card: 'title',
    show: (row) => <a href={`/page/policyserverdetail?id=${row.policyId}`}>{row.policyTitle}</a>,
  },
  {
    key: 'verdict',
    label: '匹配结果',
    on: ['table'],
    width: 150,
    show: (row) => (row.verdict in verdicts ? <Verdict verdict={row.verdict as Code} /> : row.verdict),
  },
  { key: 'max', label: '预计金额', kind: 'number', on: ['table'], width: 180, show: amount },
  { key: 'policyDepName', label: '办理部门', on: ['table'], width: 160 },
  { key: 'applyTo', label: '申报截止', kind: 'date', on: ['table'], width: 120 },
  {
    key: 'code',
    label: '理由',
    on: ['table'],
    width: 100,
    show: (row) => <a href={`/page/policyserver/calculator/subList?archive=1&policy=${row.code}`}>查看理由</a>,
  },
  { key: 'policyId', label: '申报', on: ['table'], width: 120, show: (row) => <Declare row={row} /> },
)
const shape = searchShape(searchFields(fields))

const Authorization = lazy(() => import('../../identity/index.ts').then((m) => ({ default: m.Authorization })))

/**
 * 我的政策: the projects that accept declarations now, each with my company's verdict. Without consent the archive is not read and nothing is
 * matched.
 */
export default function MyMatched() {
  const protocol = useQuery({ queryKey: ['protocol-status'], queryFn: () => session.protocolStatus(), staleTime: 0 })
  const [asking, setAsking] = useState(false)
  const granted = protocol.data === PROTOCOL_AUTHORIZED
  return (
    <>
      {asking && (
        <Suspense fallback={null}>
          <Authorization
            onClose={() => setAsking(false)}
            onDecided={() => {
              setAsking(false)
              void protocol.refetch()
            }}
          />
        </Suspense>
      )}
      {protocol.data !== undefined && !granted && (
        <p
          className="card"
          role="status"
          style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12, padding: 16, marginBottom: 16 }}
        >
          授权平台读取企业档案后，可以看到每项政策的匹配结果、金额与理由；未授权也可以申报。
          <Button type="primary" onClick={() => setAsking(true)}>
            企业用户授权
          </Button>
          <Link to="/work/enterpriseArchive">查看企业档案</Link>
        </p>
      )}
      {granted && (
        <>
          <SearchBar fields={searchFields(fields)} shape={shape} />
          <PagedTable
            name="mypolicy"
            fields={fields}
            shape={shape}
            endpoint={matching.applyProjectMatchList}
            tools={
              <>
                <Link to="/work/myProject">
                  <Button>我的项目</Button>
                </Link>
                <Rematch list="mypolicy" />
              </>
            }
          />
        </>
      )}
      {protocol.data !== undefined && !granted && (
        <p>
          <a href="/page/policysearch">查找政策</a>
        </p>
      )}
    </>
  )
}
