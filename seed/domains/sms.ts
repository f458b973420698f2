import { sql } from 'kysely'
import type { SmsSendMove } from '../../contract/sms/states.ts'
import { smsMessageCodes } from '../../contract/sms/states.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { systemCall } from '../../server/kernel/audit/audit.ts'
import { move } from '../../server/kernel/flow.ts'
import type { Kernel } from '../../server/kernel/kernel.ts'
import type { Actor } from '../../server/kernel/actor.ts'
import { dryRun } from '../../server/sms/dry-run.ts'
import { lockSend } from '../../server/sms/locking.ts'
import { sendFlow } from '../../server/sms/send-flow.ts'
import { reviewSend, saveSend, submitSend } from '../../server/sms/sends.ts'
import { staff } from '../declaration.ts'
import type { Seed } from '../index.ts'
import { seedOnce } from '../once.ts'

/** The demo county has 30 companies and none is made up for a send: with these numbers each send has about 120 recipients. */
const TYPED = 90
const DAY_MS = 86_400_000
const RIGHTS = ['sms:read', 'sms:manage', 'sms:review']
const { delivered, failed, unknown, skipped } = smsMessageCodes.code
const tenOClock = (days: number): Date => new Date(`${shanghaiDay(Date.now() + days * DAY_MS)}T10:00:00+08:00`)

interface Demo {
  name: string
  template: string
  values: Record<string, string>
  /** days ago when it was sent; null: it waits for the review */
  sentDaysAgo: number | null
  /** of so many messages the phone was switched off */
  failures: number
}
const sends: readonly Demo[] = [
  {
    name: '技改政策座谈会',
    template: '座谈会通知',
    values: { 日期: '本月12日', 时间: '9时', 地点: '县行政服务中心三楼', 事项: '技改政策座谈会', 电话: '0570-12345' },
    sentDaysAgo: 9,
    failures: 0,
  },
  {
    name: '贴息申报截止提醒',
    template: '政策申报提醒',
    values: { 日期: '本月25日', 事项: '技改贷款贴息', 电话: '0570-12345' },
    sentDaysAgo: 2,
    failures: 4,
  },
  {
    name: '假期窗口安排',
    template: '节假日服务安排',
    values: { 日期: '下月1日至3日', 电话: '0570-12345' },
    sentDaysAgo: null,
    failures: 0,
  },
]

/** Three sends by op1 and op2 through the steps of the product; what providers would have answered is written beside. */
async function demoSends(k: Kernel): Promise<void> {
  if (await k.db.selectFrom('sms_send').select('id').executeTakeFirst()) return
  const known = await k.db.selectFrom('sys_user').select('user_name').where('user_name', 'in', ['op1', 'op2']).execute()
  if (known.length < 2) return
  const [author, reviewer] = [await staff(k, 'op1', RIGHTS), await staff(k, 'op2', RIGHTS)]
  for (const one of sends) await demoSend(k, one, author, reviewer)
}

async function demoSend(k: Kernel, one: Demo, author: Actor, reviewer: Actor): Promise<void> {
  const template = await k.db
    .selectFrom('sms_template')
    .select('id')
    .where('name', '=', one.template)
    .where('state', '=', 2)
    .executeTakeFirst()
  if (!template) return
  const call = systemCall('seed', author)
  const persons = Array.from({ length: TYPED }, (_, n) => ({ phone: `1543${String(n).padStart(7, '0')}`, name: '' }))
  const audience = { companyIds: [], tagIds: [], policyIds: [], filter: {}, persons }
  // In the future, so that nothing goes out while this runs.
  const planTime = tenOClock(3).toISOString()
  const draft = { name: one.name, templateId: template.id, values: one.values, audience, planTime, bySheet: false }
  const { id, version } = await saveSend(k, call, draft)
  const { hash } = await dryRun(k, call, { id, version })
  const submitted = await submitSend(k, call, { id, version, hash })
  if (one.sentDaysAgo === null) return
  const verdict = { id, version: submitted.version, reviewState: 1, reviewOpinion: '内容和收件人无误', hash }
  await reviewSend(k, systemCall('seed', reviewer), verdict)
  await sentLongAgo(k, id, tenOClock(-one.sentDaysAgo), one.failures)
}

/** Begins and ends the send at that time: all delivered, but some failures and, with them, one without an answer. */
async function sentLongAgo(k: Kernel, id: number, at: Date, failures: number): Promise<void> {
  const [begun, ended] = [at, new Date(at.getTime() + 60_000)]
  const step = (name: SmsSendMove, set: object) =>
    k.db.transaction().execute(async (db) => {
      const row = await lockSend(db, id)
      await move(db, systemCall('sms'), sendFlow, row, {
        move: name,
        version: row.version,
        bySystem: true,
        set,
        detail: { name: row.name },
      })
    })
  await step('launch', { begun_at: begun, plan_at: begun, created_at: new Date(at.getTime() - DAY_MS) })
  await sql`update sms_message m set created_at = ${begun}::timestamptz, claimed_at = ${begun}::timestamptz, provider = 'file',
      submitted_at = ${begun}::timestamptz, state = r.state, reason = r.reason,
      settled_at = case when r.state = ${unknown} then null else ${ended}::timestamptz end
    from (select w.id, case when w.n <= ${failures} then ${failed}::int when ${failures}::int > 0 and w.n = ${failures}::int + 1 then ${unknown}::int
        else ${delivered}::int end as state,
        case when w.n <= ${failures} then '未送达：用户关机' when ${failures}::int > 0 and w.n = ${failures}::int + 1 then '服务商没有应答' end as reason
      from (select id, row_number() over (order by id desc) as n from sms_message where send_id = ${id} and state <> ${skipped}) w) r
    where m.id = r.id`.execute(k.db)
  await sql`update sms_send set dry_run = jsonb_set(dry_run, '{startTime}', to_jsonb(${begun.toISOString()}::text)) where id = ${id}`.execute(
    k.db,
  )
  const counted = await k.db
    .selectFrom('sms_message')
    .where('send_id', '=', id)
    .groupBy('state')
    .select((e) => ['state', e.fn.countAll<number>().as('n')])
    .execute()
  const of = (state: number) => counted.find((row) => row.state === state)?.n ?? 0
  await step(failures > 0 ? 'endPartly' : 'complete', {
    success_num: of(delivered),
    fail_num: of(failed),
    unknown_num: of(unknown),
    ended_at: ended,
  })
}

export const seeds: readonly Seed[] = [
  { name: 'demo sends of text messages', demoOnly: true, run: (k) => seedOnce(k, 'demo sends of text messages', () => demoSends(k)) },
]
