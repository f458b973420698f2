import type { CallEventBody } from '../../contract/callcentre/desk.ts'
import type { TestApp } from '../kernel/testing/harness.ts'
import { signed } from './door.ts'

/** What a telephone system sends; signed rightly unless other headers are given. */
export function telephone(t: TestApp) {
  let n = 0
  return (event: Partial<Record<keyof CallEventBody, unknown>>, headers?: Readonly<Record<string, string>>) => {
    n += 1
    // White space tells two equal events of one second apart; the door refuses the same signature twice.
    const body = `${JSON.stringify({ direction: 'in', phone: '13812345678', at: t.kernel.clock.now().toISOString(), ...event })}${' '.repeat(n)}`
    return t.as(null).send({
      method: 'POST',
      url: '/call/event',
      headers: { 'content-type': 'application/json', ...(headers ?? signed(t.kernel, body)) },
      payload: body,
    })
  }
}
