import type { Parsed } from '../../contract/endpoint.ts'
import type { holding as endpoints } from '../../contract/declaration/holding.ts'
import type { Actor } from '../kernel/actor.ts'
import { lockColleagues } from '../kernel/access/colleagues.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, forbidden, invalidField, refused } from '../kernel/errors.ts'
import { batch } from '../kernel/jobs/batch.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { isOwn, requireVisible, visibleOf } from './access.ts'
import { lockDeclaration, type Context } from './context.ts'
import { signsByOffice, stepAt } from './flow.ts'
import { heldBy } from './held.ts'
import { declarationWait } from './tell.ts'
import { isHead, whoseTurn } from './whose-turn.ts'

const deskOf = (permission: string): string => (permission === 'declaration:accept' ? '/work/checkmanage' : '/work/govcheckmanage')

/** The users who may act on a declaration now; empty when it is not under review. */
async function handlers(k: Kernel, db: Db, { row, steps, passedBy, barred }: Context): Promise<number[]> {
  const step = stepAt(steps, row.state)
  if (!step) return []
  const signed = signsByOffice(step) ? [] : passedBy
  return (await whoseTurn(db, row.id, step, passedBy, k.clock.now())).filter(
    (userId) => !barred.includes(userId) && !signed.includes(userId) && !isOwn({ userId, companyId: null }, row),
  )
}

/**
 * Takes declarations in hand, assigns them to a colleague, or releases them (ADR 0240). It tells colleagues who works on what and locks
 * nothing. A user who may act on a declaration may take it when it is free; one that is taken is passed on only by its holder or the head
 * of the office.
 */
export function assign(k: Kernel, call: Call, actor: Actor, { items, userId }: Parsed<typeof endpoints.assign>['body']) {
  return batch(
    items,
    async (ids) => (await visibleOf(k, actor, ids)).select(['d.id', 'c.name']).execute(),
    (item) => k.db.transaction().execute((db) => assignOne(k, db, call, actor, item, userId)),
  )
}

async function assignOne(
  k: Kernel,
  db: Db,
  call: Call,
  actor: Actor,
  { id, version }: { id: number; version: number },
  userId: number | null,
): Promise<string> {
  if (userId !== null) await lockColleagues(db, [userId])
  await requireVisible(db, actor, id, k.clock.now())
  const context = await lockDeclaration(db, id, () => true)
  const { row, steps } = context
  if (row.version !== version) throw conflict('该申报已有新的处理，请刷新后再试')
  const may = await handlers(k, db, context)
  const step = stepAt(steps, row.state)
  const head = step !== undefined && (await isHead(db, actor, step.officeId))
  if (!step || (!may.includes(actor.userId) && !head)) throw forbidden('这件申报现在不由您办理')
  const holder = await heldBy(db).where('h.declaration_id', '=', id).select(['h.user_id', 'h.user_name']).executeTakeFirst()
  if (holder && holder.user_id !== actor.userId && !head) throw refused(`${holder.user_name}已领取，由其本人或部门负责人转交`, 'TAKEN')
  if (userId === null) {
    if (!holder) throw refused('没有人领取这件申报', 'FREE')
    await db.deleteFrom('declaration_holder').where('declaration_id', '=', id).execute()
    await audit(db, call, { action: 'declaration.putBack', objectType: 'declaration', objectId: id, detail: { declareNo: row.declare_no } })
    return '已放回'
  }
  if (!may.includes(userId)) throw invalidField('userId', '该人员现在不能办理这件申报')
  const { name } = await db.selectFrom('sys_user').select('name').where('id', '=', userId).executeTakeFirstOrThrow()
  const held = { round: row.round, state: row.state, user_id: userId, user_name: name, given_by: actor.userId, at: k.clock.now() }
  await db
    .insertInto('declaration_holder')
    .values({ declaration_id: id, ...held })
    .onConflict((c) => c.column('declaration_id').doUpdateSet(held))
    .execute()
  await audit(db, call, {
    action: userId === actor.userId ? 'declaration.take' : 'declaration.handTo',
    objectType: 'declaration',
    objectId: id,
    detail: { declareNo: row.declare_no, to: userId, from: holder?.user_id ?? null },
  })
  if (userId !== actor.userId && userId !== holder?.user_id)
    await notify(db, k, {
      to: { userId },
      kind: 'work',
      title: `${actor.name}指派您办理${row.company_name}的申报`,
      body: `项目：${row.project_name}。受理号 ${row.declare_no}。`,
      link: `${deskOf(step.permission)}?id=${id}`,
      waitsFor: declarationWait(id),
    })
  return userId === actor.userId ? '已领取' : `已指派给${name}`
}

/** The users who may act on it now, with the number of declarations each has in hand. */
export async function reviewersOf(k: Kernel, actor: Actor, id: number) {
  await requireVisible(k.db, actor, id, k.clock.now())
  const ids = await k.db.transaction().execute(async (db) => handlers(k, db, await lockDeclaration(db, id, () => true)))
  if (ids.length === 0) return []
  const people = await k.db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where('u.id', 'in', ids)
    .select(['u.id', 'u.name', 'o.name as officeName'])
    .orderBy('u.id')
    .execute()
  const held = await heldBy(k.db)
    .where('h.user_id', 'in', ids)
    .select(['h.user_id', (e) => e.fn.countAll<number>().as('n')])
    .groupBy('h.user_id')
    .execute()
  const holds = new Map(held.map((h) => [h.user_id, h.n]))
  return people.map((u) => ({ ...u, holds: holds.get(u.id) ?? 0 }))
}
