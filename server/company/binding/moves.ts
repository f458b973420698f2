import { passing } from '../../../contract/passing.ts'
import { bindingStates, type binding as endpoints } from '../../../contract/binding.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { forget, stopActing } from '../../identity/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { detachFiles, filesOf } from '../../kernel/files/access.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { endBinding } from '../endings.ts'
import { mayLook, visibleTo } from './access.ts'
import { FILES } from './bindings.ts'
import { bindingFlow, type BindingMove } from './flow.ts'
import { handled } from '../../system/index.ts'
import { bindingWait, tellMoved } from './tell.ts'

interface One {
  id: number
  /** without it, the current version */
  version?: number | undefined
}

/** Makes one move. The user's row stays locked until the commit, so that a parallel changeToCompany waits for the outcome. */
async function moveBinding(k: Kernel, call: Call, actor: Actor, one: One, wish: (state: number) => BindingMove, opinion: string | null) {
  if (!mayLook(actor)) throw forbidden()
  const now = k.clock.now()
  const { row, name } = await k.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('personal_company as b')
      .select(['b.id', 'b.user_id', 'b.company_id', 'b.state', 'b.version'])
      .where('b.id', '=', one.id)
      .where(visibleTo(actor))
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    const name = wish(row.state)
    await db.selectFrom('sys_user').select('id').where('id', '=', row.user_id).forUpdate().execute()
    await move(db, call, bindingFlow, row, {
      move: name,
      version: one.version ?? row.version,
      reason: opinion,
      set: name === 'unbind' ? { ended_at: now } : { examine_user_id: actor.userId, examined_at: now, opinion },
      detail: { companyId: row.company_id },
    })
    await handled(db, k, bindingWait(row.id))
    if (name === 'remove') await detachAll(db, row.id)
    else await tellMoved(db, k, actor, row, name, opinion)
    if (name === 'unbind') {
      await stopActing(db, row.user_id, row.company_id)
      await endBinding(k, db, row.company_id, row.user_id)
    }
    return { row, name }
  })
  if (name === 'unbind') forget(k, { users: [row.user_id] })
}

async function detachAll(db: Db, id: number): Promise<void> {
  const files = await filesOf(db, FILES, id)
  const keys = files.map((f) => f.filePath)
  await detachFiles(db, keys, FILES, id)
}

export async function examineBinding(k: Kernel, call: Call, actor: Actor, body: Parsed<typeof endpoints.examine>['body']): Promise<true> {
  await moveBinding(k, call, actor, body, () => (body.examineState === passing.code.pass ? 'approve' : 'refuse'), body.opinion || null)
  return true
}

export async function removeBinding(k: Kernel, call: Call, actor: Actor, one: One): Promise<true> {
  await moveBinding(k, call, actor, one, (state) => (state === bindingStates.bound ? 'unbind' : 'remove'), null)
  return true
}

/** A request ends with the account of the person who made it; its evidence goes with the person's other files (P-04). */
export async function withdrawWith(k: Kernel, db: Db, userId: number): Promise<void> {
  const open = await db
    .selectFrom('personal_company')
    .select(['id', 'user_id', 'company_id', 'state', 'version'])
    .where('user_id', '=', userId)
    .where('state', '=', bindingStates.waiting)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of open) {
    const detail = { companyId: row.company_id }
    await move(db, systemCall('account.close'), bindingFlow, row, { move: 'remove', version: row.version, bySystem: true, detail })
    await handled(db, k, bindingWait(row.id))
    await detachAll(db, row.id)
  }
}
