import { typedCondition } from '../../contract/rule/typed.ts'
import type { Explanation } from '../../contract/matching.ts'
import type { RuleNode } from '../../contract/policy.ts'
import { today } from '../kernel/clock.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { authorizedFactsOf, provenanceOf } from '../company/index.ts'
import { engine } from './catalogue.ts'
import { jsonbPorts, present } from './engine/index.ts'
import { describe } from './judge-company.ts'
import { authorizedPage } from './queries.ts'
import { freshCounts, sightSql } from './reverse.ts'

/** Saved conditions over companies: smart tags, invitations. Check a condition with `conditionFaults` before it is used. */

/** Every reason why a condition cannot be saved, including that it can never hold; paths begin with `root`. */
export const conditionFaults = (node: unknown, root: string): { path: string; message: string }[] => engine.validateCondition(node, root)
export const conditionInWords = (node: RuleNode): string => engine.ruleInWords(typedCondition(node))

/**
 * The condition as SQL over `m.facts` of company_match_row: true, false or NULL; the values of $1, $2, … are pushed to `params`. Before,
 * update the rows with `settleMatchRows`, and join company_facts with `authorized` (P-01).
 */
export const conditionSql = (node: RuleNode, params: unknown[]): string => engine.toSql(typedCondition(node), jsonbPorts('m.facts', params))

/** How many visible, consenting companies meet a condition or might meet it, and the first of them. */
export async function conditionCounts(k: Kernel, actor: Actor, node: RuleNode, sample: number) {
  const params: unknown[] = []
  const condition = conditionSql(node, params)
  const sight = sightSql(k, actor, params)
  const counts = await freshCounts(k, condition, params, sight)
  const rows = await authorizedPage(k.pool, condition, params, sight, { state: 'match', page: 1, pageSize: sample })
  return { ...counts, list: rows.map((row) => ({ id: row.id, companyName: row.name, street: row.street_name })) }
}

/** The result of a condition for one company today, part by part with sources; null without the company's consent. */
export async function explainCondition(k: Kernel, node: RuleNode, title: string, companyId: number): Promise<Explanation | null> {
  const facts = await authorizedFactsOf(k.db, companyId)
  if (!facts) return null
  const rule = engine.compilePolicy({ id: 'condition', title, conditions: typedCondition(node), benefits: [] })
  const judged = present(engine.judge(rule, facts, { applyDate: today(k.clock) }))
  return describe(
    {
      id: 0,
      code: 'condition',
      title,
      issuer: '',
      level: '',
      place: null,
      supportModes: [],
      sample: false,
      maxAmount: null,
      benefits: [],
      window: {},
    },
    judged,
    await provenanceOf(k.db, companyId),
  ).conditions
}

/** Which of the conditions a consenting company meets today; null without consent. */
export async function metConditions(k: Kernel, nodes: readonly RuleNode[], companyId: number): Promise<boolean[] | null> {
  const facts = await authorizedFactsOf(k.db, companyId)
  if (!facts) return null
  const company = engine.facts(facts, today(k.clock))
  return nodes.map((node) => engine.compileCondition(typedCondition(node))(company) === 1)
}
