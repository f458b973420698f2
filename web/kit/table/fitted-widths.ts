/**
 * Widths of the columns that scroll under pinned ones. When not all fit, the visible ones fill the room exactly, so that the pinned actions
 * begin where a column ends and never cover half of one. `room`: the width between the pinned columns; null while unknown.
 */
export function fittedWidths(widths: readonly number[], room: number | null): number[] {
  const all = widths.reduce((sum, w) => sum + w, 0)
  if (room === null || room <= 0 || all <= room) return [...widths]
  let count = 0
  let taken = 0
  while (count < widths.length && taken + widths[count]! <= room) taken += widths[count++]!
  if (count === 0) return [...widths]
  const spare = room - taken
  return widths.map((w, i) => (i < count ? Math.floor(w + (spare * w) / taken) : w))
}

/** Width for the actions of a row, from the length of their labels. A Chinese character is about as wide as the font size. */
export function actionsWidth(rows: readonly (readonly string[])[], type: number): number {
  const gap = 12
  const widest = Math.max(0, ...rows.map((labels) => labels.reduce((sum, label) => sum + [...label].length * (type + 0.5) + gap, 0)))
  return Math.ceil(Math.max(3 * type, widest) + 32)
}
