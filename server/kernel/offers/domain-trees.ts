import type { DomainNode } from '../../../contract/domain-tree.ts'
import type { Kernel } from '../kernel.ts'
import { namedPerKernel } from '../per-kernel.ts'

type Tree = () => Promise<DomainNode[]>
const offers = namedPerKernel<Tree>('tree of')

/** A domain that keeps the values of a dictionary in a table of its own answers for their tree: the dictionary is then a draft only. */
export const offersTree = (k: Kernel, type: string, tree: Tree): void => offers.add(k, type, tree)
export const treeOffer = (k: Kernel, type: string): Tree | undefined => offers.find(k, type)
