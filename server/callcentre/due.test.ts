import { expect, it } from 'vitest'
import { testApp } from '../kernel/testing/harness.ts'
import { callbackDue } from './due.ts'

it('K063: a missed call is called back within half an hour of working time, else on the next working morning', async () => {
  const { kernel } = await testApp()
  const due = async (from: string) => (await callbackDue(kernel.db, new Date(`${from}+08:00`))).toISOString()
  const at = (time: string) => new Date(`${time}+08:00`).toISOString()
  // Wednesday 11 March 2026
  expect(await due('2026-03-11T07:50:00')).toBe(at('2026-03-11T09:00:00'))
  expect(await due('2026-03-11T16:20:00')).toBe(at('2026-03-11T16:50:00'))
  expect(await due('2026-03-11T16:31:00')).toBe(at('2026-03-12T09:00:00'))
  // Friday evening, Saturday
  expect(await due('2026-03-13T18:00:00')).toBe(at('2026-03-16T09:00:00'))
  expect(await due('2026-03-14T10:00:00')).toBe(at('2026-03-16T09:00:00'))
})
