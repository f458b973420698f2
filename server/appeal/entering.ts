import type { z } from 'zod'
import type { EnterAppeal } from '../../contract/appeal/desk.ts'
import { chosenCompany } from '../company/index.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { appealChanged, changingAppeals } from './kept.ts'
import { APPEAL } from './locking.ts'
import { seenBy } from './queries.ts'
import { findAppeal } from './reading.ts'
import { fileFor } from './saving.ts'
import { tellSender } from './telling.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

type Entered = z.output<typeof EnterAppeal>
type EnteredWords = Omit<Entered, 'files' | 'publicFlag' | 'noPolicy'> & Partial<Pick<Entered, 'files' | 'publicFlag' | 'noPolicy'>>

/**
 * 代提: staff file for a company that telephoned or visited. The appeal then belongs to the company: only the company is notified,
 * supplements and evaluates it (ADR 0443).
 */
export const enterAppeal = (k: Kernel, call: Call, asked: Entered) => changingAppeals(k, (db) => openAppealFor(k, db, call, asked))

/** The same inside a transaction of another domain: a call becomes an appeal. */
export async function openAppealFor(k: Kernel, db: Db, call: Call, asked: EnteredWords) {
  const actor = signedIn(call.actor)
  const { companyId, entrust, sourceType, files = [], publicFlag = 0, noPolicy = 0, ...words } = asked
  const company = await chosenCompany(db, actor, companyId)
  const source = await db
    .selectFrom('dict_value')
    .select('value')
    .where('dict_type', '=', 'appealSource')
    .where('value', '=', sourceType)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!source) throw invalidField('sourceType', '请选择来源')
  const entered = { source_type: sourceType, entered_by: actor.userId, entered_office: actor.officeId, entrust }
  const behalf = { companyId, company: company.name, entered }
  const made = await fileFor(k, db, call, { ...words, files, publicFlag, noPolicy, submit: true }, behalf)
  await appealChanged(db)
  await tellSender(k, db, made.id, '由服务中心代为提交', `委托方式：${entrust}。您可以随时补充、催办或撤回。`)
  return { ...made, companyName: company.name }
}

/** The number and the promised end, for the member of staff who filed it. */
export const appealReceipt = async (db: Db, id: number): Promise<{ id: number; appealNo: string | null; deadline: string | null }> => {
  const row = await db.selectFrom('appeal').select(['appeal_no', 'deadline']).where('id', '=', id).executeTakeFirstOrThrow()
  return { id, appealNo: row.appeal_no, deadline: row.deadline }
}

/** Whether a call may be linked to this appeal: it belongs to the company, and the agent filed it or may see it. */
export async function appealOfCall(db: Db, actor: Actor, id: number, companyId: number | null): Promise<boolean> {
  if (companyId === null) return false
  const own = db.selectFrom('appeal').select('id').where('id', '=', id).where('company_id', '=', companyId).where('deleted', '=', false)
  if (await own.where('entered_by', '=', actor.userId).executeTakeFirst()) return true
  return Boolean(await seenBy(db, actor).where('a.id', '=', id).where('a.company_id', '=', companyId).select('a.id').executeTakeFirst())
}

/** The printable sheet of one appeal; its creation is audited. */
export async function sheetOf(k: Kernel, call: Call, id: number): Promise<FileAnswer> {
  const found = await findAppeal(k, signedIn(call.actor), id)
  await k.db.transaction().execute((db) => audit(db, call, { action: 'appeal.sheet', objectType: APPEAL, objectId: id }))
  // The library for Word files is loaded only when it is needed.
  const { appealSheet } = await import('./sheet.ts')
  return { fileName: `督办单_${found.appealNo ?? id}.docx`, mime: DOCX, body: await appealSheet(found, today(k.clock)) }
}
