import { useQuery } from '@tanstack/react-query'
import { TODOS_KEY } from '../kit/todos-key.ts'
import { Link } from 'react-router'
import { authStatuses, company } from '../../contract/company.ts'
import { myDeclaration } from '../../contract/declaration.ts'
import { matching, type Verdict as Code } from '../../contract/matching.ts'
import { work } from '../../contract/work.ts'
import { call } from '../api.ts'
import { AuthChip, Completeness } from '../company/index.ts'
import { DueMark } from '../kit/date/due-mark.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { ScoreCard, Verdict } from '../matching/index.ts'
import { money } from '../kit/money.ts'
import { byLabel } from '../kit/by-label.ts'
import { closingSoon } from './enterprise-todo.ts'
import css from './landing.module.css'
import { MyAppeals } from './my-appeals.tsx'
import { MyMarket } from './my-market.tsx'
import { MyConsultations, SavedCalculations } from './my-records.tsx'
import { AlsoOpen } from './also-open.tsx'
import panel from './operator.module.css'
import { QuickEntries } from './quick-entries.tsx'
import { byDeadline } from './todo-order.ts'
import { Waiting } from './waiting.tsx'

const LISTED = 5

/**
 * /work/enterprise: the company's open tasks first, then its declarations, the policies for which it qualifies, and its archive (ux §4).
 */
export default function Enterprise() {
  const mine = useQuery({
    queryKey: ['company', 'own'],
    queryFn: () => call(company.findById, { query: {} }, { silent: true }),
    retry: false,
  })
  const granted = mine.data?.authStatus === authStatuses.granted
  const todos = useQuery({
    queryKey: TODOS_KEY,
    queryFn: () => call(work.list, { query: {} }, { silent: true }),
    // Always read again, because a task may just have been done on another page.
    staleTime: 0,
    retry: false,
  })
  const matched = useQuery({
    queryKey: ['landing', 'matched'],
    queryFn: () => call(matching.homeMyPolicy, { query: { page: 1, pageSize: LISTED } }, { silent: true }),
    enabled: granted,
    retry: false,
  })

  const asked = [mine, todos]
  const kinds = todos.data?.list ?? []
  const rows = byDeadline(kinds)
  const closing = closingSoon(matched.data?.closing ?? [], Date.now())
  const counted = [...kinds, ...(granted ? [{ label: '即将截止', count: matched.data ? closing.length : undefined }] : [])]
  return (
    <>
      <header className={css.top}>
        <h1>你好，{mine.data?.companyName ?? '企业工作台'}</h1>
        {mine.data && (
          <>
            <Completeness percent={mine.data.completeness} />
            <Link to="/work/enterpriseArchive">{mine.data.wholeInfo ? '查看档案' : '完善'}</Link>
            <AuthChip status={mine.data.authStatus} />
          </>
        )}
      </header>
      <section className={panel.panel} aria-labelledby="enterprise-todo">
        <h2 id="enterprise-todo">待我处理</h2>
        <ul className={css.counts}>
          {counted.map((c) => (
            <li key={c.label}>
              {c.label} <strong className="num">{c.count ?? '…'}</strong>
            </li>
          ))}
        </ul>
        <Waiting
          query={{
            isError: matched.isError || asked.some((q) => q.isError) || kinds.some((t) => t.count === null),
            isPending: asked.some((q) => q.isPending) || (granted && matched.isPending),
            refetch: () => Promise.all(asked.map((q) => q.refetch())),
          }}
          empty="目前没有需要处理的事项。"
          count={rows.length + closing.length}
        />
        <ul className={css.todos}>
          {rows.map(({ kind, row }) => (
            <li key={`${kind.kind} ${row.id}`}>
              <StatusTag tone={kind.tone}>{kind.mark}</StatusTag>
              <span>{row.title}</span>
              <span>{row.deadline && <DueMark deadline={row.deadline} workdaysLeft={row.workdaysLeft} />}</span>
              <Link className="btn btn-small" to={row.to}>
                {kind.action}
                <span className="visually-hidden">：{row.title}</span>
              </Link>
            </li>
          ))}
          {closing.map((p) => (
            <Closing key={`p${p.id}`} policy={p} />
          ))}
        </ul>
      </section>
      {granted && <ScoreCard />}
      <QuickEntries entries={['search', 'calculator', 'declare', 'appeal', 'archive']} />
      <div className={css.pair}>
        <div>
          <MyDeclarations />
          <MyAppeals />
          <MyMarket />
          <MyConsultations />
          <SavedCalculations />
        </div>
        <section className={panel.panel} aria-labelledby="enterprise-matched">
          <h2 id="enterprise-matched">匹配的政策{matched.data ? `（${matched.data.counts.match}）` : ''}</h2>
          {mine.data && !granted ? (
            <p className={panel.note}>
              授权平台读取企业档案后，这里列出本企业符合的政策与可得金额。<Link to="/work/enterpriseArchive">去授权</Link>
            </p>
          ) : (
            <>
              <Waiting query={matched} empty="按现有档案，暂时没有匹配的政策。" count={matched.data?.total} />
              {matched.data && <AlsoOpen {...matched.data.counts} />}
              <ul className={css.matched}>
                {matched.data?.list.map((p) => (
                  <li key={p.id}>
                    <Link to={`/page/policyserverdetail?id=${p.id}`}>{p.policyTitle}</Link>
                    <span>
                      <Verdict verdict={p.verdict as Code} />
                      {p.max !== null && p.max > 0 && <span className="num">最高 {money(p.max)}</span>}
                      {p.applyTo && <span className="num">{p.applyTo} 截止</span>}
                    </span>
                  </li>
                ))}
              </ul>
              {(matched.data?.total ?? 0) > 0 && <Link to="/page/policyserver/calculator/subList?archive=1">查看全部与理由</Link>}
            </>
          )}
        </section>
      </div>
    </>
  )
}

/** The number of the company's declarations by state. */
function MyDeclarations() {
  const declarations = useQuery({
    queryKey: ['landing', 'declarations'],
    queryFn: () => call(myDeclaration.list, { query: { page: 1, pageSize: 1 } }, { silent: true }),
    retry: false,
  })
  return (
    <section className={panel.panel} aria-labelledby="enterprise-declarations">
      <h2 id="enterprise-declarations">我的申报</h2>
      {declarations.isError ? (
        <p className={panel.note}>未能读取</p>
      ) : (
        <ul className={css.states}>
          {byLabel(declarations.data?.counts ?? []).map((c) => (
            <li key={c.label}>
              <Link to={`/work/myProject?${c.by}=${c.state}`}>
                <strong>{c.count}</strong>
                {c.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A policy for which the company qualifies and that closes soon. */
const Closing = ({ policy: p }: { policy: { id: number; policyTitle: string; days: number } }) => (
  <li>
    <StatusTag tone="urgent">即将截止</StatusTag>
    <span>{p.policyTitle}</span>
    <span className="num">{p.days === 0 ? '今天截止' : `剩 ${p.days} 天`}</span>
    <Link className="btn btn-small" to={`/page/policyserverdetail?id=${p.id}`}>
      去看看<span className="visually-hidden">：{p.policyTitle}</span>
    </Link>
  </li>
)
