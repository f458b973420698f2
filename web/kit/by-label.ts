/** Counts by label. Enterprises see one label for two review states, so these are added up; the list of a sum is filtered by `group`, any of its states. */
export function byLabel(
  counts: readonly { state: number; label: string; count: number }[],
): { by: 'state' | 'group'; state: number; label: string; count: number }[] {
  return [...new Set(counts.map((c) => c.label))].map((label) => {
    const same = counts.filter((c) => c.label === label)
    return { label, count: same.reduce((n, c) => n + c.count, 0), by: same.length === 1 ? 'state' : 'group', state: same[0]!.state }
  })
}
