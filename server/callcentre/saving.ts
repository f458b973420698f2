import type { z } from 'zod'
import type { SaveCall } from '../../contract/callcentre/calls.ts'
import { callCodes, CALL_CLOCK_SECONDS, type CallResult } from '../../contract/callcentre/states.ts'
import { appealOfCall, attachAt, checkAppealType } from '../appeal/index.ts'
import { chosenCompany, companiesSeen } from '../company/index.ts'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import { detachFiles, filesOf } from '../kernel/files/access.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { freeAgain } from './agents.ts'
import { callVector } from './call-words.ts'
import { callFlow } from './flow.ts'
import { callsChanged } from './kept.ts'
import { CALL, CALL_RECORDING, lockCall, versionSeen } from './locking.ts'
import { openCallback } from './promises.ts'
import { tellOffice } from './telling.ts'

type Asked = z.output<typeof SaveCall>
type Saved = { id: number; version: number; state: number }
const { registered } = callCodes.code

/** Registers a call, corrects a call that the agent registered today, or enters one by hand. */
export async function saveCall(k: Kernel, call: Call, asked: Asked): Promise<Saved> {
  const { userId } = signedIn(call.actor)
  const saved = await k.db.transaction().execute(async (db) => {
    if (asked.id === undefined) return enter(k, db, call, asked)
    const row = await lockCall(k, db, call, asked.id)
    const companyId = asked.companyId === undefined ? row.company_id : asked.companyId
    const set = { ...(await written(k, db, call, asked, companyId, row)), ...(await byHand(k, asked, row.call_key)) }
    const correcting = row.state === registered
    const moved = await move(db, call, callFlow, row, {
      move: correcting ? 'correct' : 'register',
      version: versionSeen(row, asked.version),
      set: { ...set, ...(correcting ? {} : { registered_at: k.clock.now() }) },
    })
    await after(k, db, call, row.id, asked, correcting && row.result === asked.result)
    await freeAgain(k, db, userId)
    return { id: row.id, ...moved }
  })
  callsChanged(k)
  return saved
}

