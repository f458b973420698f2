import type { z } from 'zod'
import type { EnterAppeal } from '../../contract/appeal/desk.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import { invalidField } from '../kernel/errors.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { APPEAL } from './locking.ts'
import { findAppeal } from './reading.ts'
import { fileFor } from './saving.ts'
import { tellSender } from './telling.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** 代提: for a company that telephoned or was visited. It is the company's from then on: told, supplemented, evaluated by it alone (ADR 0443). */
export async function enterAppeal(k: Kernel, call: Call, asked: z.output<typeof EnterAppeal>) {
  const actor = signedIn(call.actor)
  const { companyId, entrust, sourceType, ...words } = asked
  const company = await k.db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirst()
  if (!company) throw invalidField('companyId', '企业不存在')
  const source = await k.db
    .selectFrom('dict_value')
    .select('value')
    .where('dict_type', '=', 'appealSource')
    .where('value', '=', sourceType)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!source) throw invalidField('sourceType', '请选择来源')
  const entered = { source_type: sourceType, entered_by: actor.userId, entered_office: actor.officeId, entrust }
  return k.db.transaction().execute(async (db) => {
    const made = await fileFor(k, db, call, { ...words, submit: true }, { companyId, company: company.name, entered })
    await tellSender(k, db, made.id, '由服务中心代为提交', `委托方式：${entrust}。您可以随时补充、催办或撤回。`)
    return made
  })
}

/** The sheet of one appeal; that it was made stands in the audit. */
export async function sheetOf(k: Kernel, call: Call, id: number): Promise<FileAnswer> {
  const found = await findAppeal(k, signedIn(call.actor), id)
  await k.db.transaction().execute((db) => audit(db, call, { action: 'appeal.sheet', objectType: APPEAL, objectId: id }))
  // The writer of Word files is only loaded by those who ask for one.
  const { appealSheet } = await import('./sheet.ts')
  return { fileName: `督办单_${found.appealNo ?? id}.docx`, mime: DOCX, body: await appealSheet(found, today(k.clock)) }
}
