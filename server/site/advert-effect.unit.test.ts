import { expect, it } from 'vitest'
import { effectOfPublishing, type Slot } from './advert-effect.ts'

const slot = (id: number, more: Partial<Slot> = {}): Slot => ({
  id,
  title: `位${id}`,
  sort: id,
  state: 1,
  from_date: null,
  to_date: null,
  ...more,
})
const today = '2026-12-01'

it('with four shown, one published before them leaves the fourth out, one behind them is itself not shown', () => {
  const four = [1, 2, 3, 4].map((id) => slot(id))
  const first = slot(9, { sort: 0, state: 0 })
  expect(effectOfPublishing([...four, first], first, today)).toEqual({ notShown: false, displaces: '位4' })
  const last = slot(9, { state: 0 })
  expect(effectOfPublishing([...four, last], last, today)).toEqual({ notShown: true, displaces: null })
  const fifth = slot(5)
  expect(effectOfPublishing([...four, fifth], fifth, today)).toEqual({ notShown: true, displaces: null })
  expect(effectOfPublishing([...four, fifth], four[0]!, today)).toEqual({ notShown: false, displaces: null })
})

it('counts only the slots of its first day, and none for one whose days are over', () => {
  const ends = slot(4, { to_date: '2026-12-10' })
  const others = [slot(1), slot(2), slot(3), ends]
  const later = slot(9, { sort: 0, state: 0, from_date: '2026-12-20' })
  expect(effectOfPublishing([...others, later], later, today)).toEqual({ notShown: false, displaces: null })
  const soon = slot(9, { sort: 0, state: 0, from_date: '2026-12-05' })
  expect(effectOfPublishing([...others, soon], soon, today)).toEqual({ notShown: false, displaces: '位4' })
  const over = slot(9, { sort: 0, state: 0, to_date: '2026-11-30' })
  expect(effectOfPublishing([...others, over], over, today)).toEqual({ notShown: false, displaces: null })
})
