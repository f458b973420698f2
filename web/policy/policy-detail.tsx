import { lazy, Suspense, useEffect } from 'react'
import type { Route } from './+types/policy-detail'
import { market, type PolicyDetail } from '../../contract/policy.ts'
import { project as projects } from '../../contract/declaration.ts'
import { directPublic } from '../../contract/direct.ts'
import { compare } from '../../contract/policy/compare.ts'
import { servicesContext } from '../context.ts'
import { useViewer } from '../session.ts'
import { breadcrumbs, jsonLd } from '../shell/json-ld.ts'
import { metaFor } from '../shell/title.ts'
import { countView } from './count-view.ts'
import { PolicySections } from './policy-sections.tsx'
import { Publicity } from './publicity/publicity.tsx'
import { legislation, RepealNote } from './repeal-note.tsx'
import { ceiling, day, windowOf } from './wording.ts'
import styles from './policy-detail.module.css'

// What is done with a policy stands in the page from the start; the code behind it may come after the text can be read.
const loadActions = () => import('./policy-actions.tsx')
const PolicyActions = lazy(loadActions)
// Not waiting for the page to be drawn: a button that is seen and not yet alive swallows the click.
if (!import.meta.env.SSR) loadActions().catch(() => {})
const MyMatch = lazy(() => import('./my-match.tsx'))

/** Takes declarations today. */
const OPEN = 1
/** The latest 免申即享 lists of a policy. */
const LISTS = 3

