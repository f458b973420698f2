import type { RuleNode } from '../../contract/policy.ts'

export type GroupKind = 'all' | 'any' | 'not' | 'atLeast'
export const kindOf = (node: RuleNode): GroupKind | 'leaf' =>
  node.all ? 'all' : node.any ? 'any' : node.not ? 'not' : node.of ? 'atLeast' : 'leaf'
export const childrenOf = (node: RuleNode): RuleNode[] => node.all ?? node.any ?? node.of ?? (node.not ? [node.not] : [])
export const newLeaf = (): RuleNode => ({ field: '', op: 'gte', label: '' })

const bare = ({ all: _a, any: _b, not: _c, of: _d, atLeast: _e, ...rest }: RuleNode): RuleNode => rest
/** The same group with other members. An empty 不得有 becomes an empty 全部满足, because `not` needs a member. */
export function withChildren(node: RuleNode, children: RuleNode[]): RuleNode {
  const kind = kindOf(node)
  if (kind === 'not') return children[0] ? { ...bare(node), not: children[0] } : { ...bare(node), all: [] }
  if (kind === 'atLeast') return { ...bare(node), atLeast: node.atLeast ?? 1, of: children }
  return { ...bare(node), [kind === 'any' ? 'any' : 'all']: children }
}
/** The same members in another kind of group; several members of a 不得有 are wrapped in 满足任一. */
export function withKind(node: RuleNode, kind: GroupKind): RuleNode {
  const old = kindOf(node)
  const members = childrenOf(node)
  const inner = old === 'not' && members[0]?.any && !members[0].label ? members[0].any : members
  if (kind === 'atLeast') return { ...bare(node), atLeast: Math.max(1, Math.min(2, inner.length)), of: inner }
  if (kind !== 'not') return { ...bare(node), [kind]: inner }
  return { ...bare(node), not: inner.length === 1 ? inner[0]! : { any: inner.length ? inner : [newLeaf()] } }
}
