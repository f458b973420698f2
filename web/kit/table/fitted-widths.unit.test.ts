import { describe, expect, it } from 'vitest'
import { actionsWidth, fittedWidths } from './fitted-widths.ts'

describe('columns beside pinned actions', () => {
  it('keep their widths while there is enough space, or while the space is unknown', () => {
    expect(fittedWidths([100, 200], 400)).toEqual([100, 200])
    expect(fittedWidths([100, 200], null)).toEqual([100, 200])
  })
  it('end exactly where the actions begin, so that none is partly covered', () => {
    const widths = fittedWidths([240, 240, 90, 130, 180, 160, 110], 948)
    const ends = widths.map((_, i) => widths.slice(0, i + 1).reduce((sum, w) => sum + w, 0))
    expect(ends.some((end) => end <= 948 && end > 942)).toBe(true)
    expect(widths.slice(5)).toEqual([160, 110])
    expect(widths.every((w, i) => w >= [240, 240, 90, 130, 180, 160, 110][i]!)).toBe(true)
  })
  it('a single column wider than the space is unchanged', () => {
    expect(fittedWidths([500, 100], 300)).toEqual([500, 100])
  })
  it('the actions column is as wide as its labels, and at least as its title', () => {
    expect(actionsWidth([], 14)).toBe(74)
    expect(actionsWidth([['查看'], ['修订', '下架', '更多']], 14)).toBeGreaterThan(actionsWidth([['查看']], 14))
  })
})