/** `id` is the policy's number or, in links written by people, its code. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, origin, viewer } = context.get(servicesContext)
  const asked = new URL(request.url).searchParams.get('id') ?? ''
  const ref = /^\d{1,15}$/.test(asked) ? { id: asked } : { code: asked }
  if (!/^[\w-]{1,64}$/.test(asked)) throw Response.json({ message: '没有找到这项政策' }, { status: 404 })
  const policy = await call(market.detail, { query: ref })
  const [related, chain, published, project] = await Promise.all([
    call(market.related, { query: { id: policy.id } }),
    policy.supersededBy || policy.repealedBy || policy.supersedes.length + policy.repeals.length > 0
      ? call(compare.chain, { query: { id: policy.id } })
      : [],
    // Lists are made known to those who are logged in (ADR 0044); a visitor's page stays the same for all.
    viewer ? call(directPublic.list, { query: { policyId: policy.id, pageSize: LISTS } }) : null,
    call(projects.ofPolicy, { query: { policyId: policy.id } }),
  ])
  return { policy, related, chain, published: published?.list ?? [], closes: project?.state === OPEN ? project.applyEndTime : null, origin }
}

export const meta: Route.MetaFunction = (args) => {
  const data = args.loaderData as { policy: PolicyDetail; origin: string } | undefined
  if (!data) return metaFor(args)
  const { policy, origin } = data
  return [
    ...metaFor(args, { title: policy.policyTitle, description: policy.summary }),
    ...(policy.repealedOn ? [legislation(policy)] : []),
    jsonLd({
      '@type': 'GovernmentService',
      name: policy.policyTitle,
      ...(policy.policyNo ? { identifier: policy.policyNo } : {}),
      description: policy.summary,
      serviceType: policy.supportModes.join('、'),
      provider: { '@type': 'GovernmentOrganization', name: policy.policyDepName },
      audience: { '@type': 'BusinessAudience', audienceType: policy.industryNames.join('、') },
      inLanguage: 'zh-CN',
      datePublished: day(policy.policyCreateTime),
      ...(policy.applyFrom || policy.applyTo
        ? {
            hoursAvailable: {
              '@type': 'OpeningHoursSpecification',
              validFrom: policy.applyFrom ?? undefined,
              validThrough: policy.applyTo ?? undefined,
            },
          }
        : {}),
      url: `${origin}/page/policyserverdetail?id=${policy.id}`,
    }),
    ...breadcrumbs(args, [
      ['首页', '/page/home'],
      ['政策搜索', '/page/policysearch'],
      [policy.policyTitle, `/page/policyserverdetail?id=${policy.id}`],
    ]),
  ]
}

export default function PolicyDetailPage({ loaderData: { policy, related, chain, published, closes } }: Route.ComponentProps) {
  const viewer = useViewer()
  const state = windowOf(policy)
  useEffect(() => {
    void countView(policy.id)
  }, [policy.id])
  return (
    <div className={`container ${styles.page}`}>
      <nav aria-label="面包屑" className={styles.crumbs}>
        <a href="/page/home">首页</a> / <a href="/page/policysearch">政策搜索</a> / <span aria-current="page">政策详情</span>
      </nav>
      <header className={styles.head}>
        <h1>{policy.policyTitle}</h1>
        <p className={styles.meta}>
          <span className={state.urgent ? 'tag tag-error' : state.over ? 'tag' : 'tag tag-success'}>
            {state.urgent ? '! ' : state.over ? '✕ ' : '● '}
            {state.text}
          </span>
          {policy.outside && <span className="tag tag-warning">外地参考：只在{policy.areaName}执行</span>}
          {policy.origin !== 'own' && <span className="tag tag-warning">{policy.originName}</span>}
          <span>{policy.policyDepName}</span>
          {policy.policyNo && <span>{policy.policyNo}</span>}
          <span>发布 {day(policy.policyCreateTime)}</span>
          <span>浏览 {policy.viewNum}</span>
        </p>
        {policy.labels.length > 0 && (
          <ul className={styles.labels} aria-label="政策标签">
            {policy.labels.map((l) => (
              <li key={l.id}>
                <a className="tag tag-info" href={`/page/policysearch?status=all&labelId=${l.id}`}>
                  {l.labelName}
                </a>
              </li>
            ))}
          </ul>
        )}
        <RepealNote policy={policy} />
        {policy.supersededBy && (
          <p className={styles.superseded}>
            本政策已被新标准替代：<a href={`/page/policyserverdetail?id=${policy.supersededBy.id}`}>{policy.supersededBy.policyTitle}</a>
          </p>
        )}
      </header>
      <dl className={`card ${styles.glance}`}>
        <div>
          <dt>支持对象</dt>
          <dd>
            {policy.industryNames.join('、')}
            {policy.levelName && ` · ${policy.levelName}`}
          </dd>
        </div>
        <div>
          <dt>支持方式与额度</dt>
          <dd>
            {policy.supportModes.join('、')}
            {ceiling(policy) && <strong className="num"> · {ceiling(policy)}</strong>}
          </dd>
        </div>
        <div>
          <dt>申报时间</dt>
          <dd className="num">
            {policy.applyFrom || policy.applyTo
              ? `${policy.applyFrom ?? '即日'} 至 ${policy.applyTo ?? '长期'}`
              : (policy.period ?? '常年')}
          </dd>
        </div>
        <div>
          <dt>主管部门</dt>
          <dd>{policy.policyDepName}</dd>
        </div>
      </dl>
      <div className={styles.columns}>
        <article className={`card ${styles.body}`}>
          <PolicySections policy={policy} chain={chain} />
        </article>
        <aside className={styles.rail}>
          <Suspense fallback={null}>
            <PolicyActions policy={policy} closes={closes} />
          </Suspense>
          {viewer?.type === 'QY' && policy.status !== 'repealed' && (
            <Suspense fallback={null}>
              <MyMatch policyId={policy.id} />
            </Suspense>
          )}
          <Publicity lists={published} />
          {related.length > 0 && (
            <section className={`card ${styles.related}`}>
              <h2>相关政策</h2>
              <ul>
                {related.map((r) => (
                  <li key={r.id}>
                    <a href={`/page/policyserverdetail?id=${r.id}`}>{r.policyTitle}</a>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </div>
  )
}
