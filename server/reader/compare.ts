import type { CompareRow, Comparison } from '../../contract/policy/compare.ts'
import type { PolicyRule } from '../../contract/policy/market.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import { invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { htmlToText } from '../kernel/sanitize.ts'
import { authStatusOf } from '../company/index.ts'
import { authStatuses } from '../../contract/company.ts'
import { ruleLines } from '../matching/index.ts'
import { factLines, factsOf, policyById, revisionSides, versionRow, versionRows, type PolicyBrief } from '../policy/index.ts'
import { effectOnCompany } from './effect.ts'
import { compareLines } from './line-diff.ts'

interface Pair {
  id: number
  from: number
  to: number
}

/** What is not on the shelf is absent, except for those who manage policies. */
async function readable(k: Kernel, call: Call, id: number): Promise<PolicyBrief> {
  const policy = await policyById(k.db, id)
  if (!policy || (policy.state !== 2 && !call.actor?.permissions.has('policy:read'))) throw notFound('该政策不存在或已下架')
  return policy
}

export async function compareVersions(k: Kernel, call: Call, { id, from, to }: Pair): Promise<Comparison> {
  const policy = await readable(k, call, id)
  if (from === to) throw invalidField('to', '请选择两个不同的版本')
  const [before, after] = [await versionRow(k, id, from), await versionRow(k, id, to)]
  if (!before || !after) throw notFound('该版本不存在')
  return comparison(
    policy,
    (await versionRows(k, id)).map(head),
    { ...before, facts: await linesOf(k, id, from) },
    { ...after, facts: await linesOf(k, id, to) },
  )
}

/** undefined for a version from before its facts were kept */
async function linesOf(k: Kernel, id: number, number: number): Promise<string[] | undefined> {
  const facts = await factsOf(k.db, id, number)
  return facts ? factLines(facts) : undefined
}

/** What is in force beside the revision that an editor writes; the rest of the policy stands among the basics. */
export async function compareRevision(k: Kernel, { id }: { id: number }): Promise<Comparison> {
  const policy = await policyById(k.db, id)
  if (!policy) throw notFound('该政策不存在或已被删除')
  const { before, after } = await revisionSides(k, id)
  return comparison(policy, [head(after), head(before)], before, after)
}

function comparison(policy: PolicyBrief, versions: Comparison['versions'], before: Side, after: Side): Comparison {
  const section = (key: string, name: string, rows: CompareRow[]) => ({
    key,
    name,
    changes: rows.filter((r) => r.kind !== 'same').length,
    rows,
  })
  return {
    id: policy.id,
    code: policy.code,
    policyTitle: policy.title,
    repealedOn: policy.repealedOn,
    versions,
    from: head(before),
    to: head(after),
    sections: [
      section('basics', '基本信息', compareLines(basics(before, after), basics(after, before))),
      section('conditions', '申报条件', compareLines(ruleLines(before.rule.conditions), ruleLines(after.rule.conditions))),
      section('benefits', '扶持内容', compareLines(benefits(before.rule), benefits(after.rule))),
      section('content', '政策正文', compareLines(clauses(before.content), clauses(after.content))),
    ],
  }
}

type Version = NonNullable<Awaited<ReturnType<typeof versionRow>>>
type Side = Pick<
  Version,
  'number' | 'effective_from' | 'effective_to' | 'note' | 'created_at' | 'title' | 'summary' | 'period' | 'content' | 'rule'
> & {
  facts?: string[] | undefined
}
const head = (v: Pick<Version, 'number' | 'effective_from' | 'effective_to' | 'note' | 'created_at'>) => ({
  number: v.number,
  effectiveFrom: v.effective_from,
  effectiveTo: v.effective_to,
  note: v.note,
  createTime: v.created_at,
})
/** Facts that only one side has kept would all seem new. */
const basics = (v: Side, other: Side): string[] => [
  `标题：${v.title}`,
  `摘要：${v.summary}`,
  ...(v.period ? [`受理时间：${v.period}`] : []),
  ...(other.facts ? (v.facts ?? []) : []),
]
const benefits = (rule: PolicyRule): string[] => [
  ...rule.benefits.map((b) => `${b.name ?? '扶持'}：${b.formula ?? '以主管部门核定为准'}`),
  ...(rule.benefits.length > 1 ? [rule.benefitCombine === 'max' ? '以上各项就高享受一项' : '以上各项可同时享受'] : []),
  ...(rule.maxPerYear ? [`每家企业每年最多支持 ${rule.maxPerYear} 个项目`] : []),
]
/** A paragraph, a heading, a list item, a row of a table: each is a clause. */
const clauses = (html: string): string[] =>
  htmlToText(html)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export async function versionEffect(k: Kernel, call: Call, actor: Actor, { id, from, to }: Pair) {
  await readable(k, call, id)
  const companyId = companyOf(actor)
  if ((await authStatusOf(k.db, companyId)) !== authStatuses.granted) return { consent: false, effect: null }
  const effect = await effectOnCompany(k, companyId, id, from, to)
  if (!effect) throw notFound('该版本不存在')
  return { consent: true, effect }
}
