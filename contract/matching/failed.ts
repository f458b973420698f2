import type { Explanation } from './judgement.ts'

/** What is not met: one sentence per direct part of the rule, the same parts as `failedTop`, generated from the rule. */
export const failedSentences = (root: Explanation): string[] =>
  (root.kind === 'all' ? (root.children ?? []) : [root]).filter(({ result }) => result === 'false').map(sentenceOf)

/** A condition and its parts in one sentence. */
export function sentenceOf(node: Explanation): string {
  const parts = node.children ?? []
  if (node.kind === 'leaf' || parts.length === 0) return node.sentence
  if (node.kind === 'not') return `须不满足“${sentenceOf(parts[0]!)}”`
  const said = parts.map((part) =>
    part.children && part.kind !== 'not' && part.children.length > 1 ? `（${sentenceOf(part)}）` : sentenceOf(part),
  )
  return said.join(node.kind === 'any' ? '，或' : '，且')
}
