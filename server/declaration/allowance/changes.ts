import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { inFen } from '../../../contract/money.ts'
import type { z } from 'zod'
import type { allowanceApplication, allowanceRecord } from '../../../contract/declaration/allowance.ts'
import type { AllowanceSource } from '../../../contract/declaration/allowance-states.ts'
import { chosenCompany } from '../../company/index.ts'
import { policyById } from '../../policy/index.ts'
import { notify } from '../../system/index.ts'
import { allowanceWait } from './waits.ts'
import { companyOf, signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalidField } from '../../kernel/errors.ts'
import { attachFiles, detachFiles } from '../../kernel/files/access.ts'
import { once } from '../../kernel/http/idempotency.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { note } from '../../kernel/flow-log.ts'
import { allowanceFlow } from './flow.ts'
import { declarationFault } from './ground.ts'
import { lockSeen, makeMove } from './move.ts'
import { numberFor, refuseTwin } from './twins.ts'

export const OBJECT = 'allowance'
type Application = z.output<typeof allowanceApplication>

interface Entry extends Application {
  companyId: number
  declareId?: number | undefined
  officeId?: number | undefined
  twinReason?: string | undefined
}

async function refuseStrangers(db: Db, actor: Actor, entry: Entry, except: number | null = null): Promise<void> {
  if (entry.policyId !== undefined && !(await policyById(db, entry.policyId))) throw invalidField('policyId', '政策不存在或已被删除')
  if (entry.officeId !== undefined && !(await db.selectFrom('office').select('id').where('id', '=', entry.officeId).executeTakeFirst()))
    throw invalidField('officeId', '部门不存在')
  if (entry.declareId === undefined) return
  const own = await db
    .selectFrom('declaration')
    .select('id')
    .where('id', '=', entry.declareId)
    .where('company_id', '=', entry.companyId)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  if (!own) throw invalidField('declareId', '不是该企业已通过的申报')
  const fault = await declarationFault(db, entry.declareId)
  if (fault) throw invalidField('declareId', fault)
  const other = await db
    .selectFrom('allowance')
    .select('id')
    .where('declaration_id', '=', entry.declareId)
    .where('deleted', '=', false)
    .where('id', '<>', except ?? 0)
    .executeTakeFirst()
  if (other) throw invalidField('declareId', `该申报已登记补贴${await numberFor(db, actor, other.id)}`)
}

const columnsOf = (entry: Entry) => ({
  company_id: entry.companyId,
  policy_id: entry.policyId ?? null,
  declaration_id: entry.declareId ?? null,
  project_name: entry.projectName,
  year: entry.year,
  amount: inFen(entry.amount),
  office_id: entry.officeId ?? null,
  note: entry.note || null,
  twin_reason: entry.twinReason || null,
  files: JSON.stringify(entry.files ?? []),
})

async function insert(k: Kernel, db: Db, call: Call, entry: Entry, source: AllowanceSource): Promise<{ id: number; version: number }> {
  const actor = signedIn(call.actor)
  await refuseStrangers(db, actor, entry)
  await refuseTwin(db, actor, entry, { own: source === 'enterprise' })
  const now = k.clock.now()
  const saved = await db
    .insertInto('allowance')
    .values({ ...columnsOf(entry), source, created_by: actor.userId, makers: [actor.userId], created_at: now, updated_at: now })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await attachFiles(
    db,
    actor,
    (entry.files ?? []).map((f) => f.filePath),
    OBJECT,
    saved.id,
  )
  await note(db, call, allowanceFlow, { id: saved.id, version: 1, move: 'enter', from: null, to: 0 })
  await audit(db, call, {
    action: 'allowance.enter',
    objectType: OBJECT,
    objectId: saved.id,
    detail: { project: entry.projectName, year: entry.year, source },
  })
  return saved
}

export interface DirectEntry {
  companyId: number
  policyId: number
  projectName: string
  year: number
  /** 分 */
  amount: number
  officeId: number | null
  note: string
  confirmedBy: string
  /** the user who confirmed the list, and the user who made it */
  confirmerId: number | null
  /** everybody who prepared it: none of them pays it (G-02) */
  makerIds: readonly number[]
  publicFrom: string
  publicTo: string
}

