import { POLICY_STATE } from '../../contract/policy/codes.ts'
import type { z } from 'zod'
import { appealCodes, type AppealOrigin } from '../../contract/appeal/states.ts'
import type { SaveAppeal } from '../../contract/appeal.ts'
import { messages } from '../../contract/messages.ts'
import { sealPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import { detachFiles, filesOf } from '../kernel/files/access.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { nextNumber } from '../kernel/numbering.ts'
import { attachAt } from './attaching.ts'
import { companyOf, wordColumns } from './appeal-words.ts'
import { promise } from './clock.ts'
import { begunFrom } from './origin.ts'
import { appealFlow, isSender } from './flow.ts'
import { changingAppeals } from './kept.ts'
import { APPEAL, handOnLead, lockAppeal } from './locking.ts'
import { stepDone, tellCentre, tellOfDeletion } from './telling.ts'
import { archiveAt } from './trace.ts'

type Saved = { id: number; appealNo: string | null; state: number; version: number; deadline: string | null }
type Sent = z.output<typeof SaveAppeal>
type Asked = Omit<Sent, 'polInfoId'> & { policyId?: number | undefined }

/** Accepts only an enabled subtype. */
export async function checkType(db: Db, typeId: number): Promise<void> {
  const type = await db
    .selectFrom('appeal_type as t')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .where('t.id', '=', typeId)
    .select(['t.parent_id', 't.enabled', 'big.enabled as big_enabled'])
    .executeTakeFirst()
  if (!type) throw invalidField('typeId', '请选择诉求类型')
  if (type.parent_id === null) throw invalidField('typeId', messages.treeLeafOnly)
  if (!type.enabled || !type.big_enabled) throw invalidField('typeId', '该诉求类型已停用，请另选')
}

async function checkPolicy(db: Db, policyId: number): Promise<void> {
  const policy = await db
    .selectFrom('policy')
    .select('id')
    .where('id', '=', policyId)
    .where('state', '=', POLICY_STATE.published)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!policy) throw invalidField('polInfoId', '该政策不存在或已下架')
}

/** Saves a draft, or files the appeal. The same text filed twice by the same sender makes one appeal. */
export async function saveAppeal(k: Kernel, call: Call, { polInfoId: policyId, ...sent }: Sent): Promise<Saved> {
  const actor = signedIn(call.actor)
  const asked = await begunFrom(k, actor, { ...sent, policyId })
  const archive = asked.submit ? await archiveAt(k, actor.companyId, asked.policyId) : {}
  return changingAppeals(k, async (db) => {
    const written = { ...(await checked(k, db, asked, await companyOf(db, actor.companyId))), ...archive }
    return asked.id === undefined
      ? begin(k, db, call, asked, written, { companyId: actor.companyId, entered: {} })
      : change(k, db, call, asked, asked.id, written)
  })
}

/** The company for which an appeal is filed; `entered`: the data stored when staff file it. */
interface Behalf {
  companyId: number | null
  entered: { source_type?: string; entered_by?: number; entered_office?: number | null; entrust?: string }
}
/** Files an appeal for a company (entering.ts). */
export const fileFor = async (k: Kernel, db: Db, call: Call, asked: Asked, behalf: Behalf & { company: string }): Promise<Saved> =>
  begin(k, db, call, asked, await checked(k, db, asked, behalf.company), behalf)

/** The input, after checking that its type is enabled and its policy is published. */
async function checked(k: Kernel, db: Db, asked: Asked, company: string | null): Promise<Written> {
  if (asked.typeId !== undefined) await checkType(db, asked.typeId)
  if (asked.policyId !== undefined) await checkPolicy(db, asked.policyId)
  return {
    title: asked.title,
    content: asked.content,
    type_id: asked.typeId ?? null,
    contact_sealed: sealPii(k, asked.contact),
    phone_sealed: sealPii(k, asked.phone),
    street: asked.streetId ?? null,
    policy_id: asked.policyId ?? null,
    public_flag: asked.publicFlag === 1,
    no_policy: asked.noPolicy === 1,
    ...(asked.fromKind === undefined ? {} : { from_kind: asked.fromKind, from_id: asked.fromId! }),
    ...wordColumns({ title: asked.title, content: asked.content, company }),
  }
}

