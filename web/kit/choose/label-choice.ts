import type { Option } from './options.ts'

/** A group of labels in the selector: a label with children is a group's heading, one without is in 其他. */
export interface LabelGroup {
  name: string
  labels: Option[]
}

export function groupLabels(options: readonly Option[]): LabelGroup[] {
  const groups = options.filter((o) => o.children?.length).map((o) => ({ name: o.label, labels: o.children ?? [] }))
  const loose = options.filter((o) => !o.children?.length)
  return loose.length ? [...groups, { name: groups.length ? '其他' : '', labels: [...loose] }] : groups
}

/** Groups with a label that contains these words; a match of the group's name keeps all its labels. */
export function findLabels(groups: readonly LabelGroup[], words: string): LabelGroup[] {
  const asked = words.trim().toLowerCase()
  if (!asked) return [...groups]
  return groups
    .map((g) =>
      g.name.toLowerCase().includes(asked) ? g : { ...g, labels: g.labels.filter((l) => l.label.toLowerCase().includes(asked)) },
    )
    .filter((g) => g.labels.length > 0)
}

/** Selects or deselects one label; the order of selection is kept. '3' from an address and 3 from a server are the same label. */
export function toggleLabel(chosen: readonly Option['value'][], value: Option['value']): Option['value'][] {
  const same = (v: Option['value']) => String(v) === String(value)
  return chosen.some(same) ? chosen.filter((v) => !same(v)) : [...chosen, value]
}
