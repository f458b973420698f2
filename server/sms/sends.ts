import { sql } from 'kysely'
import { passing } from '../../contract/passing.ts'
import type { z } from 'zod'
import type { Parsed } from '../../contract/endpoint.ts'
import type { SaveSmsSend, smsSend, SmsAudience } from '../../contract/sms/sends.ts'
import { SMS_PHONES_MAX, smsMessageCodes } from '../../contract/sms/states.ts'
import { chosenCompanies } from '../company/index.ts'
import { sealPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { refusePlannedTime } from '../kernel/planned-time.ts'
import { handled, notify, smsProviders } from '../system/index.ts'
import { audienceOf } from './dry-run.ts'
import { REPEATED, stopQueued } from './handing.ts'
import { loggedSend, numbersChanged } from './logged.ts'
import { refuseForeignLinks } from './links.ts'
import { lockSend, SEND, sendStanding, type LockedSend } from './locking.ts'
import { countPersons } from './persons.ts'
import { sendFlow } from './send-flow.ts'
import { askForSend, countsOf } from './sending.ts'
import { usableTemplate } from './templates.ts'
import { checkedValues } from './texts.ts'

const { queued, failed } = smsMessageCodes.code
const waitsFor = (id: number) => `smsSend:${id}`

/** Saves a send as a draft; an earlier dry run and approval are void. */
export function saveSend(k: Kernel, call: Call, asked: z.output<typeof SaveSmsSend>) {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute(async (db) => {
    const before = asked.id === undefined ? null : await lockSend(db, asked.id)
    if (before && (asked.version ?? before.version) !== before.version) throw conflict()
    const template = await usableTemplate(db, asked.templateId)
    if (!template) throw invalidField('templateId', '该模板不存在或没有启用，请另选')
    refuseForeignLinks(k, 'templateId', template.content)
    refusePlannedTime(k, { field: 'planTime', name: '发送时间', time: asked.planTime })
    const { persons, ...audience } = asked.audience
    if (asked.withoutPersons && (!before || asked.version === undefined)) throw conflict()
    const stored = before ? audienceOf(k, before).persons : []
    // Companies of a colleague's choice stay chosen, also when they are out of this person's range; they get nothing by this person's dry run.
    const kept = new Set(before?.audience.companyIds)
    const added = audience.companyIds.filter((id) => !kept.has(id))
    await chosenCompanies(db, actor, added, () => invalidField('audience.companyIds', '企业不存在'))
    const all = { ...audience, persons: personsAfter(stored, persons, asked.withoutPersons) }
    if (all.persons.length > SMS_PHONES_MAX) throw invalidField('audience.persons', `一次最多填写 ${SMS_PHONES_MAX} 个号码`)
    const sheetNum = before ? await countPersons(db, before.id) : 0
    if (isNobody(all) && sheetNum === 0 && !asked.bySheet) throw invalidField('audience', '请填写收件人或条件')
    const values = checkedValues(template.content, asked.values)
    const after = await loggedSend(db, { name: asked.name, content: template.content, values, plan_at: asked.planTime, audience: all })
    const written = {
      name: asked.name,
      template_id: template.id,
      purpose: template.purpose,
      content: template.content,
      values: JSON.stringify(values),
      audience: JSON.stringify(audience),
      persons_sealed: sealPii(k, JSON.stringify(all.persons)),
      plan_at: asked.planTime,
      dry_run: null,
      frozen_hash: null,
      total_num: 0,
      skip_num: 0,
      changed_by: actor.userId,
    }
    if (before === null) {
      const { id } = await db
        .insertInto('sms_send')
        .values({ ...written, created_by: actor.userId, created_by_name: actor.name, created_at: k.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await note(db, call, sendFlow, { id, version: 1, from: null, move: 'create', to: 7 })
      await audit(db, call, { action: 'smsSend.create', objectType: SEND, objectId: id, detail: { after } })
      return sendStanding(db, id)
    }
    const set = { ...written, reviewed_by: null, reviewed_by_name: null, review_opinion: null }
    const was = audienceOf(k, before)
    const detail = { before: await loggedSend(db, { ...before, audience: was }), after, ...numbersChanged(was.persons, all.persons) }
    await move(db, call, sendFlow, before, { move: 'change', version: before.version, set, detail })
    await db.deleteFrom('sms_message').where('send_id', '=', before.id).execute()
    await handled(db, k, waitsFor(before.id))
    return sendStanding(db, before.id)
  })
}

/** The typed numbers of a send after a save: new ones replace the stored ones, or are added to what is left of them. */
function personsAfter(stored: SmsAudience['persons'], typed: SmsAudience['persons'] | undefined, without: readonly number[] | undefined) {
  if (without === undefined) return typed ?? stored
  const gone = new Set(without)
  return [...stored.filter((_, place) => !gone.has(place)), ...(typed ?? [])]
}

/** No way to choose recipients is used. */
const isNobody = ({ companyIds, tagIds, policyIds, filter, persons }: SmsAudience): boolean =>
  filter === null && [companyIds, tagIds, policyIds, persons].every((list) => list.length === 0)

const sameAsTried = (row: LockedSend, hash: string): void => {
  if (row.frozen_hash === null) throw refused('请先试算，看过结果再提交', 'STATE')
  if (row.frozen_hash !== hash) throw conflict('试算之后内容又有变化，请重新查看试算结果')
}

export const submitSend = (k: Kernel, call: Call, { id, version, hash }: Parsed<typeof smsSend.submit>['body']) =>
  k.db.transaction().execute(async (db) => {
    const row = await lockSend(db, id)
    sameAsTried(row, hash)
    if (row.total_num === 0) throw refused('没有一个收件人可以发送，请看跳过的原因')
    await move(db, call, sendFlow, row, { move: 'submit', version, detail: { name: row.name, hash } })
    await notify(db, k, {
      to: { permission: 'sms:review' },
      kind: 'work',
      title: `短信任务“${row.name}”待复核，将发 ${row.total_num} 条`,
      link: `/work/smsSend?id=${id}`,
      waitsFor: waitsFor(id),
      except: row.created_by,
    })
    return sendStanding(db, id)
  })

/** Approves or refuses a send. The hash must be that of the dry run that the reviewer read; authors cannot review their own send. */
export async function reviewSend(k: Kernel, call: Call, asked: Parsed<typeof smsSend.review>['body']) {
  if (asked.reviewState === passing.code.pass && smsProviders(k).length === 0) throw refused('本平台尚未开通短信，不能发送')
  const moved = await k.db.transaction().execute(async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockSend(db, asked.id)
    sameAsTried(row, asked.hash)
    await move(db, call, sendFlow, row, {
      move: asked.reviewState === passing.code.pass ? 'approve' : 'refuse',
      version: asked.version,
      reason: asked.reviewOpinion,
      set: { reviewed_by: actor.userId, reviewed_by_name: actor.name, review_opinion: asked.reviewOpinion || null },
      detail: { name: row.name, hash: asked.hash },
    })
    await handled(db, k, waitsFor(row.id))
    if (row.created_by !== null)
      await notify(db, k, {
        to: { userId: row.created_by },
        kind: asked.reviewState === passing.code.pass ? 'system' : 'work',
        title: `短信任务“${row.name}”${asked.reviewState === passing.code.pass ? '已通过复核' : '被驳回'}`,
        body: asked.reviewOpinion,
        link: `/work/smsSend?id=${row.id}`,
      })
    if (asked.reviewState === passing.code.pass) await askForSend(db, k, row)
    return sendStanding(db, row.id)
  })
  return moved
}

/** Aborts a send before its next piece: messages that the provider has are kept, what had failed before stays failed, the rest is skipped. */
export const abortSend = (k: Kernel, call: Call, { id, version, reason }: Parsed<typeof smsSend.abort>['body']) =>
  k.db.transaction().execute(async (db) => {
    const row = await lockSend(db, id)
    await move(db, call, sendFlow, row, {
      move: 'abort',
      version: version ?? row.version,
      reason,
      set: { ended_at: k.clock.now() },
      detail: { name: row.name },
    })
    const { skippedNum } = await stopQueued(k, db, id, null)
    await db
      .updateTable('sms_send')
      .set(await countsOf(db, id))
      .where('id', '=', id)
      .execute()
    return { ...(await sendStanding(db, id)), sentNum: row.total_num - skippedNum }
  })

/**
 * Sends messages that certainly failed once more, with a new serial. Messages with an unknown result are never repeated. When and why each
 * failed stays until the next result: an abort may come before it.
 */
export const retryFailed = (k: Kernel, call: Call, { id, version }: { id: number; version: number }) =>
  k.db.transaction().execute(async (db) => {
    const row = await lockSend(db, id)
    await move(db, call, sendFlow, row, { move: 'retry', version, set: { fail_num: 0, ended_at: null }, detail: { name: row.name } })
    await db
      .updateTable('sms_message')
      .set({
        state: queued,
        claimed_at: null,
        submitted_at: null,
        provider: null,
        provider_serial: null,
        serial: sql<string>`serial || ${REPEATED}::text`,
      })
      .where('send_id', '=', id)
      .where('state', '=', failed)
      .execute()
    const moved = await sendStanding(db, id)
    await askForSend(db, k, { ...row, ...moved })
    return moved
  })

export const removeSend = (k: Kernel, call: Call, { id, version }: { id: number; version: number }): Promise<true> =>
  k.db.transaction().execute(async (db: Db) => {
    const row = await lockSend(db, id)
    await move(db, call, sendFlow, row, { move: 'delete', version, detail: { name: row.name } })
    await db.deleteFrom('sms_message').where('send_id', '=', id).execute()
    await db.deleteFrom('sms_person').where('send_id', '=', id).execute()
    return true as const
  })
