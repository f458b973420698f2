import { DEFAULT_BIG_TYPE_TAB } from '../../../contract/constants.ts'
import { sameValue } from './cascade.ts'
import type { Option } from './options.ts'

/** The main type whose tab is open at first: that of the chosen subtype, else '10' (spec §9, compared as text), else the first. */
export function openBigType(tree: readonly Option[], chosen: unknown): Option | undefined {
  return (
    tree.find((big) => (big.children ?? []).some((small) => sameValue(small.value, chosen)))
    ?? tree.find((big) => sameValue(big.value, DEFAULT_BIG_TYPE_TAB))
    ?? tree[0]
  )
}

/** 大类 / 小类 in words; null when the tree does not contain the subtype. */
export function typeWords(tree: readonly Option[], chosen: unknown): string | null {
  for (const big of tree) {
    const small = (big.children ?? []).find((s) => sameValue(s.value, chosen))
    if (small) return `${big.label} / ${small.label}`
  }
  return null
}

/** The tab that an arrow key leads to: cyclic in both directions, Home and End to the ends; null for other keys. */
export function nextTab(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : null
}

/** The indent that marks a second level in a flat list of options. */
const INDENT = '　'

/** The two levels of a flat list with an indented second level; null when it has only one level. */
export function bigTypesOf(flat: readonly { value: string; label: string }[]): Option[] | null {
  const tree: Option[] = []
  for (const { value, label } of flat) {
    const last = tree.at(-1)
    if (!label.startsWith(INDENT) || !last) tree.push({ value, label, children: [] })
    else last.children!.push({ value, label: label.slice(INDENT.length) })
  }
  return tree.some((big) => big.children!.length > 0) ? tree : null
}
