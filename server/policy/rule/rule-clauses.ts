import { clausesOf } from '../../../contract/policy/clauses.ts'
import type { PolicyRule, RuleNode } from '../../../contract/policy/market.ts'
import { invalid } from '../../kernel/errors.ts'

/** Refuses conditions that refer to a clause which the text does not have, each with its place. */
export function refuseUnknownClauses(rule: PolicyRule, content: string): void {
  const known = new Set(clausesOf(content).map((c) => c.name))
  const faults = (node: RuleNode, path: string): { path: string; message: string }[] => [
    ...(node.clause && !known.has(node.clause) ? [{ path: `${path}.clause`, message: `正文中没有“${node.clause}”` }] : []),
    ...(node.all ?? []).flatMap((child, i) => faults(child, `${path}.all[${i}]`)),
    ...(node.any ?? []).flatMap((child, i) => faults(child, `${path}.any[${i}]`)),
    ...(node.of ?? []).flatMap((child, i) => faults(child, `${path}.of[${i}]`)),
    ...(node.not ? faults(node.not, `${path}.not`) : []),
  ]
  const found = faults(rule.conditions, 'rule.conditions')
  if (found.length > 0) throw invalid(found)
}
