import { monitorEventLoopDelay } from 'node:perf_hooks'
import { systemClock, today, type Clock } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { blindIndex, sealPii } from '../server/kernel/access/pii.ts'
import { dryRun } from '../server/sms/dry-run.ts'
import { handAll } from '../server/sms/handing.ts'
import { saveSend } from '../server/sms/sends.ts'
import { desk } from './desk.ts'
import { median, type Row } from './report.ts'

const ROUNDS = 3
const PIECE = 5000

/** Gives every company its own number, encrypted as in production. */
export async function fillNumbers(k: Kernel): Promise<void> {
  const { rows } = await k.pool.query<{ id: number }>('select id from company order by id')
  for (let at = 0; at < rows.length; at += PIECE) {
    const piece = rows.slice(at, at + PIECE).map(({ id }) => ({ id, phone: `139${String(id).padStart(8, '0')}` }))
    await k.pool.query(
      `update company c set contact_phone = v.sealed, contact_phone_index = v.found from unnest($1::bigint[], $2::text[], $3::text[]) v(id, sealed, found) where c.id = v.id`,
      [piece.map(({ id }) => id), piece.map(({ phone }) => sealPii(k, phone)), piece.map(({ phone }) => blindIndex(k, phone))],
    )
  }
  await k.pool.query('vacuum (analyze) company')
}

/**
 * The dry run of a send to every company: decrypts numbers, finds duplicates and opt-outs, writes texts. Beside it, only writing the rows.
 */
export async function sms(k: Kernel): Promise<Row[]> {
  const op = await k.db.selectFrom('sys_user').select(['id', 'name']).where('user_name', '=', 'op1').executeTakeFirstOrThrow()
  const template = await k.db
    .selectFrom('sms_template')
    .select(['id', 'content'])
    .where('state', '=', 2)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const call = systemCall('bench', { ...desk({ userId: op.id }), name: op.name })
  const names = [...template.content.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!)
  const values = Object.fromEntries(names.filter((name) => !['企业名称', '姓名'].includes(name)).map((name) => [name, '示例']))
  const audience = { companyIds: [], tagIds: [], filter: {}, policyIds: [], persons: [] }
  const send = (await saveSend(k, call, {
    name: '全部企业',
    templateId: template.id,
    values,
    audience,
    planTime: null,
    bySheet: false,
  })) as {
    id: number
    version: number
  }
  const times: number[] = []
  let found = { rows: 0, toSend: 0 }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let n = 0; n < ROUNDS; n++) {
    const { version } = await k.db.selectFrom('sms_send').select('version').where('id', '=', send.id).executeTakeFirstOrThrow()
    const from = performance.now()
    found = await dryRun(k, call, { id: send.id, version })
    times.push(performance.now() - from)
  }
  delay.disable()
  await k.pool.query('create table bench_message (like sms_message including all)')
  const from = performance.now()
  await k.pool.query('insert into bench_message overriding system value select * from sms_message where send_id = $1', [send.id])
  const floor = performance.now() - from
  await k.pool.query('drop table bench_message')
  return [
    {
      name: `dry run of ${found.rows} recipients`,
      figure: median(times) / 1000,
      unit: 's',
      atMost: 5,
      note: `${found.toSend} would be sent; the rows alone, copied by one statement: ${(floor / 1000).toFixed(2)} s`,
    },
    {
      name: 'others wait meanwhile, p99',
      figure: delay.percentile(99) / 1e6,
      unit: 'ms',
      atMost: 50,
      note: `for the thread of the process; at most ${(delay.max / 1e6).toFixed(0)} ms`,
    },
  ]
}

const PROVIDER_MS = 50
const MESSAGES = 2000
/** As many messages are handed over in parallel (server/sms/handing.ts). */
const AT_ONCE = 20

/** A provider that takes 50 ms for a message; `arrived` counts the messages of each serial. */
async function slowGateway() {
  const arrived = new Map<string, number>()
  const server = createServer((request, response) => {
    const serial = String(request.headers['idempotency-key'])
    request.resume().on('end', () => {
      arrived.set(serial, (arrived.get(serial) ?? 0) + 1)
      void sleep(PROVIDER_MS).then(() => response.end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, arrived, close: () => (server.closeAllConnections(), server.close()) }
}

/** A clock that began at noon in Shanghai: at night no message goes out. */
export function atNoon(): Clock {
  const shift = Date.parse(`${today(systemClock)}T12:00:00+08:00`) - Date.now()
  return { now: () => new Date(Date.now() + shift) }
}

/**
 * Sends the messages of the dry run by a provider that takes 50 ms. The floor are the same requests, twenty at a time, without database,
 * limits and results.
 */
export async function smsSending(open: (gateway: string) => Promise<Kernel>): Promise<Row[]> {
  const gateway = await slowGateway()
  try {
    const k = await open(gateway.url)
    const { id } = await k.db.selectFrom('sms_send').select('id').where('name', '=', '全部企业').executeTakeFirstOrThrow()
    await k.db.updateTable('sms_send').set({ state: 1 }).where('id', '=', id).execute()
    const beyond = k.db.selectFrom('sms_message').select('id').where('send_id', '=', id).orderBy('id').offset(MESSAGES).limit(1)
    await k.db.deleteFrom('sms_message').where('send_id', '=', id).where('id', '>=', beyond).execute()
    const from = performance.now()
    await handAll(k, id, Infinity)
    const { sent } = await k.db
      .selectFrom('sms_message')
      .select((e) => e.fn.countAll<number>().as('sent'))
      .where('send_id', '=', id)
      .where('provider', 'is not', null)
      .executeTakeFirstOrThrow()
    const rate = sent / ((performance.now() - from) / 1000)
    const twice = [...gateway.arrived.values()].filter((times) => times > 1).length
    const reached = gateway.arrived.size
    const floorFrom = performance.now()
    for (let n = 0; n < MESSAGES; n += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, i) => {
          const answer = await fetch(gateway.url, { method: 'POST', headers: { 'idempotency-key': `floor-${n + i}` }, body: '{}' })
          await answer.body?.cancel()
        }),
      )
    const floor = MESSAGES / ((performance.now() - floorFrom) / 1000)
    return [
      {
        name: `messages a second at ${PROVIDER_MS} ms of the provider`,
        figure: rate,
        unit: '/s',
        atLeast: 200,
        failed: twice > 0 || reached !== sent,
        note: `${sent} sent, ${reached} reached the provider, ${twice} of them twice; the requests alone: ${floor.toFixed(0)}/s`,
      },
    ]
  } finally {
    gateway.close()
  }
}
