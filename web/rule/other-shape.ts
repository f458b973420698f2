const NOT_CHOSEN = '_'

/** “与另一项比较”: a field, optionally multiplied. */
export const otherOf = (value: unknown): { field: string; times: number } | null => {
  const found = typeof value === 'string' ? /^=([A-Za-z_]\w*)(?: \* ([\d.]+))?$/.exec(value) : null
  return found ? { field: found[1] === NOT_CHOSEN ? '' : found[1]!, times: found[2] === undefined ? 1 : Number(found[2]) } : null
}
export const otherInRule = ({ field, times }: { field: string; times: number }): string =>
  `=${field || NOT_CHOSEN}${times === 1 ? '' : ` * ${times}`}`
