import { beforeAll, describe, expect, it } from 'vitest'
import { secondFactor, secondStep, type SecondStep } from '../../../contract/second-factor.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { logIn } from '../../kernel/testing/people.ts'
import { codeAt } from './totp.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const ticketOf = async (who: string) =>
  ((await logIn(t.http, who, 'Qifu@2026', 't3st')).body as unknown as { data: SecondStep }).data.ticket
const second = async (ticket: string, code: string) =>
  (
    await t.http.inject({
      method: 'POST',
      url: secondStep.loginSecond.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ticket, code }).toString(),
    })
  ).json<{ success: boolean }>()

/**
 * These tests failed with `useCode` reading last_step instead of raising it in the same statement, and without the ticket check in its
 * update.
 */
describe('a code is used once', () => {
  it('several tickets with one code in parallel give one log-in', async () => {
    const { secret } = (await t.as('dept1').post(secondFactor.begin.path, {})).body.data
    await t.as('dept1').post(secondFactor.enable.path, { code: codeAt(secret, clock.now()) })
    clock.advance(30_000)
    const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketOf('dept1')))
    const code = codeAt(secret, clock.now())
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, code)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  it('one ticket with four recovery codes in parallel opens one session and uses up one code', async () => {
    const { secret } = (await t.as('dept2').post(secondFactor.begin.path, {})).body.data
    const { codes } = (await t.as('dept2').post(secondFactor.enable.path, { code: codeAt(secret, clock.now()) })).body.data
    const ticket = await ticketOf('dept2')
    const answers = await Promise.all(codes.slice(0, 4).map((code: string) => second(ticket, code)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const { used } = await t.kernel.db
      .selectFrom('recovery_code')
      .where('used_at', 'is not', null)
      .select((e) => e.fn.countAll<number>().as('used'))
      .executeTakeFirstOrThrow()
    expect(used).toBe(1)
  })
})
