export type Density = 'loose' | 'middle' | 'compact'
export const densities: readonly { value: Density; label: string }[] = [
  { value: 'loose', label: '宽松' },
  { value: 'middle', label: '中等' },
  { value: 'compact', label: '紧凑' },
]

/**
 * A person's changes, stored apart from the shipped defaults: columns of a later version appear with their own default, and Reset drops the
 * changes (ux.md §5 no. 1).
 */
export interface ColumnDelta {
  order?: readonly string[]
  hidden?: readonly string[]
  shown?: readonly string[]
  /** fixed at the left when the table scrolls */
  pinned?: readonly string[]
  /** in pixels */
  widths?: Readonly<Record<string, number>>
  density?: Density
  views?: readonly SavedView[]
}
/** Saved filters of a list, with a name. */
export interface SavedView {
  name: string
  filters: Readonly<Record<string, string>>
  sort: string | null
}
export interface ColumnDefault {
  key: string
  hidden?: boolean
}

export interface Arranged {
  visible: boolean
  pinned: boolean
  width?: number
}

/**
 * Columns in the person's order, visibility and width, pinned ones first. A column that the settings do not know follows its shipped left
 * neighbour.
 */
export function arrange<C extends ColumnDefault>(columns: readonly C[], delta: ColumnDelta): (C & Arranged)[] {
  const named = (delta.order ?? []).filter((key) => columns.some((c) => c.key === key))
  const keys: string[] = [...named]
  for (const [i, c] of columns.entries()) {
    if (keys.includes(c.key)) continue
    const left = columns[i - 1]
    keys.splice(left && keys.includes(left.key) ? keys.indexOf(left.key) + 1 : named.length === 0 ? keys.length : 0, 0, c.key)
  }
  const arranged = keys.flatMap((key): (C & Arranged)[] => {
    const c = columns.find((column) => column.key === key)
    if (!c) return []
    const visible = c.hidden ? (delta.shown ?? []).includes(key) : !(delta.hidden ?? []).includes(key)
    const width = delta.widths?.[key]
    return [{ ...c, visible, pinned: delta.pinned?.includes(key) ?? false, ...(width === undefined ? {} : { width }) }]
  })
  return [...arranged.filter((c) => c.pinned), ...arranged.filter((c) => !c.pinned)]
}

/** Pins or unpins one column. */
export const pinned = (delta: ColumnDelta, key: string, yes: boolean): ColumnDelta => ({
  ...delta,
  pinned: [...(delta.pinned ?? []).filter((k) => k !== key), ...(yes ? [key] : [])],
})

/** Limits of column widths. */
export const WIDTHS = { least: 60, most: 800, step: 20 } as const
export const widened = (delta: ColumnDelta, key: string, width: number): ColumnDelta => ({
  ...delta,
  widths: { ...delta.widths, [key]: Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, width))) },
})

/** Moves one column by `step` places (−1 up, +1 down). */
export function moved(columns: readonly ColumnDefault[], delta: ColumnDelta, key: string, step: number): ColumnDelta {
  const order = arrange(columns, delta).map((c) => c.key)
  const at = order.indexOf(key)
  const to = at + step
  if (at < 0 || to < 0 || to >= order.length) return delta
  order.splice(to, 0, ...order.splice(at, 1))
  return { ...delta, order }
}

/** Shows or hides one column; the last visible one stays. */
export function toggled(columns: readonly ColumnDefault[], delta: ColumnDelta, key: string, visible: boolean): ColumnDelta {
  const now = arrange(columns, delta)
  if (!visible && now.filter((c) => c.visible).length <= 1) return delta
  const without = (list: readonly string[] | undefined) => (list ?? []).filter((k) => k !== key)
  const shippedHidden = columns.find((c) => c.key === key)?.hidden === true
  return {
    ...delta,
    hidden: !visible && !shippedHidden ? [...without(delta.hidden), key] : without(delta.hidden),
    shown: visible && shippedHidden ? [...without(delta.shown), key] : without(delta.shown),
  }
}

export const isChanged = (delta: ColumnDelta): boolean =>
  delta.order !== undefined
  || (delta.hidden?.length ?? 0) > 0
  || (delta.shown?.length ?? 0) > 0
  || (delta.pinned?.length ?? 0) > 0
  || Object.keys(delta.widths ?? {}).length > 0
  || (delta.density !== undefined && delta.density !== 'middle')
  || (delta.views?.length ?? 0) > 0
