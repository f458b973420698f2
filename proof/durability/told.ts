import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createUser, mobileColumns } from '../../server/identity/index.ts'
import { systemCall } from '../../server/kernel/audit/audit.ts'
import type { Kernel } from '../../server/kernel/kernel.ts'
import { noFaults, type Engine, type Finding } from '../finding.ts'
import { withKernel, type Home } from '../kernel.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { ProofStage } from '../stage.ts'

const PEOPLE = 40
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
/** Long enough for the call to arrive, short enough that it has not always ended. */
const KILL_WITHIN_MS = 120
const moves = {
  delay: (version: number) => ({ version, newStartTime: inHours(100), newEndTime: inHours(103), reason: '场地检修' }),
  cancel: (version: number) => ({ version, reason: '与全县工作会议冲突' }),
}

/**
 * D-05: the process is killed with -9 while a publisher delays and cancels activities. Whether the answer arrived or not, the publisher
 * tries again, as people do: each participant is told once of each event, and of nothing that did not happen.
 */
export async function toldOnce(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const rounds = stage.rounds(1, 4, 25)
  const home: Home =
    engine === 'pglite' ? { dataDir: await stage.folder() } : { database: await stage.database(), dataDir: join(stage.dir, 'told') }
  const ids = await withKernel(home, (k) => prepare(k, rounds))
  const env = { PORT: String(await freePort()), LOG_LEVEL: 'error' }
  const start = () => stage.app({ engine, ...home, env })
  let app = await start()
  const editor = await stage.asUser(app.base, 'editor1')
  const faults: string[] = []
  let unheard = 0
  const versionOf = async (id: number) =>
    (await editor.get('/train/activity/findById', { id: String(id) })).body.data.standing.version as number
  for (const id of ids)
    for (const move of ['delay', 'cancel'] as const) {
      const before = await versionOf(id)
      const body = { id, ...moves[move](before) }
      const sent = editor.post(`/train/activity/${move}`, body).catch(() => null)
      await sleep(Math.random() * KILL_WITHIN_MS)
      await app.stop('SIGKILL')
      const heard = await sent
      app = await start()
      const made = (await versionOf(id)) > before
      if (heard?.body.success && !made) faults.push(`${move} of ${id}: confirmed, and gone after the kill`)
      if (!heard) unheard += 1
      const again = (await editor.post(`/train/activity/${move}`, body)).body
      if (made && again.success) faults.push(`${move} of ${id}: made twice`)
      if (!made && !again.success) faults.push(`${move} of ${id}: refused after the kill: ${JSON.stringify(again).slice(0, 200)}`)
    }
  await app.stop()
  faults.push(...(await withKernel(home, (k) => wrong(k, ids))))
  stage.say(`${engine}: ${unheard} of ${ids.length * 2} delays and cancellations were killed before they answered`)
  const what = `延期、取消中 ${ids.length * 2} 次 kill -9，重试：每次事件每个报名的人得到一条消息和一条短信，没有发生的不说`
  return [noFaults({ id: 'D-05', engine, what }, faults, ids.length * 2 * PEOPLE)]
}

/** People with a bound number who want text messages, enrolled in each of the activities. */
async function prepare(k: Kernel, count: number): Promise<number[]> {
  const users: number[] = []
  for (let n = 0; n < PEOPLE; n++) {
    const person = {
      userName: `proof-told${n}`,
      name: `证明 ${n}`,
      type: 'GR' as const,
      roles: ['individual'],
      accountId: `proof-told${n}`,
    }
    const id = await createUser(k.db, systemCall('proof'), person, new Date())
    const mobile = mobileColumns(k, `1380000${String(n).padStart(4, '0')}`)
    await k.db.updateTable('sys_user').set(mobile).where('id', '=', id).execute()
    await k.db
      .insertInto('notice_setting')
      .values({ user_id: id, sms_kinds: ['training'] })
      .execute()
    users.push(id)
  }
  const editor = await k.db.selectFrom('sys_user').select('id').where('user_name', '=', 'editor1').executeTakeFirstOrThrow()
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await k.db
      .insertInto('train_activity')
      .values({
        state: 2,
        title: `会延期也会取消的活动 ${n}`,
        type: '培训',
        enrol_start: inHours(-1),
        enrol_end: inHours(90),
        start_at: inHours(96),
        end_at: inHours(99),
        place: '报告厅',
        max_num: PEOPLE,
        enrol_num: PEOPLE,
        units: JSON.stringify([{ unitType: 1, unitName: '县经信局', unitContact: '', unitPhone: '' }]),
        published_at: new Date(),
        created_by: editor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await k.db
      .insertInto('train_enrol')
      .values(users.map((user_id) => ({ activity_id: id, user_id, contact: '-', phone: '-', phone_index: `told-${user_id}` })))
      .execute()
    ids.push(id)
  }
  return ids
}

/** Compares the notices and text messages of each participant with the moves that the activity made. */
async function wrong(k: Kernel, ids: readonly number[]): Promise<string[]> {
  const faults: string[] = []
  for (const id of ids) {
    const made = await k.db
      .selectFrom('flow_log')
      .select(['move', 'row_version'])
      .where('flow', '=', 'trainActivity')
      .where('row_id', '=', id)
      .where('move', 'in', ['delay', 'cancel'])
      .orderBy('id')
      .execute()
    const order = made.map(({ move }) => move).join(' ')
    if (order !== 'delay cancel') faults.push(`activity ${id} made the moves: ${order}`)
    const { rows } = await sql<{ user_id: number; key: string; told: number; texts: number }>`
      select n.user_id::int, n.key, count(*)::int as told,
        (select count(*)::int from outbox o where o.key = 'sms:notice:' || min(n.id)) as texts
      from notice n where n.key like ${`train:${id}:%`} group by n.user_id, n.key`.execute(k.db)
    const keys = new Set(made.map(({ row_version: version }) => `train:${id}:${version}`))
    for (const row of rows) {
      if (!keys.has(row.key)) faults.push(`user ${row.user_id} was told of what did not happen: ${row.key}`)
      if (row.told !== 1 || row.texts !== 1) faults.push(`user ${row.user_id}, ${row.key}: ${row.told} notices, ${row.texts} texts`)
    }
    if (rows.length !== PEOPLE * keys.size)
      faults.push(`activity ${id}: ${rows.length} notices for ${PEOPLE} people and ${keys.size} events`)
  }
  return faults
}
