import type { PolicyRule, RuleNode, SaidRule } from '../../../contract/policy/market.ts'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { checkerOf } from './rule-check.ts'

type Reader = 'public' | 'staff'
type Benefits = readonly { kind: string; ref?: unknown; items?: unknown }[]

/** The rule with the sentences generated from it, for display. */
export async function saidRule(k: Kernel, rule: PolicyRule, reader: Reader): Promise<SaidRule> {
  const titles = await referredTitles(k.db, [rule], reader)
  return checkerOf(k).said(rule, (code) => titles.get(code))
}

const refsOf = (benefits: Benefits): string[] =>
  benefits.flatMap(({ kind, ref, items }) =>
    kind === 'ref' && typeof ref === 'string' ? [ref] : Array.isArray(items) ? refsOf(items as Benefits) : [],
  )

/** Titles of the policies that benefits refer to, by code; for the public only published ones. */
export async function referredTitles(db: Db, rules: readonly PolicyRule[], reader: Reader): Promise<ReadonlyMap<string, string>> {
  const codes = rules.flatMap((rule) => refsOf(rule.benefits as Benefits))
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('policy')
    .select(['code', 'title'])
    .where('code', 'in', codes)
    .where('deleted', '=', false)
    .$if(reader === 'public', (q) => q.where('state', '=', POLICY_STATE.published))
    .execute()
  return new Map(rows.map((row) => [row.code, row.title]))
}

/** Conditions and benefits of the newest version of policies, by policy id, one sheet cell each. */
export async function saidCells(
  k: Kernel,
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { conditions: string; benefits: string }>> {
  const rows = await db
    .selectFrom('policy_version')
    .where('policy_id', 'in', [0, ...ids])
    .distinctOn('policy_id')
    .select(['policy_id', 'rule'])
    .orderBy('policy_id')
    .orderBy('number', 'desc')
    .execute()
  const titles = await referredTitles(
    db,
    rows.map((row) => row.rule),
    'staff',
  )
  return new Map(
    rows.map(({ policy_id, rule }) => {
      const { conditions, benefits, together } = checkerOf(k).said(rule, (code) => titles.get(code))
      const lines = [...benefits.map(({ name, sentence }) => `${name ?? '扶持'}：${sentence}`), ...together]
      return [policy_id, { conditions: linesOf(conditions).join('\n'), benefits: lines.join('\n') }]
    }),
  )
}

const linesOf = (node: RuleNode, depth = 0): string[] => [
  `${'　'.repeat(depth)}${node.sentence}`,
  ...(node.all ?? node.any ?? (node.not ? [node.not] : [])).flatMap((part) => linesOf(part, depth + 1)),
]
