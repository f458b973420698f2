import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { binding, bindingStates } from '../../contract/binding.ts'
import { review } from '../../contract/declaration.ts'
import { allowance } from '../../contract/declaration/allowance.ts'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { directStaff } from '../../contract/direct.ts'
import { consult, managed } from '../../contract/policy.ts'
import { call } from '../api.ts'
import { DueMark, localMinute } from '../declaration/index.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { trailTo } from '../shell/work-rights.ts'
import { useCan, useMenus, useUser } from '../session.ts'
import { inOrder, nothingWaits, pressing, type Todo } from './operator-todo.ts'
import css from './operator.module.css'

/** /work/operator and /index: what waits for this person, each with its source and only with the right to do it; then the latest of it. */
export default function Operator() {
  const can = useCan()
  const user = useUser()
  const menus = useMenus()
  const opens = (path: string) => trailTo(menus, path).length > 0
  const desk = can('declaration:accept') ? '/work/checkmanage' : '/work/govcheckmanage'
  const reviews = (can('declaration:accept') || can('declaration:review')) && opens(desk)
  const reads = can('declaration:read') && opens(desk)
  const answers = can('consult:answer') && opens('/work/policyconsult')
  const publishes = can('policy:publish') && opens('/work/policyserveradmin')

  const statistics = useQuery({
    queryKey: ['declaration', 'statistics'],
    queryFn: () => call(review.statistics, {}, { silent: true }),
    enabled: reads,
    retry: false,
  })
  const waiting = useQuery({
    queryKey: ['operator', 'declarations'],
    queryFn: () => call(review.list, { query: { todo: 'true', page: 1, pageSize: 5, sort: 'deadline' } }, { silent: true }),
    enabled: reads,
    retry: false,
  })
  const questions = useQuery({
    queryKey: ['operator', 'consultations'],
    queryFn: () => call(consult.list, { query: { replyState: 0, page: 1, pageSize: 5, order: 'asc' } }, { silent: true }),
    enabled: answers,
    retry: false,
  })
  const policies = useQuery({
    queryKey: ['operator', 'policies'],
    queryFn: () => call(managed.list, { query: { state: POLICY_STATE.pending, page: 1, pageSize: 1 } }, { silent: true }),
    enabled: publishes,
    retry: false,
  })

  const confirms = can('direct:confirm') && opens('/work/directLists')
  const lists = useQuery({
    queryKey: ['operator', 'direct'],
    queryFn: () => call(directStaff.list, { query: { state: 'confirming', page: 1, pageSize: 1 } }, { silent: true }),
    enabled: confirms,
    retry: false,
  })

  const judges = can('allowance:review') && opens('/work/subsidies')
  const allowances = useQuery({
    queryKey: ['operator', 'allowances'],
    queryFn: () => call(allowance.list, { query: { state: 0, page: 1, pageSize: 1 } }, { silent: true }),
    enabled: judges,
    retry: false,
  })

  const examines = can('binding:examine') && opens('/work/personalCompany')
  const bindings = useQuery({
    queryKey: ['operator', 'bindings'],
    queryFn: () => call(binding.list, { query: { state: bindingStates.waiting, page: 1, pageSize: 1 } }, { silent: true }),
    enabled: examines,
    // Decided on another page a moment ago, it waits no more.
    staleTime: 0,
    retry: false,
  })

  const todos: Todo[] = [
    ...(reviews
      ? [
          {
            key: 'declarations',
            label: desk === '/work/checkmanage' ? '待受理的申报' : '待审核的申报',
            count: statistics.data?.todo ?? null,
            note: statistics.data ? pressing(statistics.data.overdue, statistics.data.dueSoon) : null,
            to: desk,
            failed: statistics.isError,
          },
        ]
      : // Who does not review may still be asked for an opinion, or stand in for a colleague.
        statistics.data && statistics.data.todo > 0
        ? [
            {
              key: 'declarations',
              label: '等我答复或代审的申报',
              count: statistics.data.todo,
              note: pressing(statistics.data.overdue, statistics.data.dueSoon),
              to: `${desk}?todo=true`,
              failed: false,
            },
          ]
        : []),
    ...(judges
      ? [
          {
            key: 'allowances',
            label: '待审核的补贴',
            count: allowances.data?.total ?? null,
            note: null,
            to: '/work/subsidies?state=0',
            failed: allowances.isError,
          },
        ]
      : []),
    ...(answers
      ? [
          {
            key: 'consultations',
            label: '待回复的政策咨询',
            count: questions.data?.total ?? null,
            note: null,
            to: '/work/policyconsult?replyState=0',
            failed: questions.isError,
          },
        ]
      : []),
    ...(publishes
      ? [
          {
            key: 'policies',
            label: '待审核的政策',
            count: policies.data?.total ?? null,
            note: null,
            to: `/work/policyserveradmin?state=${POLICY_STATE.pending}`,
            failed: policies.isError,
          },
        ]
      : []),
    ...(confirms
      ? [
          {
            key: 'direct',
            label: '待确认的免申即享名单',
            count: lists.data?.total ?? null,
            note: null,
            to: '/work/directLists?state=confirming',
            failed: lists.isError,
          },
        ]
      : []),
    ...(examines
      ? [
          {
            key: 'bindings',
            label: '待审核的绑定申请',
            count: bindings.data?.total ?? null,
            note: null,
            to: `/work/personalCompany?state=${bindingStates.waiting}`,
            failed: bindings.isError,
          },
        ]
      : []),
  ]
  return (
    <>
      <h1 className={css.title}>{user?.name ? `${user.name}，您好` : '运营工作台'}</h1>
      <section className={css.panel} aria-labelledby="operator-todo">
        <h2 id="operator-todo">待我处理</h2>
        {todos.length === 0 && <p className={css.note}>您的账号没有待办类的工作。请从左侧菜单进入。</p>}
        {nothingWaits(todos) && <p className={css.note}>目前没有需要您处理的事项。</p>}
        <ul className={css.todos}>
          {inOrder(todos).map((t) => (
            <li key={t.key}>
              <span className={css.label}>{t.label}</span>
              <span className={css.count}>{t.failed ? '未能读取' : t.count === null ? '…' : t.count}</span>
              {t.note && <StatusTag tone="urgent">{t.note}</StatusTag>}
              <Link className="btn btn-small" to={t.to}>
                {t.count ? '去处理' : '查看'}
                <span className="visually-hidden">：{t.label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <div className={css.columns}>
        {waiting.data && waiting.data.list.length > 0 && (
          <section className={css.panel} aria-labelledby="operator-declarations">
            <h2 id="operator-declarations">最早到期的申报</h2>
            <ul className={css.rows}>
              {waiting.data.list.map((d) => (
                <li key={d.id}>
                  <Link to={`${desk}?id=${d.id}`}>{d.companyName}</Link>
                  <span>{d.projectName}</span>
                  <DueMark deadline={d.deadline} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {answers && questions.data && questions.data.list.length > 0 && (
          <section className={css.panel} aria-labelledby="operator-consultations">
            <h2 id="operator-consultations">等待最久的咨询</h2>
            <ul className={css.rows}>
              {questions.data.list.map((q) => (
                <li key={q.id}>
                  <Link to={`/work/policyconsult?replyState=0&id=${q.id}`}>{q.consultContent}</Link>
                  <span>{q.policyTitle}</span>
                  <span className="num">{localMinute(q.consultTime)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {reads && statistics.data && (
        <section className={css.panel} aria-labelledby="operator-now">
          <h2 id="operator-now">我可见的申报</h2>
          <dl className={css.facts}>
            <div>
              <dt>今日新提交</dt>
              <dd>{statistics.data.today} 件</dd>
            </div>
            {statistics.data.byState.map((s) => (
              <div key={s.state}>
                <dt>{s.label}</dt>
                <dd>
                  <Link to={`${desk}?todo=&state=${s.state}`}>{s.count} 件</Link>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
