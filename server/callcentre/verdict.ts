import type { CallCard } from '../../contract/callcentre/desk.ts'
import type { Judgement } from '../../contract/matching.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bestTotal, cheaper, rankingOf } from '../matching/index.ts'

type Verdict = NonNullable<NonNullable<CallCard['company']>['verdict']>
const READ = 200
const SHOWN = 8

const wan = (value: number): string => `${Number(value.toFixed(2))} 万元`
const until = (j: Judgement): string => (j.applyTo === null ? '长期受理' : `${j.applyTo} 截止`)
const sum = ({ amount }: Judgement): string => (amount === null ? '' : `${amount.upperBound ? '不超过 ' : ''}${wan(amount.max)}，`)
const paid = (j: Judgement): string => `${j.negotiated && !j.amount?.max ? '' : sum(j)}${j.negotiated ? '金额一事一议，' : ''}`

/** The sentences that an agent reads out, from the same ranking, best lawful total and gaps that the company reads under 我的政策. */
export async function verdictInWords(k: Kernel, companyId: number): Promise<Verdict | null> {
  const judged = await rankingOf(k, companyId)
  if (judged === null) return null
  const list = judged.page(0, READ)
  const total = await bestTotal(k, judged.payable)
  const match = list.filter(({ verdict }) => verdict === 'match')
  const near = list.filter(({ verdict }) => verdict === 'near')
  const least = near
    .filter(({ plan }) => plan !== undefined)
    .reduce<Judgement | null>((best, j) => (best === null || cheaper(j.plan!, best.plan!) < 0 ? j : best), null)
  const soonest = match.filter(({ applyTo }) => applyTo !== null).toSorted((a, b) => a.applyTo!.localeCompare(b.applyTo!))[0]
  const { match: matches, near: nears, unknown } = judged.counts
  return {
    sentences: [
      `按贵公司授权使用的档案，目前可以申报 ${matches} 项政策${total.max > 0 ? `，可一并享受的合计${total.openEnded ? '至少' : '最高'} ${wan(total.max)}` : ''}。`,
      ...(nears > 0 ? [`另有 ${nears} 项只差一点。`] : []),
      ...(least ? [`最容易补上的是“${least.title}”：${least.plan!.steps.map((step) => step.gapText || step.sentence).join('；')}。`] : []),
      ...(soonest ? [`最早截止的是“${soonest.title}”，${soonest.applyTo} 截止。`] : []),
      ...(unknown > 0 ? [`还有 ${unknown} 项因档案缺少信息无法判断，请补充企业档案。`] : []),
    ],
    matchNum: matches,
    nearNum: nears,
    match: match.slice(0, SHOWN).map((j) => ({ policyId: j.policyId, title: j.title, words: `${paid(j)}${until(j)}` })),
    near: near.slice(0, SHOWN).map((j) => ({
      policyId: j.policyId,
      title: j.title,
      words: j.plan?.steps[0] ? j.plan.steps[0].gapText || j.plan.steps[0].sentence : (j.failed[0] ?? ''),
    })),
  }
}
