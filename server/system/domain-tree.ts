import type { DomainNode } from '../../contract/domain-tree.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { treeOffer } from '../kernel/offers/domain-trees.ts'
import { dictionaries } from './dictionary.ts'

const unknown = () => notFound('没有这个分类')

/**
 * The enabled nodes of a dictionary as a tree, or the nodes below `id`. Nodes below a disabled node are left out. Types of appeals are not
 * read from the dictionary, which is only their first draft (ADR 1007). Throws NOT_FOUND for an unknown tree or node.
 */
export async function domainTreeOf(k: Kernel, type: string, id?: string): Promise<DomainNode[]> {
  const roots = await (treeOffer(k, type)?.() ?? treeOfDictionary(k, type))
  if (id === undefined) return roots
  const node = found(roots, id)
  if (!node) throw unknown()
  return node.children ?? []
}

async function treeOfDictionary(k: Kernel, type: string): Promise<DomainNode[]> {
  const items = (await dictionaries(k, [type]))[type]
  if (!items) throw unknown()
  const below = Map.groupBy(items, (i) => i.parent ?? null)
  const from = (parent: string | null): DomainNode[] =>
    (below.get(parent) ?? []).map(({ value, label }) => ({
      id: value,
      name: label,
      code: value,
      ...(below.has(value) ? { children: from(value) } : {}),
    }))
  return from(null)
}

function found(nodes: readonly DomainNode[], id: string): DomainNode | undefined {
  for (const node of nodes) {
    const here = node.id === id ? node : found(node.children ?? [], id)
    if (here) return here
  }
  return undefined
}

/** One level of the tree: the roots, or the children of `id` (empty for a leaf). */
export const domainChildrenOf = async (k: Kernel, type: string, id?: string) =>
  (await domainTreeOf(k, type, id)).map(({ children, ...node }) => ({ ...node, leaf: children === undefined }))
