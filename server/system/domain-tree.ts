import type { DomainNode } from '../../contract/domain-tree.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dictionaries } from './dictionary.ts'

/**
 * The enabled nodes of a dictionary as a tree, or the nodes below `id`. Nodes below a disabled node are left out. Throws NOT_FOUND for an
 * unknown tree or node.
 */
export async function domainTreeOf(k: Kernel, type: string, id?: string): Promise<DomainNode[]> {
  const items = (await dictionaries(k, [type]))[type]
  if (!items || (id !== undefined && !items.some((i) => i.value === id))) throw notFound('没有这个分类')
  const below = Map.groupBy(items, (i) => i.parent ?? null)
  const from = (parent: string | null): DomainNode[] =>
    (below.get(parent) ?? []).map(({ value, label }) => ({
      id: value,
      name: label,
      code: value,
      ...(below.has(value) ? { children: from(value) } : {}),
    }))
  return from(id ?? null)
}

/** One level of the tree: the roots, or the children of `id` (empty for a leaf). */
export const domainChildrenOf = async (k: Kernel, type: string, id?: string) =>
  (await domainTreeOf(k, type, id)).map(({ children, ...node }) => ({ ...node, leaf: children === undefined }))
