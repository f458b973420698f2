import { lazy, Suspense, useEffect } from 'react'
import type { Route } from './+types/policy-detail'
import { market, type PolicyDetail } from '../../contract/policy.ts'
import { compare } from '../../contract/policy/compare.ts'
import { withClauseAnchors } from '../../contract/policy/clauses.ts'
import { servicesContext } from '../context.ts'
import { useViewer } from '../session.ts'
import { breadcrumbs, jsonLd } from '../shell/json-ld.ts'
import { metaFor } from '../shell/title.ts'
import { DeclareButton } from '../declaration/index.ts'
import { ConsultButton } from './consult-button.tsx'
import { CollectButton } from './follow/collect-button.tsx'
import { EvaluateButton } from './follow/evaluate-button.tsx'
import { countView } from './count-view.ts'
import { contactsOf, PolicyContacts } from './policy-contacts.tsx'
import { PolicyChain } from './policy-chain.tsx'
import { legislation, RepealNote } from './repeal-note.tsx'
import { RuleWords } from './rule-words.tsx'
import { ceiling, day, windowOf } from './wording.ts'
import styles from './policy-detail.module.css'

const MyMatch = lazy(() => import('./my-match.tsx'))

/** `id` is the policy's number or, in links written by people, its code. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, origin } = context.get(servicesContext)
  const asked = new URL(request.url).searchParams.get('id') ?? ''
  const ref = /^\d{1,15}$/.test(asked) ? { id: asked } : { code: asked }
  if (!/^[\w-]{1,64}$/.test(asked)) throw Response.json({ message: '没有找到这项政策' }, { status: 404 })
  const policy = await call(market.detail, { query: ref as never })
  const [related, chain] = await Promise.all([
    call(market.related, { query: { id: policy.id } }),
    policy.supersededBy || policy.repealedBy || policy.supersedes.length + policy.repeals.length > 0
      ? call(compare.chain, { query: { id: policy.id } })
      : [],
  ])
  return { policy, related, chain, origin }
}

export const meta: Route.MetaFunction = (args) => {
  const data = args.loaderData as { policy: PolicyDetail; origin: string } | undefined
  if (!data) return metaFor(args as never)
  const { policy, origin } = data
  return [
    ...metaFor(args as never, { title: policy.policyTitle, description: policy.summary }),
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

export default function PolicyDetailPage({ loaderData: { policy, related, chain } }: Route.ComponentProps) {
  const viewer = useViewer()
  const state = windowOf(policy)
  const contacts = contactsOf(policy)
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
          {policy.origin !== 'own' && <span className="tag tag-warning">{policy.originName}</span>}
          <span>{policy.policyDepName}</span>
          {policy.policyNo && <span>{policy.policyNo}</span>}
          <span>发布 {day(policy.policyCreateTime)}</span>
          <span>浏览 {policy.viewNum}</span>
        </p>
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
          <nav aria-label="本页内容" className={styles.toc}>
            {sections(policy).map(({ id, name }) => (
              <a key={id} href={`#${id}`}>
                {name}
              </a>
            ))}
          </nav>
          <section id="conditions">
            <h2>申报条件</h2>
            <RuleWords rule={policy.rule} />
          </section>
          {policy.rule.benefits.length > 0 && (
            <section id="benefits">
              <h2>扶持内容</h2>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">项目</th>
                    <th scope="col">标准</th>
                  </tr>
                </thead>
                <tbody>
                  {policy.rule.benefits.map((b, i) => (
                    <tr key={i}>
                      <th scope="row">{b.name ?? policy.supportModes[0]}</th>
                      <td>{b.formula ?? '以主管部门核定为准'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          {policy.materials.length > 0 && (
            <section id="materials">
              <h2>申报材料</h2>
              <ol className={styles.numbered}>
                {policy.materials.map((m) => (
                  <li key={m.name}>
                    {m.name}
                    {!m.required && '（如有）'}
                    {m.note && <span className="meta"> {m.note}</span>}
                  </li>
                ))}
              </ol>
            </section>
          )}
          {policy.process.length > 0 && (
            <section id="process">
              <h2>办理流程</h2>
              <ol className={styles.steps}>
                {policy.process.map((s) => (
                  <li key={s.title}>
                    <strong>{s.title}</strong>
                    <p>{s.text}</p>
                  </li>
                ))}
              </ol>
            </section>
          )}
          {contacts.length > 0 && <PolicyContacts contacts={contacts} />}
          <section id="content">
            <h2>政策正文</h2>
            <div className={styles.rich} dangerouslySetInnerHTML={{ __html: withClauseAnchors(policy.content) }} />
          </section>
          {policy.attachments.length + policy.documents.length > 0 && (
            <section id="attachments">
              <h2>附件</h2>
              <ul className={styles.numbered}>
                {policy.documents.map((d) => (
                  <li key={d.id}>
                    <a href={`/files/download?filePath=${d.filePath}`}>{d.fileName}</a>
                    <span className="meta"> {[d.docNo, d.publishDate].filter(Boolean).join(' · ')}</span>
                  </li>
                ))}
                {policy.attachments.map((f) => (
                  <li key={f.fileId}>
                    <a href={`/files/download?filePath=${encodeURIComponent(f.fileId)}`}>{f.fileName}</a>
                    <span className="meta"> {(f.size / 1024).toFixed(0)} KB</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section id="sources">
            <h2>版本与来源</h2>
            <ul className={styles.numbered}>
              {policy.versions.map((v) => (
                <li key={v.number}>
                  第 {v.number} 版{v.effectiveFrom && `，${v.effectiveFrom} 起施行`}
                  {v.effectiveTo && `，至 ${v.effectiveTo}`}
                  {v.note && `：${v.note}`}
                  {v.number > 1 && (
                    <>
                      {' '}
                      <a href={`/page/policyserver/compare?id=${policy.id}&from=${v.number - 1}&to=${v.number}`}>与上一版对比</a>
                    </>
                  )}
                </li>
              ))}
            </ul>
            <PolicyChain chain={chain} />
            {policy.sourceNote && <p className={styles.note}>{policy.sourceNote}</p>}
            {policy.sources.length > 0 && (
              <ul className={styles.sources}>
                {policy.sources.map((s) => (
                  <li key={s}>{s}</li>
                ))}
              </ul>
            )}
          </section>
        </article>
        <aside className={styles.rail}>
          <section className={`card ${styles.actions}`} aria-label="办理">
            <DeclareButton policy={policy} />
            <CollectButton policyId={policy.id} policyTitle={policy.policyTitle} />
            <ConsultButton policyId={policy.id} policyTitle={policy.policyTitle} />
            {policy.status !== 'repealed' && (
              <a className="btn" href={`/page/policyserver/calculator?policy=${policy.code}`}>
                算一算能不能享受
              </a>
            )}
            <EvaluateButton policyId={policy.id} policyTitle={policy.policyTitle} />
            {policy.applyTo && !state.over && (
              <a className="btn" href={`/pol/calendar/policy?id=${policy.id}`} download={`policy-${policy.id}.ics`}>
                截止日加入日历
              </a>
            )}
            <button type="button" className={`btn ${styles.print}`} onClick={() => print()}>
              打印
            </button>
          </section>
          {viewer?.type === 'QY' && policy.status !== 'repealed' && (
            <Suspense fallback={null}>
              <MyMatch policyId={policy.id} />
            </Suspense>
          )}
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

const sections = (p: PolicyDetail) =>
  [
    { id: 'conditions', name: '申报条件', on: true },
    { id: 'benefits', name: '扶持内容', on: p.rule.benefits.length > 0 },
    { id: 'materials', name: '申报材料', on: p.materials.length > 0 },
    { id: 'process', name: '办理流程', on: p.process.length > 0 },
    { id: 'contacts', name: '联系单位', on: contactsOf(p).length > 0 },
    { id: 'content', name: '政策正文', on: true },
    { id: 'attachments', name: '附件', on: p.attachments.length + p.documents.length > 0 },
    { id: 'sources', name: '版本与来源', on: true },
  ].filter((s) => s.on)
