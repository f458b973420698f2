import type { Option } from './options.ts'

type Value = Option['value']
/** What is chosen at each level, from the top; as long as the deepest choice. */
export type Path = readonly Value[]

export const sameValue = (a: unknown, b: unknown): boolean => String(a) === String(b)

/** Another choice at a level drops everything below it (S229); null clears the level too (S230). */
export const chooseAt = (path: Path, level: number, value: Value | null | undefined): Path =>
  value === null || value === undefined ? path.slice(0, level) : [...path.slice(0, level), value]

/** From the root to a value of a tree; null when the tree does not hold it. */
export function pathTo(tree: readonly Option[], value: unknown): Value[] | null {
  for (const node of tree) {
    if (sameValue(node.value, value)) return [node.value]
    const below = pathTo(node.children ?? [], value)
    if (below) return [node.value, ...below]
  }
  return null
}

/** What stands below the end of a path: the roots for an empty one, nothing where the path leaves the tree. */
export function childrenAt(tree: readonly Option[], path: Path): readonly Option[] {
  let below = tree
  for (const value of path) below = below.find((o) => sameValue(o.value, value))?.children ?? []
  return below
}

/** Goes down as long as there is nothing to choose between: the one city of a county's region tree. */
export function onlyWay(tree: readonly Option[]): Value[] {
  const [one, ...others] = tree
  return one && others.length === 0 && one.children?.length ? [one.value, ...onlyWay(one.children)] : []
}

/** A level of the control: what can be chosen, and whether it is still on its way. */
export interface Level {
  options: readonly Option[]
  loading: boolean
  failed: boolean
  retry: () => void
}

/** How many levels show: the first, and each below a choice that has, awaits or failed to get children; never more than `most`. */
export function shownLevels(path: Path, levels: readonly Pick<Level, 'options' | 'loading' | 'failed'>[], most: number): number {
  let shown = 1
  while (shown < most && shown <= path.length) {
    const level = levels[shown]
    if (!level || (level.options.length === 0 && !level.loading && !level.failed)) break
    shown++
  }
  return shown
}
