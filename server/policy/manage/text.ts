import { sql } from 'kysely'
import type { PolicyRule } from '../../../contract/policy/market.ts'
import { issuersText } from '../../../contract/units.ts'
import { cleanHtml } from '../../kernel/http/sanitize.ts'
import { invalid, invalidField } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { policyByCode } from '../policy-reference.ts'
import type { Tx } from '../policy-moves.ts'
import type { RevisionContent } from '../proposal/revision-content.ts'
import { checkedRule } from '../rule/rule-check.ts'
import { refuseUnknownClauses } from '../rule/rule-clauses.ts'
import { departmentNames, type PolicyText } from './policy-columns.ts'

/** Converts an editor's input into the stored form; refuses an empty body, clauses that the text does not have, and unusable rules. */
export function textOf(k: Kernel, p: RevisionContent, code: string): PolicyText {
  if (!/\S/.test(cleanHtml(p.content).replace(/<(?!img|video)[^<>]*>/g, ''))) throw invalidField('content', '请输入政策正文')
  refuseUnknownClauses(p.rule, cleanHtml(p.content))
  const depName = p.issuingUnits ? issuersText(p.issuingUnits) : (p.policyDepName ?? '')
  return {
    title: p.policyTitle,
    docNo: p.policyNo || null,
    depName,
    departments: departmentNames(depName),
    // Without chosen units, the department text is used.
    issuingUnits: p.issuingUnits ?? [],
    contactUnits: p.contactUnits,
    level: p.level,
    areaCode: p.areaCode,
    supportModes: p.supportModes,
    industries: p.industries,
    summary: p.summary,
    content: p.content,
    period: p.period || null,
    applyFrom: p.applyFrom ?? null,
    applyTo: p.applyTo ?? null,
    urlType: p.urlType,
    applyUrl: p.applyUrl || null,
    origin: p.origin,
    sources: p.sources.filter(Boolean),
    sourceNote: p.sourceNote || null,
    materials: p.materials.map((m) => ({ ...m, note: m.note || null })),
    process: p.process,
    supersededBy: p.supersededByCode || null,
    rule: checkedRule(k, p.rule, code, p.policyTitle),
    maxAmount: p.maxAmount,
  }
}

/** When a benefit refers to another policy, that policy must exist. */
export async function refuseUnknownReferences(db: Tx, rule: PolicyRule): Promise<void> {
  const references = (list: PolicyRule['benefits'], at: string): { path: string; code: string }[] =>
    list.flatMap((benefit, i) => [
      ...(benefit.kind === 'ref' && typeof benefit['ref'] === 'string' ? [{ path: `${at}[${i}].ref`, code: benefit['ref'] }] : []),
      ...(Array.isArray(benefit['items']) ? references(benefit['items'] as PolicyRule['benefits'], `${at}[${i}].items`) : []),
    ])
  const found = references(rule.benefits, 'rule.benefits')
  const known = await Promise.all(found.map(({ code }) => policyByCode(db, code)))
  const lost = found.filter((_, i) => !known[i])
  if (lost.length > 0) throw invalid(lost.map(({ path, code }) => ({ path, message: `没有编号为“${code}”的政策` })))
}

/** How far a line of successors is followed; real lines have only a few. */
const LINE = 100

/** The successor must exist, be another policy, and must not lead back to this one. */
export async function refuseForeignSuccessor(
  db: Tx,
  p: { id?: number | undefined; policyTitle: string; supersededByCode?: string | null | undefined },
): Promise<void> {
  if (!p.supersededByCode) return
  const next = await policyByCode(db, p.supersededByCode)
  if (!next) throw invalidField('supersededByCode', '没有这个政策编码')
  if (p.id === undefined) return
  if (next.id === p.id) throw invalidField('supersededByCode', '政策不能替代自己')
  const { rows } = await sql<{ ids: number[]; titles: string[] }>`with recursive line (code, ids, titles) as (
      select superseded_by, array[id], array[title] from policy where id = ${next.id}
      union all select n.superseded_by, l.ids || n.id, l.titles || n.title from line l join policy n on n.code = l.code
        where not n.deleted and n.id <> all(l.ids) and cardinality(l.ids) < ${LINE})
    select ids, titles from line where ids[cardinality(ids)] = ${p.id}`.execute(db)
  const circle = rows[0]
  if (circle)
    throw invalidField('supersededByCode', `替代关系成环：${[p.policyTitle, ...circle.titles.slice(0, -1), p.policyTitle].join(' → ')}`)
}
