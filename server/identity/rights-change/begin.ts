import { changeCodes } from '../../../contract/identity/rights-change.ts'
import type { Actor } from '../../kernel/actor.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { AppError, refused } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { basisIn, gives, isOfficer, namedOf, whyNot } from './basis.ts'
import { asOf } from './days.ts'
import { changeFlow } from './flow.ts'
import { from, locked, type Row } from './rows.ts'
import { lockGiven, standing } from './standing.ts'
import { apply, subjectOf } from './subject.ts'
import { makeVoid } from './void.ts'

const CALL = 'rights.begin'
const { scheduled } = changeCodes.code

/** Applies the approved changes whose start has come. One that no longer fits the present rights becomes void, and the others begin. */
export async function beginChanges(k: Kernel): Promise<void> {
  const due = await k.db
    .selectFrom('rights_change')
    .select('id')
    .where('state', '=', scheduled)
    .where('starts_at', '<=', k.clock.now().toISOString())
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  const failed: unknown[] = []
  for (const { id } of due) await beginOne(k, id).catch((error: unknown) => failed.push(error))
  // The job is reported as failed, and tries again in the next minute.
  if (failed.length > 0) throw failed[0]
}

async function beginOne(k: Kernel, id: number): Promise<void> {
  const why = await begin(k, id).catch((error: unknown) => {
    if (error instanceof AppError && !isPassing(error)) return error.message
    throw error
  })
  if (why !== null) await lapse(k, id, why)
}

/** Another process was faster, or the platform is busy: no reason to end the change. */
const isPassing = ({ code, status }: AppError) => code === 'CONFLICT' || status === 429 || status >= 500

/** Returns why the change cannot begin; null when it did. */
async function begin(k: Kernel, id: number): Promise<string | null> {
  const found = await from(k.db).where('x.id', '=', id).executeTakeFirst()
  if (!found) return null
  const named = await namedOf(k, [found])
  const touched = await k.db.transaction().execute(async (db) => {
    const row = await locked(db, id)
    if (row.state !== scheduled) return []
    const subject = subjectOf(row)
    await lockGiven(db, row)
    const stands = await standing(db, subject)
    const why = whyNot(row, await basisIn(k, db, [row], named))
    if (why !== null) return why
    const by = systemCall(CALL, await approver(db, row))
    await move(db, systemCall(CALL), changeFlow, row, { move: 'begin', version: row.version, bySystem: true, detail: { title: row.title } })
    return apply(k, db, by, subject, asOf(today(k.clock), row), stands, row.proposed_by)
  })
  if (typeof touched === 'string') return touched
  forget(k, { users: touched })
  return null
}

/** Who approved gives the rights, as with a change that takes effect at once, and must still be an officer when it gives more. */
async function approver(db: Db, row: Row): Promise<Actor> {
  const { decided_by: userId, decided_by_name: name } = row
  if (userId === null) throw refused('同意的人已不在')
  if (gives(row) && !(await isOfficer(db, userId))) throw refused('同意的人已不是安全管理员')
  return {
    userId,
    sessionId: '',
    type: 'YYF',
    name: name ?? '',
    companyId: null,
    officeId: null,
    roles: ['secadmin'],
    permissions: new Set(),
  }
}

const lapse = (k: Kernel, id: number, reason: string): Promise<void> =>
  k.db.transaction().execute(async (db) => {
    const row = await locked(db, id)
    if (row.state !== scheduled) return
    k.log.warn({ id, reason }, 'a scheduled change of rights is void')
    await makeVoid(k, db, systemCall(CALL), row, reason)
  })
