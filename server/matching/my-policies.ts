import type { Judgement } from '../../contract/matching.ts'
import { CLOSING_DAYS } from '../../contract/policy/codes.ts'
import type { Actor } from '../kernel/actor.ts'
import { addDays } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { archiveOf, judgeRules, situation, type Situation } from './judge-company.ts'
import { ranking } from './ranking.ts'
import { policyRow } from './policy-row.ts'
import { rulesFor } from './place.ts'
import { currentRules } from './rule-book.ts'
import { isListed } from './whitelist/index.ts'

const slice = <T>(list: readonly T[], { page, pageSize }: { page: number; pageSize: number }) => ({
  total: list.length,
  list: list.slice((page - 1) * pageSize, page * pageSize),
})
const card = (j: Judgement) => ({ id: j.policyId, ...policyRow(j) })

/** The archive today, or null without consent: then nothing is judged. */
async function myArchive(k: Kernel, actor: Actor): Promise<Situation | null> {
  const archive = await archiveOf(k, actor)
  return archive && situation(k, actor, { answers: {}, useArchive: true })
}

/** Policies open today with the verdict for my company, best first; empty without consent. */
export async function openForMe(k: Kernel, actor: Actor, query: { page: number; pageSize: number; keyword?: string | undefined }) {
  const at = await myArchive(k, actor)
  if (!at) return { total: 0, list: [] }
  const word = query.keyword?.trim()
  const rules = (await rulesFor(k, at.answers)).rules.filter((rule) => !word || rule.title.includes(word) || rule.issuer.includes(word))
  const { total, page } = ranking(rules, at, OPEN)
  return { total, list: page((query.page - 1) * query.pageSize, query.pageSize).map(card) }
}

const OPEN = ['match', 'near', 'unknown'] as const

/** The same, with how many there are of each verdict and all that close soon. */
export async function homePolicies(k: Kernel, actor: Actor, query: { page: number; pageSize: number }) {
  const at = await myArchive(k, actor)
  if (!at) return { total: 0, list: [], counts: { match: 0, near: 0, unknown: 0 }, closing: [] }
  const { rules } = await rulesFor(k, at.answers)
  const { total, page, counts } = ranking(rules, at, OPEN)
  const last = addDays(at.asOf, CLOSING_DAYS)
  const soon = ranking(
    rules.filter(({ window: { to } }) => to != null && to >= at.asOf && to <= last),
    at,
    OPEN,
  )
  return {
    total,
    list: page((query.page - 1) * query.pageSize, query.pageSize).map(card),
    counts: { match: counts.match, near: counts.near, unknown: counts.unknown },
    closing: soon.page(0, soon.total).map(card),
  }
}

/** The result of one policy for my company, regardless of the application window. */
export async function matchSituation(k: Kernel, actor: Actor, policyId: number) {
  const rule = (await currentRules(k)).find((r) => r.id === policyId)
  if (!rule) throw notFound()
  const at = await myArchive(k, actor)
  const listed = actor.companyId === null ? null : await isListed(k.db, policyId, actor.companyId)
  if (!at) return { matched: false, consent: false, listed, judgement: null }
  const judgement = judgeRules([rule], at, true)[0]!
  return { matched: judgement.verdict === 'match', consent: true, listed, judgement }
}

/** Policies that ask for the same facts as the given one, most in common first. */
export async function relatedPolicies(k: Kernel, query: { policyId?: number | undefined; page: number; pageSize: number }) {
  const rules = await currentRules(k)
  const own = rules.find((r) => r.id === query.policyId)
  if (query.policyId !== undefined && !own) throw notFound()
  const facts = (rule: (typeof rules)[number]) => fieldsOf(rule.compiled.rule.conditions)
  const asked = own && facts(own)
  const ranked = rules
    .filter((r) => r !== own)
    .map((rule) => ({ rule, common: asked ? [...facts(rule)].filter((key) => asked.has(key)).length : 1 }))
    .filter(({ common }) => common > 0)
    .sort((a, b) => b.common - a.common || a.rule.id - b.rule.id)
  return slice(
    ranked.map(({ rule }) => ({
      id: rule.id,
      code: rule.code,
      policyTitle: rule.title,
      policyDepName: rule.issuer,
      maxAmount: rule.maxAmount,
    })),
    query,
  )
}

type Node = { field?: string; all?: readonly Node[]; any?: readonly Node[]; of?: readonly Node[]; not?: Node }
function fieldsOf(node: Node, into = new Set<string>()): Set<string> {
  if (node.field) into.add(node.field)
  for (const child of [...(node.all ?? []), ...(node.any ?? []), ...(node.of ?? []), ...(node.not ? [node.not] : [])]) fieldsOf(child, into)
  return into
}
