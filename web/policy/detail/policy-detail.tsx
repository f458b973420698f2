import { lazy, Suspense } from 'react'
import type { Route } from './+types/policy-detail'
import { market, type PolicyDetail } from '../../../contract/policy.ts'
import { project as projects } from '../../../contract/declaration.ts'
import { directPublic } from '../../../contract/direct.ts'
import { compare } from '../../../contract/policy/compare.ts'
import { news } from '../../../contract/content/news.ts'
import { servicesContext } from '../../context.ts'
import { Related } from '../../shell/public/detail-parts.tsx'
import { PublicDetail } from '../../shell/public/public-detail.tsx'
import { detailMeta } from '../../shell/public/public-meta.ts'
import { useCountedView } from '../../shell/public/use-counted-view.ts'
import { useViewer } from '../../session.ts'
import { metaFor } from '../../shell/title.ts'
import { countView } from './count-view.ts'
import { legislation } from './legislation.ts'
import { PolicyNews } from './policy-news.tsx'
import { policyFacts } from './policy-facts.tsx'
import { PolicyNotes, PolicyStanding } from './policy-standing.tsx'
import { policySections } from './policy-sections.tsx'
import { day } from '../rule/wording.ts'

// The actions are part of the served page; their code may load after the text is readable.
const loadActions = () => import('./policy-actions.tsx')
const PolicyActions = lazy(loadActions)
// Load them before hydration: a visible button that is not alive yet would lose the click.
if (!import.meta.env.SSR) loadActions().catch(() => {})
// Lists are shown only to signed-in users.
const Publicity = lazy(() => import('../publicity/publicity.tsx').then((m) => ({ default: m.Publicity })))
const MyMatch = lazy(() => import('../match/my-match.tsx'))

/** Project state: accepts declarations today. */
const OPEN = 1
/** Number of the latest 免申即享 lists of a policy. */
const LISTS = 3

/** `id` is the policy's number or, in links written by people, its code. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, viewer } = context.get(servicesContext)
  const asked = new URL(request.url).searchParams.get('id') ?? ''
  const ref = /^\d{1,15}$/.test(asked) ? { id: asked } : { code: asked }
  if (!/^[\w-]{1,64}$/.test(asked)) throw Response.json({ message: '没有找到这项政策' }, { status: 404 })
  const policy = await call(market.detail, { query: ref })
  const [related, chain, published, project, articles] = await Promise.all([
    call(market.related, { query: { id: policy.id } }),
    policy.supersededBy || policy.repealedBy || policy.supersedes.length + policy.repeals.length > 0
      ? call(compare.chain, { query: { id: policy.id } })
      : [],
    // Lists are visible to signed-in users only (ADR 0044), so a visitor's page is the same for all.
    viewer ? call(directPublic.list, { query: { policyId: policy.id, pageSize: LISTS } }) : null,
    call(projects.ofPolicy, { query: { policyId: policy.id } }),
    call(news.ofPolicy, { query: { policyId: policy.id } }),
  ])
  return {
    policy,
    related,
    chain,
    articles,
    published: published?.list ?? [],
    closes: project?.state === OPEN ? project.applyEndTime : null,
    blanks: project?.blanks ?? [],
  }
}

const address = (id: number) => `/page/policyserverdetail?id=${id}`
const ABOVE = ['政策搜索', '/page/policysearch'] as const
const ALSO_IN = [
  ['全站搜索', '/page/search'],
  ['政策超市', '/page/policymarket/index'],
  ['热门政策', '/page/policyserverhotList'],
  ['外地参考', '/page/policyserverOutside'],
] as const

export const meta: Route.MetaFunction = (args) => {
  const data = args.loaderData as { policy: PolicyDetail } | undefined
  if (!data) return metaFor(args)
  const { policy } = data
  return [
    ...detailMeta(args, {
      title: policy.policyTitle,
      description: policy.summary,
      above: ABOVE,
      path: address(policy.id),
      thing: {
        '@type': 'GovernmentService',
        name: policy.policyTitle,
        ...(policy.policyNo ? { identifier: policy.policyNo } : {}),
        description: policy.summary,
        serviceType: policy.supportModes.join('、'),
        provider: { '@type': 'GovernmentOrganization', name: policy.policyDepName },
        audience: { '@type': 'BusinessAudience', audienceType: policy.industryNames.join('、') },
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
      },
    }),
    ...(policy.repealedOn ? [legislation(policy)] : []),
  ]
}

export default function PolicyDetailPage({
  loaderData: { policy, related, chain, articles, published, closes, blanks },
}: Route.ComponentProps) {
  const viewer = useViewer()
  useCountedView(countView, policy.id)
  return (
    <PublicDetail
      title={policy.policyTitle}
      above={ABOVE}
      alsoIn={ALSO_IN}
      here="政策详情"
      meta={<PolicyStanding policy={policy} />}
      notes={<PolicyNotes policy={policy} />}
      facts={policyFacts(policy, closes)}
      sections={policySections(policy, chain, blanks)}
      aside={
        <>
          <Suspense fallback={null}>
            <PolicyActions policy={policy} closes={closes} />
          </Suspense>
          {viewer?.type === 'QY' && policy.status !== 'repealed' && (
            <Suspense fallback={null}>
              <MyMatch policyId={policy.id} />
            </Suspense>
          )}
          {published.length > 0 && (
            <Suspense fallback={null}>
              <Publicity lists={published} />
            </Suspense>
          )}
          <PolicyNews articles={articles} />
          <Related title="相关政策" items={related.map((r) => ({ name: r.policyTitle, path: address(r.id) }))} />
        </>
      }
    />
  )
}
