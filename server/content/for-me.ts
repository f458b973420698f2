import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bestFirst, judgePolicies } from '../matching/index.ts'
import { findPublicNews } from './news-detail.ts'

/** The verdicts of a public article's policies for the caller's company, the best first; null without its consent (P-01). */
export async function newsForMe(k: Kernel, { companyId }: Actor, id: number) {
  const { policies } = await findPublicNews(k, id)
  const ids = policies.filter((p) => !p.repealed).map((p) => p.id)
  if (companyId === null) return { verdicts: null }
  const judged = await judgePolicies(k, companyId, ids)
  if (!judged) return { verdicts: null }
  const verdicts = [...judged.values()].toSorted(bestFirst).map((j) => ({
    policyId: j.policyId,
    title: j.title,
    verdict: j.verdict,
    failed: j.failed.slice(0, 3),
  }))
  return { verdicts }
}