async function enter(k: Kernel, db: Db, call: Call, asked: Asked): Promise<Saved> {
  const { userId } = signedIn(call.actor)
  const phone = asked.phone!
  const now = k.clock.now()
  const { id } = await db
    .insertInto('call_record')
    .values({
      ...(await written(k, db, call, asked, asked.companyId ?? null, UNLINKED)),
      ...(await byHand(k, asked, null)),
      state: registered,
      direction: asked.direction ?? 'in',
      phone_sealed: sealPii(k, phone),
      phone_index: blindIndex(k, phone),
      start_time: asked.startTime!,
      agent_id: userId,
      registered_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note(db, call, callFlow, { id, version: 1, from: null, move: 'register', to: registered })
  await audit(db, call, { action: 'call.register', objectType: CALL, objectId: id })
  await after(k, db, call, id, asked, false)
  return { id, version: 1, state: registered }
}

/** Start, end, direction and number of a call that was entered by hand. For other calls the telephone system reports them. */
async function byHand(k: Kernel, { startTime, endTime, direction, phone }: Asked, callKey: string | null) {
  if (callKey !== null) return {}
  const latest = new Date(k.clock.now().getTime() + CALL_CLOCK_SECONDS * 1000).toISOString()
  if (startTime && startTime > latest) throw invalidField('startTime', '开始时间不能晚于现在')
  if (endTime && endTime > latest) throw invalidField('endTime', '结束时间不能晚于现在')
  return {
    ...(startTime ? { start_time: startTime, answer_time: startTime } : {}),
    ...(endTime === undefined ? {} : { end_time: endTime }),
    ...(direction ? { direction } : {}),
    ...(phone ? { phone_sealed: sealPii(k, phone), phone_index: blindIndex(k, phone) } : {}),
  }
}

interface Stands {
  company_id: number | null
  appeal_id: number | null
  result: CallResult | null
}
const UNLINKED: Stands = { company_id: null, appeal_id: null, result: null }

/** `stands`: what the call is linked to so far. */
async function written(k: Kernel, db: Db, call: Call, asked: Asked, companyId: number | null, stands: Stands) {
  const actor = signedIn(call.actor)
  const appealId = stands.appeal_id
  const company = await linkedCompany(db, call, companyId, stands.company_id)
  if (asked.typeId) await checkAppealType(db, asked.typeId)
  if (asked.officeId !== undefined && asked.result === 'office') await checkOffice(db, asked.officeId)
  const about = asked.appealId === undefined ? appealId : asked.appealId
  if (about !== null && about === appealId && companyId !== stands.company_id)
    throw invalidField('companyId', '该通话已转为诉求，不能再改企业')
  if (appealId !== null && stands.result === 'appeal') {
    if (asked.result !== 'appeal') throw invalidField('result', '该通话已转为诉求，处理结果不变')
    if (about !== appealId) throw invalidField('appealId', '该通话已转为诉求，不能改为其他诉求')
  }
  if (asked.result === 'appeal' && about === null) throw invalidField('result', '请用“转诉求”提交')
  if (about !== null && about !== appealId && !(await appealOfCall(db, actor, about, companyId)))
    throw invalidField('appealId', '该诉求不存在，或不是这家企业的')
  return {
    company_id: companyId,
    ...(asked.contact === undefined ? {} : { contact_sealed: asked.contact === '' ? null : sealPii(k, asked.contact) }),
    content: asked.content,
    type_id: asked.typeId ?? null,
    result: asked.result,
    office_id: asked.result === 'office' ? asked.officeId! : null,
    appeal_id: about,
    report_flag: asked.result === 'office' || about !== null,
    search: callVector(asked.content, company),
  }
}

/** The name of the company to which the call is to be linked. A link that stays may be to a company out of the agent's sight. */
async function linkedCompany(db: Db, call: Call, id: number | null, before: number | null): Promise<string | null> {
  const actor = signedIn(call.actor)
  if (id !== before && id !== null) return (await chosenCompany(db, actor, id)).name
  // Who cannot see the company cannot tell either that the call is not from it.
  if (id !== before && !(await companiesSeen(db, actor, [before!])).has(before!))
    throw invalidField('companyId', '该通话关联的企业不在本账号的可见范围内，不能取消关联')
  if (id === null) return null
  const company = await db.selectFrom('company').select('name').where('id', '=', id).executeTakeFirst()
  if (!company) throw invalidField('companyId', '企业不存在')
  return company.name
}

async function checkOffice(db: Db, id: number): Promise<void> {
  const office = await db.selectFrom('office').select('id').where('id', '=', id).where('enabled', '=', true).executeTakeFirst()
  if (!office) throw invalidField('officeId', '该部门不存在或已停用')
}

/** A recording must be a sound file. */
async function soundOf(db: Db, key: string): Promise<string> {
  const file = await db.selectFrom('file').select('mime').where('key', '=', key).executeTakeFirst()
  if (!file?.mime.startsWith('audio/')) throw invalidField('recording', '请上传 wav 或 mp3 格式的录音')
  return key
}

/**
 * The effects of a registration: the recording is attached, a department is notified, or a callback is promised. `again`: the result was
 * corrected to the same value, so nobody is notified again.
 */
async function after(k: Kernel, db: Db, call: Call, id: number, asked: Asked, again: boolean): Promise<void> {
  if (asked.recording !== undefined) {
    const kept = asked.recording === null ? [] : [await soundOf(db, asked.recording)]
    const dropped = (await filesOf(db, CALL_RECORDING, id)).map((file) => file.filePath).filter((key) => !kept.includes(key))
    await detachFiles(db, dropped, CALL_RECORDING, id)
    await attachAt('recording', db, signedIn(call.actor), kept, CALL_RECORDING, id)
  }
  if (again) return
  if (asked.result === 'office') await tellOffice(k, db, id)
  if (asked.result !== 'callback') return
  const due = new Date(asked.callbackTime!)
  if (due <= k.clock.now()) throw invalidField('callbackTime', '约定的时间应晚于现在')
  const row = await db.selectFrom('call_record').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!(await openCallback(k, db, row, { due, agreed: true }))) throw invalidField('callbackTime', '该号码已有未完成的回拨')
}

/** Deletes the agent's own entry of today, with a recorded reason. */
export async function removeCall(k: Kernel, call: Call, { id, reason }: { id: number; reason: string }): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const row = await lockCall(k, db, call, id)
    await move(db, call, callFlow, row, { move: 'delete', version: row.version, reason })
  })
  callsChanged(k)
  return true
}