/**
 * Enters an allowance that results from a no-application list: approved by the user who confirmed the list, with the publicity of the list
 * already over, so it waits for payment. Throws the refusal of a duplicate; `db` is the transaction that stores the id in the list's row.
 */
export async function enterDirect(k: Kernel, db: Db, call: Call, e: DirectEntry): Promise<number> {
  const actor = signedIn(call.actor)
  await refuseTwin(db, actor, e)
  const now = k.clock.now()
  const { id } = await db
    .insertInto('allowance')
    .values({
      company_id: e.companyId,
      policy_id: e.policyId,
      project_name: e.projectName,
      year: e.year,
      amount: e.amount,
      office_id: e.officeId,
      note: e.note,
      files: '[]',
      source: 'direct',
      state: allowanceStates.approved,
      reviewed_by: e.confirmedBy,
      approved_by: e.confirmerId,
      approved_amount: e.amount,
      makers: [...new Set([...e.makerIds, actor.userId])],
      reviewed_at: now,
      public_from: e.publicFrom,
      public_to: e.publicTo,
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note(db, call, allowanceFlow, { id, version: 1, move: 'enter', from: null, to: 1, reason: e.note })
  await audit(db, call, {
    action: 'allowance.enter',
    objectType: OBJECT,
    objectId: id,
    detail: { project: e.projectName, year: e.year, source: 'direct' },
  })
  await notify(db, k, {
    to: { companyId: e.companyId },
    kind: 'declaration',
    title: `免申即享“${e.projectName}”已移交拨付`,
    body: '公示期满，等待拨付资金。',
    link: `/work/mySubsidy?id=${id}`,
  })
  return id
}

/** A company applies for itself; the office reviews. */
export function applyForAllowance(k: Kernel, call: Call, body: Application): Promise<{ id: number }> {
  const companyId = companyOf(signedIn(call.actor))
  return k.db.transaction().execute((db) =>
    once(db, call, 'allowance.submit', body, async () => {
      const { id } = await insert(k, db, call, { ...body, companyId }, 'enterprise')
      await notify(db, k, {
        to: { permission: 'allowance:review' },
        kind: 'work',
        title: `企业申请补贴：${body.projectName}`,
        link: `/work/subsidies?id=${id}`,
        waitsFor: allowanceWait(id),
      })
      return { id }
    }),
  )
}

/** Staff enter a sum, or change one that waits for review. */
export function saveAllowance(k: Kernel, call: Call, body: z.output<typeof allowanceRecord>): Promise<{ id: number; version: number }> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute((db) =>
    once(db, call, 'allowance.save', body, async () => {
      if (body.id === undefined) {
        await chosenCompany(db, actor, body.companyId)
        return insert(k, db, call, body, body.declareId === undefined ? 'staff' : 'declaration')
      }
      const row = await lockSeen(k, db, actor, body.id)
      if (body.version === undefined || body.version !== row.version) throw conflict()
      if (row.company_id !== body.companyId) throw invalidField('companyId', '不能更换企业，请删除后重新登记')
      await refuseStrangers(db, actor, body, body.id)
      await refuseTwin(db, actor, body, { except: body.id })
      const { files } = await db.selectFrom('allowance').select('files').where('id', '=', body.id).executeTakeFirstOrThrow()
      const wanted = (body.files ?? []).map((f) => f.filePath)
      await makeMove(k, db, call, row, { move: 'change', version: body.version })
      const makers = [...new Set([...row.makers, actor.userId])]
      await db
        .updateTable('allowance')
        .set({ ...columnsOf(body), makers })
        .where('id', '=', body.id)
        .execute()
      await detachFiles(
        db,
        files.map((f) => f.filePath).filter((key) => !wanted.includes(key)),
        OBJECT,
        body.id,
      )
      await attachFiles(db, actor, wanted, OBJECT, body.id)
      return { id: body.id, version: row.version + 1 }
    }),
  )
}
