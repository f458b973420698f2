import type { PolicyRule, SaidRule } from '../../contract/policy/market.ts'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { checkerOf } from './rule-check.ts'

type Reader = 'public' | 'staff'
type Benefits = readonly { kind: string; ref?: unknown; items?: unknown }[]

/** The rule with the sentences that are made from it, for a page to show. */
export async function saidRule(k: Kernel, rule: PolicyRule, reader: Reader): Promise<SaidRule> {
  const titles = await referredTitles(k.db, [rule], reader)
  return checkerOf(k).said(rule, (code) => titles.get(code))
}

const refsOf = (benefits: Benefits): string[] =>
  benefits.flatMap(({ kind, ref, items }) =>
    kind === 'ref' && typeof ref === 'string' ? [ref] : Array.isArray(items) ? refsOf(items as Benefits) : [],
  )

/** Titles of the policies that benefits refer to, by code; the public learns of none that is not on the shelf. */
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
