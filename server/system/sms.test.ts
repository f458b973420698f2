import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealPii } from '../kernel/access/pii.ts'
import { send } from '../kernel/jobs/outbox.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { SMS } from './sms.ts'

const servers: Server[] = []
const listening = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
}
afterAll(() => servers.forEach((server) => server.close()))

const STATUSES = [301, 302, 303, 307, 308]
let t: TestApp
let asked = 0
let elsewhere = 0
beforeAll(async () => {
  const other = await listening((_request, response) => {
    elsewhere += 1
    response.end()
  })
  const gateway = await listening((request, response) => {
    request.resume()
    response.writeHead(STATUSES[asked++ % STATUSES.length]!, { location: other }).end()
  })
  t = await testApp({ env: { SMS_GATEWAY: gateway, SMS_TOKEN: 'gateway-token' } })
})

it('a gateway that redirects did not send the message, and the number goes nowhere else (I-07)', async () => {
  const { id } = await t.kernel.db
    .updateTable('sys_user')
    .set({ mobile: sealPii(t.kernel, '13900002222') })
    .where('user_name', '=', 'qy1')
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const status of STATUSES) await send(t.kernel.db, SMS, `redirect-${status}`, { userId: id, text: '已受理' })
  const rows = () => t.kernel.db.selectFrom('outbox').selectAll().where('kind', '=', SMS).execute()
  await eventually(async () => expect((await rows()).map((row) => row.last_error !== null)).toEqual(STATUSES.map(() => true)))
  for (const { state, last_error } of await rows()) {
    expect(state).not.toBe('done')
    expect(last_error).toBe('TypeError: fetch failed')
  }
  expect(asked).toBeGreaterThanOrEqual(STATUSES.length)
  expect(elsewhere).toBe(0)
})
