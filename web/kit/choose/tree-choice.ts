import { fill, messages } from '../../../contract/messages.ts'
import type { Option } from './options.ts'

export type TreeRule = 'any' | 'noRoot' | 'leaf'

/**
 * Why a node of a tree cannot be chosen (spec §5, V031, V032), or null. `noRoot` refuses roots, `leaf` refuses nodes with children; a node
 * with an empty list of children is a leaf.
 */
export function refuseNode(tree: readonly Option[], value: string | number, rule: TreeRule): string | null {
  const root = tree.find((o) => o.value === value)
  if (rule === 'noRoot' && root) return fill(messages.treeRootRefused, { label: root.label })
  const node = findNode(tree, value)
  return rule === 'leaf' && (node?.children?.length ?? 0) > 0 ? messages.treeLeafOnly : null
}

export function findNode(tree: readonly Option[], value: string | number): Option | undefined {
  for (const node of tree) {
    const found = node.value === value ? node : findNode(node.children ?? [], value)
    if (found) return found
  }
  return undefined
}
