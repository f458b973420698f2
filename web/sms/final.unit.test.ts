import { expect, it } from 'vitest'
import { smsSendCodes } from '../../contract/sms/states.ts'
import { becomesFinal, rereadAfter } from './final.ts'

const { draft, review, planned, running, partly, done, aborted } = smsSendCodes.code
const now = Date.parse('2026-03-10T02:00:00Z')
const send = (state: number, unknownNum = 0, startTime = '2026-03-10T02:00:00Z') => ({ state, unknownNum, dryRun: { startTime } })

it('a send is read again while it changes by itself, and sooner while it is being sent', () => {
  expect(rereadAfter(send(running), now)).toBe(3000)
  expect(rereadAfter(send(planned), now)).toBe(3000)
  expect(rereadAfter(send(planned, 0, '2026-03-12T02:00:00Z'), now)).toBe(15_000)
  expect(rereadAfter(send(partly, 2), now)).toBe(15_000)
  for (const state of [draft, review, partly, done, aborted]) expect(rereadAfter(send(state), now), String(state)).toBe(false)
})

it('a partly failed send becomes final with its last unknown result', () => {
  expect([send(partly, 1), send(partly), send(running), send(done)].map(becomesFinal)).toEqual([true, false, true, false])
})
