import { expect, it } from 'vitest'
import { besideOf } from './calendar-place.ts'

const low = { width: 1440, height: 600 }
const at = (left: number, top: number, width = 240) => ({ left, right: left + width, top, bottom: top + 32 })

it('a calendar stands beside a field in the middle of a low screen, on the side with room', () => {
  expect(besideOf(at(400, 300), low, 'hour')).toBe(644)
  expect(besideOf(at(1100, 300), low, 'day')).toBe(796)
})

it('stands below or above where it has room there, on a high screen, on a phone, and where no side has room', () => {
  expect(besideOf(at(400, 100), low, 'hour')).toBeNull()
  expect(besideOf(at(400, 500), low, 'hour')).toBeNull()
  expect(besideOf(at(400, 300), { width: 1440, height: 900 }, 'hour')).toBeNull()
  expect(besideOf(at(20, 300), { width: 375, height: 667 }, 'day')).toBeNull()
  expect(besideOf(at(200, 300, 900), { width: 1300, height: 600 }, 'hour')).toBeNull()
})
