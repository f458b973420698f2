import { expect, test } from 'vitest'
import { listStanding, mine, nextStep } from './words.ts'

const announced = { state: 'announced' as const, publicTo: '2026-03-10', openObjections: 0 }

test('a list is public on its last day and not on the day after, even when nobody has closed it', () => {
  expect(listStanding(announced, '2026-03-10').name).toBe('公示中')
  expect(listStanding(announced, '2026-03-11').name).toBe('公示期满')
  expect(nextStep(announced, '2026-03-11')).toBe('公示已于 2026-03-10 期满，可以结束公示。')
})

test('after the period the other states keep their name', () => {
  expect(listStanding({ state: 'closed', publicTo: '2026-03-10' }, '2026-03-11').name).toBe('公示结束')
  expect(listStanding({ state: 'draft', publicTo: null }, '2026-03-11').name).toBe('草稿')
})

test('a company that has accepted is not told to wait for a past date', () => {
  expect(mine({ state: 'consented', listState: 'announced', publicTo: '2020-01-01' }).next).toBe('公示期已满，等待移交拨付。')
  expect(mine({ state: 'consented', listState: 'announced', publicTo: '2999-01-01' }).next).toBe('公示至 2999-01-01，期满后移交拨付。')
})