type Written = ReturnType<typeof wordColumns> & {
  title: string
  content: string
  type_id: number | null
  contact_sealed: string
  phone_sealed: string
  street: string | null
  policy_id: number | null
  public_flag: boolean
  no_policy: boolean
  from_kind?: AppealOrigin
  from_id?: number
  size?: string | null
  trace?: string | null
}

const numbered = async (k: Kernel, db: Db, typeId: number) => {
  const now = k.clock.now()
  return { appeal_no: await nextNumber(db, 'SQ', dateOf(now)), submitted_at: now.toISOString(), ...(await promise(db, typeId, now)) }
}

async function begin(k: Kernel, db: Db, call: Call, asked: Asked, written: Written, { companyId, entered }: Behalf): Promise<Saved> {
  const actor = signedIn(call.actor)
  const files = asked.files.map((file) => file.filePath)
  const row = await db
    .insertInto('appeal')
    .values({
      ...written,
      ...entered,
      // Inserted as submitted, so that parallel submissions of the same text create one row; its number follows below.
      state: asked.submit ? appealCodes.code.waiting : appealCodes.code.draft,
      user_id: actor.userId,
      user_name: actor.name,
      company_id: companyId,
      created_at: k.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return filedBefore(db, actor.userId, companyId, written)
  await attachAt('files', db, actor, files, APPEAL, row.id)
  await note(db, call, appealFlow, {
    id: row.id,
    version: 1,
    from: null,
    move: asked.submit ? 'submit' : 'create',
    to: asked.submit ? 1 : 0,
  })
  const detail = entered.entrust === undefined ? {} : { companyId, entrust: entered.entrust }
  await audit(db, call, { action: asked.submit ? 'appeal.submit' : 'appeal.create', objectType: APPEAL, objectId: row.id, detail })
  if (!asked.submit) return saved(db, row.id)
  await db
    .updateTable('appeal')
    .set(await numbered(k, db, written.type_id!))
    .where('id', '=', row.id)
    .execute()
  await tellCentre(k, db, row.id)
  return saved(db, row.id)
}

async function change(k: Kernel, db: Db, call: Call, asked: Asked, id: number, written: Written): Promise<Saved> {
  const actor = signedIn(call.actor)
  const row = await lockAppeal(k, db, actor, id)
  const wish = { version: asked.version ?? row.version }
  if (asked.submit) {
    // A returned appeal keeps its number; its clock starts anew, because meanwhile the sender had to act.
    const begun = { ...(await numbered(k, db, written.type_id!)), ...(row.appeal_no === null ? {} : { appeal_no: row.appeal_no }) }
    await move(db, call, appealFlow, row, { ...wish, move: 'submit', set: { ...written, ...begun, back_reason: null } })
  } else await move(db, call, appealFlow, row, { ...wish, move: 'change', set: written })
  const kept = new Set(asked.files.map((file) => file.filePath))
  const dropped = (await filesOf(db, APPEAL, id)).map((file) => file.filePath).filter((key) => !kept.has(key))
  await detachFiles(db, dropped, APPEAL, id)
  await attachAt('files', db, actor, [...kept], APPEAL, id)
  if (asked.submit) await tellCentre(k, db, id)
  return saved(db, id)
}

async function saved(db: Db, id: number): Promise<Saved> {
  const row = await db
    .selectFrom('appeal')
    .select(['appeal_no', 'state', 'version', 'deadline'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, appealNo: row.appeal_no, state: row.state, version: row.version, deadline: row.deadline }
}

async function filedBefore(db: Db, userId: number, companyId: number | null, { title, content, type_id }: Written): Promise<Saved> {
  const row = await db
    .selectFrom('appeal')
    .select('id')
    .where('user_id', '=', userId)
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .where('title', '=', title)
    .where('content', '=', content)
    .where('type_id', '=', type_id)
    .where('state', 'in', [appealCodes.code.waiting, appealCodes.code.dealing, appealCodes.code.examining])
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow()
  return saved(db, row.id)
}

/** The sender deletes a draft or a returned appeal; the service centre deletes an invalid one (advertising), with a recorded reason. */
export async function removeAppeal(k: Kernel, call: Call, { id, reason }: { id: number; reason?: string | undefined }): Promise<true> {
  await changingAppeals(k, async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockAppeal(k, db, actor, id)
    await stepDone(k, db, id)
    await handOnLead(k, db, id)
    await move(db, call, appealFlow, row, { move: 'delete', version: row.version, reason })
    if (!isSender(actor, row)) await tellOfDeletion(k, db, id, reason ?? '')
  })
  return true
}
