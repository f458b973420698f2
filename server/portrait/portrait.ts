import type { Portrait } from '../../contract/portrait.ts'
import { authorizedFactsOf, companyCardOf, noteUse, requireCompany, type Facts } from '../company/index.ts'
import { risksOf } from '../declaration/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { recordsOf } from '../kernel/offers/portrait-records.ts'
import { rankingOf } from '../matching/index.ts'
import { wornTags } from '../tag/index.ts'

const POLICIES = 20
/** Figures of which the archive has a fact per year; Y1 is the last full year. */
const figures = [
  ['营业收入', 'revenue'],
  ['研发费用', 'rdExpense'],
  ['净资产', 'netAssets'],
] as const

/**
 * Everything about one company that the reader may see. Data from the archive is included only with the company's consent, and the look is
 * then recorded.
 */
export async function portraitOf(k: Kernel, call: Call, actor: Actor, companyId: number): Promise<Portrait> {
  await requireCompany(k.db, actor, companyId)
  const card = await companyCardOf(k.db, companyId)
  if (!card) throw notFound('企业不存在')
  const facts = await authorizedFactsOf(k.db, companyId)
  const judged = facts && (await rankingOf(k, companyId))
  if (facts) await noteUse(k, call, companyId, 'company.portrait.read')
  return {
    companyId,
    companyName: card.name,
    consent: facts !== null,
    finance: facts && financeOf(facts, Number(today(k.clock).slice(0, 4))),
    tags: actor.permissions.has('tag:read') ? await wornTags(k, actor, companyId) : [],
    policies: judged && {
      counts: judged.counts,
      list: judged
        .page(0, POLICIES)
        .filter((j) => j.verdict === 'match' || j.verdict === 'near')
        .map((j) => ({
          policyId: j.policyId,
          title: j.title,
          issuer: j.issuer,
          verdict: j.verdict,
          min: j.amount?.min ?? null,
          max: j.amount?.max ?? null,
          applyTo: j.applyTo,
        })),
    },
    records: await recordsOf(k, actor, companyId),
    risks: facts && risksOf(facts).map(({ riskName, blocking }) => ({ riskName, blocking })),
  }
}

function financeOf(facts: Facts, thisYear: number): Portrait['finance'] {
  const back = [3, 2, 1]
  const value = (key: string) => (typeof facts[key] === 'number' ? facts[key] : null)
  return {
    names: back.map((n) => `${thisYear - n} 年`),
    series: figures.map(([name, key]) => ({ name, values: back.map((n) => value(`${key}Y${n}`)) })),
  }
}
