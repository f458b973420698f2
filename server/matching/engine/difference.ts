import type { Catalog } from './catalog.ts'
import type { PlainJudgement } from './judge.ts'
import type { Answers, Difference, Explanation, PolicyDifference, Total } from './types.ts'
import { valueInWords } from './words.ts'

export type Run = { answers: Answers; total: Total; list: readonly (PlainJudgement & { policyId: number })[] }

const WORDS = { match: '符合', near: '差一点', unknown: '待补信息', nomatch: '不符合', closed: '已截止', notYet: '未生效' } as const
const TRUTHS = { true: '满足', false: '不满足', unknown: '待补充' } as const

/** What changed between two runs of the same rules, and why: changed conditions, changed amounts, and replaced exclusive policies. */
export function difference(catalog: Catalog, before: Run, after: Run): Difference {
  const earlier = new Map(before.list.map((each) => [each.code, each]))
  const policies = after.list.flatMap((now): PolicyDifference[] => {
    const then = earlier.get(now.code)
    const changed = then && compare(then, now, before.total, after.total)
    return changed ? [changed] : []
  })
  const weight = (each: PolicyDifference) =>
    Math.abs((each.counted.after ? (each.amount.after ?? 0) : 0) - (each.counted.before ? (each.amount.before ?? 0) : 0))
  return {
    facts: changedFacts(catalog, before.answers, after.answers),
    total: { before: before.total, after: after.total },
    policies: policies.sort((a, b) => weight(b) - weight(a) || (a.code < b.code ? -1 : 1)),
  }
}

function changedFacts(catalog: Catalog, before: Answers, after: Answers): Difference['facts'] {
  const words = (key: string, answers: Answers) => valueInWords(catalog.byKey.get(key), answers[key] ?? null)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
    .map((key) => ({ key, label: catalog.byKey.get(key)?.label ?? key, before: words(key, before), after: words(key, after) }))
}

function compare(then: PlainJudgement, now: PlainJudgement & { policyId: number }, was: Total, is: Total): PolicyDifference | undefined {
  const amount = { before: then.amount?.value ?? null, after: now.amount?.value ?? null }
  const counted = { before: was.chosen.includes(then.code), after: is.chosen.includes(now.code) }
  if (then.verdict === now.verdict && amount.before === amount.after && counted.before === counted.after) return undefined
  const flipped = turned(then.conditions, now.conditions)
  const steps =
    amount.before === amount.after ? { before: [], after: [] } : { before: then.amount?.steps ?? [], after: now.amount?.steps ?? [] }
  return {
    code: now.code,
    title: now.title,
    policyId: now.policyId,
    verdict: { before: then.verdict, after: now.verdict },
    amount,
    counted,
    flipped,
    steps,
    reason: reasonOf(then, now, flipped, counted, is, was),
  }
}

/** Leaves at the same place of the tree whose results differ. */
function turned(then: Explanation, now: Explanation): PolicyDifference['flipped'] {
  if (now.children) return now.children.flatMap((child, at) => (then.children?.[at] ? turned(then.children[at], child) : []))
  if (then.result === now.result) return []
  return [
    {
      label: now.label,
      sentence: now.sentence,
      requiredText: now.requiredText ?? '',
      before: then.result,
      after: now.result,
      actualBefore: then.actualText ?? '',
      actualAfter: now.actualText ?? '',
    },
  ]
}

function reasonOf(
  then: PlainJudgement,
  now: PlainJudgement,
  flipped: PolicyDifference['flipped'],
  counted: PolicyDifference['counted'],
  is: Total,
  was: Total,
): string {
  if (then.verdict !== now.verdict) {
    const why = flipped.slice(0, 3).map((each) => `“${each.sentence}”由${TRUTHS[each.before]}变为${TRUTHS[each.after]}`)
    return `由${WORDS[then.verdict]}变为${WORDS[now.verdict]}${why.length ? `：${why.join('，')}` : ''}`
  }
  if ((then.amount?.value ?? null) !== (now.amount?.value ?? null)) return '判定未变，计算金额的数据变了'
  if (counted.before !== counted.after) {
    const by = (counted.after ? was : is).left.find((each) => each.code === now.code)
    return counted.after ? `不再被“${by?.name ?? '其他政策'}”排除，计入合计` : `因“${by?.name ?? '叠加规则'}”不再计入合计`
  }
  return ''
}
