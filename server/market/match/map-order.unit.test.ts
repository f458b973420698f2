import { expect, it } from 'vitest'
import { BLOCK } from './bits.ts'
import { MapOrder } from './map-order.ts'

let state = 971
function roll(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

it('items in any order come once each, neighbours after each other, so that a part of the map has few blocks; last those without a place', () => {
  const [unplaced, blocks] = [100, 16]
  const items = Array.from({ length: blocks * BLOCK + unplaced }, (_, id) =>
    id < unplaced ? { id, lng: null, lat: null } : { id, lng: 119.95 + roll(40_000) / 1e5, lat: 28.95 + roll(35_000) / 1e5 },
  )
  const order = new MapOrder<(typeof items)[number]>()
  for (const item of items) order.add(item)
  const all = [...order.all()]
  expect(all.length).toBe(items.length)
  expect(new Set(all).size).toBe(items.length)
  const placed = all.filter(({ lng }) => lng !== null)
  expect(all.slice(0, placed.length)).toEqual(placed)
  // Sixteen blocks of items in any order are each as large as the map; of these each covers little more than a sixteenth.
  let covered = 0
  for (let from = 0; from + BLOCK <= placed.length; from += BLOCK) {
    const block = placed.slice(from, from + BLOCK)
    const span = (of: (item: (typeof items)[number]) => number) => Math.max(...block.map(of)) - Math.min(...block.map(of))
    covered += span(({ lng }) => lng!) * span(({ lat }) => lat!)
  }
  expect(covered).toBeLessThan(3 * 0.4 * 0.35)
})
