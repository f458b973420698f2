import type { CompareRow, Comparison } from '../../../contract/policy/compare.ts'
import type { PolicyRule } from '../../../contract/policy/market.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { htmlToText } from '../../kernel/http/sanitize.ts'
import { checkerOf } from '../rule/rule-check.ts'
import { referredTitles } from '../rule/said-rule.ts'
import { compareLines } from './line-diff.ts'

/** One side of a comparison: what a version of a policy says. */
export interface Side {
  number: number
  effective_from: string | null
  effective_to: string | null
  note: string | null
  created_at: string
  title: string
  summary: string
  period: string | null
  content: string
  rule: PolicyRule
  /** the other facts of the policy as lines; undefined for an older version whose facts were not stored */
  facts?: string[] | undefined
}
type Sections = Comparison['sections']

/** Compares all facts, conditions, benefits and clauses of two versions, section by section. `before` null: everything is new. */
export async function sectionsOf(k: Kernel, before: Side | null, after: Side, reader: 'public' | 'staff'): Promise<Sections> {
  const titles = await referredTitles(k.db, before ? [before.rule, after.rule] : [after.rule], reader)
  const lines = (side: Side | null) => (side ? checkerOf(k).lines(side.rule, (code) => titles.get(code)) : { conditions: [], benefits: [] })
  const [was, is] = [lines(before), lines(after)]
  const section = (key: string, name: string, rows: CompareRow[]) => ({
    key,
    name,
    changes: rows.filter((row) => row.kind !== 'same').length,
    rows,
  })
  return [
    section('basics', '基本信息', compareLines(basics(before, after), basics(after, before ?? after))),
    section('conditions', '申报条件', compareLines(was.conditions, is.conditions)),
    section('benefits', '扶持内容', compareLines(was.benefits, is.benefits)),
    section('content', '政策正文', compareLines(clauses(before?.content ?? ''), clauses(after.content))),
  ]
}

export const head = (v: Pick<Side, 'number' | 'effective_from' | 'effective_to' | 'note' | 'created_at'>) => ({
  number: v.number,
  effectiveFrom: v.effective_from,
  effectiveTo: v.effective_to,
  note: v.note,
  createTime: v.created_at,
})

/** When only one side has stored facts, they are left out: all would seem new. */
const basics = (side: Side | null, other: Side): string[] =>
  side
    ? [
        `标题：${side.title}`,
        `摘要：${side.summary}`,
        ...(side.period ? [`受理时间：${side.period}`] : []),
        ...(other.facts ? (side.facts ?? []) : []),
      ]
    : []

/** Splits a text into clauses: each paragraph, heading, list item and table row is one. */
const clauses = (html: string): string[] =>
  htmlToText(html)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
