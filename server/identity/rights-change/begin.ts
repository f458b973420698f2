import { changeCodes } from '../../../contract/identity/rights-change.ts'
import type { Actor } from '../../kernel/actor.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { locked, type Row } from './changes.ts'
import { asOf, stillRunning } from './days.ts'
import { changeFlow } from './flow.ts'
import { apply, refuseUnknownRule, same, standing, subjectOf } from './subject.ts'

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
  for (const { id } of due) {
    const why = await begin(k, id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return error.message
    })
    if (why !== null) await lapse(k, id, why)
  }
}

/** Returns why the change cannot begin; null when it did. */
async function begin(k: Kernel, id: number): Promise<string | null> {
  const found = await k.db.selectFrom('rights_change').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) return null
  await refuseUnknownRule(k, subjectOf(found), found.after)
  const touched = await k.db.transaction().execute(async (db) => {
    const row = await locked(db, id)
    if (row.state !== scheduled) return []
    const day = today(k.clock)
    const subject = subjectOf(row)
    const stands = await standing(db, subject)
    if (!same(stands.given, stillRunning(row.before, day))) return null
    await move(db, systemCall(CALL), changeFlow, row, { move: 'begin', version: row.version, bySystem: true, detail: { title: row.title } })
    return apply(k, db, systemCall(CALL, approver(row)), subject, asOf(day, row), stands)
  })
  if (touched === null) return '同意之后权限已有变化'
  forget(k, { users: touched })
  return null
}

/** Who approved gives the rights, as with a change that takes effect at once. */
function approver({ decided_by, decided_by_name }: Row): Actor {
  if (decided_by === null) throw new AppError(200, 'STATE', '同意的人已不在')
  const name = decided_by_name ?? ''
  return {
    userId: decided_by,
    sessionId: '',
    type: 'YYF',
    name,
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
    const detail = { title: row.title }
    await move(db, systemCall(CALL), changeFlow, row, { move: 'lapse', version: row.version, bySystem: true, reason, detail })
  })
