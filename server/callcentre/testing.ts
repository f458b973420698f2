import type { CallEventBody } from '../../contract/callcentre/desk.ts'
import type { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { signed } from './door.ts'

/** Sends what a telephone system would send, with a correct signature unless other headers are given. */
export function telephone(t: TestApp) {
  let n = 0
  return (event: Partial<Record<keyof CallEventBody, unknown>>, headers?: Readonly<Record<string, string>>) => {
    n += 1
    // Spaces distinguish two equal events within a second, because a repeated signature is refused.
    const body = `${JSON.stringify({ direction: 'in', phone: '13812345678', at: t.kernel.clock.now().toISOString(), ...event })}${' '.repeat(n)}`
    return t.as(null).send({
      method: 'POST',
      url: '/call/event',
      headers: { 'content-type': 'application/json', ...(headers ?? signed(t.kernel, body)) },
      payload: body,
    })
  }
}

/** An app without earlier calls, in which agent1 is ready at extension 801, and its telephone system. */
export async function readyDesk(clock: ReturnType<typeof movableClock>) {
  const t = await testApp({ clock })
  await t.kernel.db.deleteFrom('call_record').execute()
  await t.as('agent1').post('/call/agent/state', { state: 1, extension: '801' })
  return { t, send: telephone(t) }
}
