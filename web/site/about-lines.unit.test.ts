import { expect, test } from 'vitest'
import { placesIn, type Line } from './about-lines.ts'

test('a rewritten line is one place; lines that were only added or removed count each', () => {
  const lines = (marks: string): Line[] =>
    [...marks].map((mark) => ({ text: mark, mark: mark === '+' ? 'added' : mark === '-' ? 'removed' : 'same' }))
  for (const [marks, places] of [
    ['', 0],
    ['===', 0],
    ['=-+=', 1],
    ['--++', 2],
    ['-+=-+', 2],
    ['=++', 2],
    ['-=+', 2],
    ['--+', 2],
  ] as const)
    expect(placesIn(lines(marks)), marks).toBe(places)
})
