import type { Option } from './options.ts'

type Value = Option['value']
/** The chosen value of each level, from the top down to the deepest choice. */
export type Path = readonly Value[]

export const sameValue = (a: unknown, b: unknown): boolean => String(a) === String(b)

/** A new choice at a level clears everything below (S229); null also clears the level itself (S230). */
export const chooseAt = (path: Path, level: number, value: Value | null | undefined): Path =>
  value === null || value === undefined ? path.slice(0, level) : [...path.slice(0, level), value]

/** The path from the root to a value; null when the tree does not contain it. */
export function pathTo(tree: readonly Option[], value: unknown): Value[] | null {
  for (const node of tree) {
    if (sameValue(node.value, value)) return [node.value]
    const below = pathTo(node.children ?? [], value)
    if (below) return [node.value, ...below]
  }
  return null
}

/** The options below the end of a path: the roots for an empty path, none when the path leaves the tree. */
export function childrenAt(tree: readonly Option[], path: Path): readonly Option[] {
  let below = tree
  for (const value of path) below = below.find((o) => sameValue(o.value, value))?.children ?? []
  return below
}

/** Descends while there is only one option, such as the one city in a county's region tree. */
export function onlyWay(tree: readonly Option[]): Value[] {
  const [one, ...others] = tree
  return one && others.length === 0 && one.children?.length ? [one.value, ...onlyWay(one.children)] : []
}

/** A level of the control: its options, and whether they are still loading. */
export interface Level {
  options: readonly Option[]
  loading: boolean
  failed: boolean
  retry: () => void
}

/** Number of shown levels: the first, and each level below a choice that has, loads or failed to load children; at most `most`. */
export function shownLevels(path: Path, levels: readonly Pick<Level, 'options' | 'loading' | 'failed'>[], most: number): number {
  let shown = 1
  while (shown < most && shown <= path.length) {
    const level = levels[shown]
    if (!level || (level.options.length === 0 && !level.loading && !level.failed)) break
    shown++
  }
  return shown
}
