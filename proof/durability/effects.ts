import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUser } from '../../server/identity/index.ts'
import { systemCall } from '../../server/kernel/audit/audit.ts'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { send } from '../../server/kernel/jobs/outbox.ts'
import { sealPii } from '../../server/kernel/access/pii.ts'
import { testLog } from '../../server/kernel/testing/config.ts'
import { SMS } from '../../server/system/sms.ts'
import { exactly, noFaults, type Engine, type Finding } from '../finding.ts'
import { withKernel, type Home } from '../kernel.ts'
import { smsGateway, type SmsGateway } from '../sms-gateway.ts'
import type { ProofStage } from '../stage.ts'

/** A number gets at most ten messages a day (M-01). */
const PER_PHONE = 10
/** The work of a killed process is given to another after a minute (jobs.ts) and then waits for its turn. */
const SETTLED_MS = 120_000
const TAKEN_UP_MS = 85_000

/** D-05: the process is killed with -9 while it sends text messages; on PostgreSQL two processes share the work. */
export async function effectsOnce(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const rounds = stage.rounds(2, 3, 50)
  const messages = rounds * 20
  const gateway = await smsGateway(250)
  stage.onEnd(() => gateway.close())
  const home: Home =
    engine === 'pglite' ? { dataDir: await stage.folder() } : { database: await stage.database(), dataDir: join(stage.dir, 'effects') }
  const tomorrow = new Date(Date.now() + 86_400_000)
  await withKernel(home, async (k) => {
    const people: number[] = []
    for (let i = 0; i * PER_PHONE < messages; i++) {
      const id = await createUser(
        k.db,
        systemCall('proof'),
        { userName: `proof-sms-${i}`, name: `短信 ${i}`, type: 'YYF', roles: [], passwordHash: '' },
        new Date(),
      )
      const mobile = sealPii(k, `154${String(i).padStart(8, '0')}`)
      await k.db.updateTable('sys_user').set({ mobile }).where('id', '=', id).execute()
      people.push(id)
    }
    for (let i = 0; i < messages; i++)
      await send(k.db, SMS, `proof-${i}`, { userId: people[Math.floor(i / PER_PHONE)]!, text: `第 ${i} 条` }, tomorrow)
  })
  // The messages become due only now: otherwise the kernel that stored them would have started to send.
  const opened = await openDatabase({ ...(home.database ? { url: home.database } : {}), dataDir: home.dataDir, log: testLog })
  await opened.pool.query(`update outbox set run_after = now() where key like 'proof-%'`).finally(opened.close)

  const env = { SMS_GATEWAY: `http://127.0.0.1:${gateway.port}/`, LOG_LEVEL: 'error' }
  const start = () => stage.app({ engine, ...home, env })
  const apps = [await start(), ...(engine === 'postgres' ? [await start()] : [])]
  for (let round = 0; round < rounds; round++) {
    const before = total(gateway)
    for (let tries = 0; total(gateway) < before + 4 && tries < 600; tries++) await sleep(25)
    const at = round % apps.length
    await apps[at]!.stop('SIGKILL')
    apps[at] = await start()
  }
  const from = performance.now()
  while (gateway.attempts.size < messages && performance.now() - from < SETTLED_MS) await sleep(200)
  // A message that was sent and not yet recorded when its process was killed is recorded or sent once more after that minute.
  await sleep(Math.max(1500, TAKEN_UP_MS - (performance.now() - from)))
  for (const app of apps) await app.stop()

  const faults: string[] = []
  let repeated = 0
  for (let i = 0; i < messages; i++) {
    const attempts = gateway.attempts.get(`proof-${i}`) ?? []
    if (attempts.length > 1) repeated += 1
    if (attempts.length === 0) faults.push(`message ${i} was never sent`)
    // A message may be sent again when it got no answer, and once more when the process was killed before it recorded the answer.
    const answers = attempts.filter(({ isAnswered }) => isAnswered).length
    if (answers > 2) faults.push(`message ${i}: answered ${answers} times in ${attempts.length} attempts`)
    if (answers === 0 && attempts.length > 0) faults.push(`message ${i}: ${attempts.length} attempts, none answered`)
    if (attempts.some(({ text }) => text !== `第 ${i} 条`)) faults.push(`the key of message ${i} carried another text`)
  }
  const foreign = [...gateway.attempts.keys()].filter((key) => !/^proof-\d+$/.test(key))
  if (foreign.length > 0) faults.push(`keys that nobody gave: ${foreign.join(' ').slice(0, 100)}`)
  const open = await withKernel(home, (k) =>
    k.db.selectFrom('outbox').select('key').where('key', 'like', 'proof-%').where('state', '<>', 'done').execute(),
  )
  const where = { id: 'D-05', engine }
  const what = `${rounds} 次 kill -9${engine === 'postgres' ? '（两个进程轮流）' : ''}，${messages} 条短信`
  stage.say(`${engine}: ${repeated} of ${messages} messages were sent twice, with the same key`)
  return [
    // Seen red: the pump left the rows `pending`: 40 of 40 open; and the kernel that asked for them sent some itself, 15 never came to the gateway.
    noFaults({ ...where, what: `${what}：每条送达，同一键得到答复后至多重复一次，不带别条的内容` }, faults, messages),
    exactly(
      { ...where, what: `${what}：没有完成的发件` },
      open.length,
      0,
      open.slice(0, 5).map(({ key }) => key),
    ),
  ]
}

const total = ({ attempts }: SmsGateway) => [...attempts.values()].reduce((sum, each) => sum + each.length, 0)
