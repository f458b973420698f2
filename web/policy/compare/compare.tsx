import { lazy, Suspense } from 'react'
import { Form } from 'react-router'
import type { Route } from './+types/compare'
import { compare, type Comparison } from '../../../contract/policy/compare.ts'
import { servicesContext } from '../../context.ts'
import { useViewer } from '../../session.ts'
import { metaFor } from '../../shell/title.ts'
import { ClauseTable } from './clause-table.tsx'
import css from './compare.module.css'

const MyEffect = lazy(() => import('./my-effect.tsx'))

/** `?id=&from=&to=`, version numbers. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const asked = new URL(request.url).searchParams
  const [id = '', from = '', to = ''] = ['id', 'from', 'to'].map((key) => asked.get(key) ?? '')
  if (![id, from, to].every((v) => /^\d{1,9}$/.test(v)) || from === to)
    throw Response.json({ message: '请从政策详情页选择要比较的两个版本' }, { status: 404 })
  return { comparison: await call(compare.versions, { query: { id, from, to } }) }
}

export const meta: Route.MetaFunction = (args) => {
  const data = args.loaderData as { comparison: Comparison } | undefined
  return [...metaFor(args, data ? { title: `版本对比：${data.comparison.policyTitle}` } : {}), { name: 'robots', content: 'noindex' }]
}

const since = (v: Comparison['from']) => (v.effectiveFrom ? `${v.effectiveFrom} 起施行` : '首次发布')

/** 版本对比: two versions of a policy clause by clause, and the effect of the difference on the logged-in company. */
export default function ComparePage({ loaderData: { comparison } }: Route.ComponentProps) {
  const viewer = useViewer()
  const { id, policyTitle, repealedOn, versions, from, to, sections } = comparison
  const changes = sections.reduce((n, s) => n + s.changes, 0)
  const pick = (name: 'from' | 'to', label: string, value: number) => (
    <label>
      <span className="field-label">{label}</span>
      <select className="field" name={name} defaultValue={value}>
        {versions.map((v) => (
          <option key={v.number} value={v.number}>
            第 {v.number} 版（{since(v)}）
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className={`container ${css.page}`}>
      <nav aria-label="面包屑" className={css.crumbs}>
        <a href="/page/home">首页</a> / <a href={`/page/policyserverdetail?id=${id}`}>政策详情</a> /{' '}
        <span aria-current="page">版本对比</span>
      </nav>
      <h1>{policyTitle}</h1>
      <p className={css.lead}>
        第 {from.number} 版（{since(from)}）与第 {to.number} 版（{since(to)}）相比，
        {changes === 0 ? '文字与条件没有变化。' : `共有 ${changes} 处变化。`}
        {to.note && `修改说明：${to.note}`}
      </p>
      {repealedOn && <p className={css.lead}>本政策自 {repealedOn} 起废止，以下版本仅供查阅。</p>}
      {versions.length > 2 && (
        <Form method="get" className={`card ${css.pick}`} data-print="hide" key={`${from.number}-${to.number}`}>
          <input type="hidden" name="id" value={id} />
          {pick('from', '原版本', from.number)}
          {pick('to', '新版本', to.number)}
          <button className="btn btn-primary" type="submit">
            比较
          </button>
        </Form>
      )}
      {viewer?.type === 'QY' && (
        <Suspense fallback={null}>
          <MyEffect id={id} from={from.number} to={to.number} />
        </Suspense>
      )}
      {sections.map((s) => (
        <section key={s.key} className={`card ${css.section}`} aria-labelledby={`compare-${s.key}`}>
          <h2 id={`compare-${s.key}`}>
            {s.name}
            <span className="meta">{s.changes === 0 ? '没有变化' : `${s.changes} 处变化`}</span>
          </h2>
          <ClauseTable name={s.name} rows={s.rows} before={`第 ${from.number} 版`} after={`第 ${to.number} 版`} />
        </section>
      ))}
      <p>
        <a className="btn" href={`/page/policyserverdetail?id=${id}`}>
          返回政策详情
        </a>
      </p>
    </div>
  )
}
