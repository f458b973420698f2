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
import { requireVisible, visibleOf } from './access.ts'
import { lockDeclaration } from './context.ts'
import { contextOf } from './contexts.ts'
import { withDelegated } from './delegators.ts'
import { desksOf } from './desks.ts'
import { stepAt } from './flow.ts'
import { heldAsSeen, heldBy } from './held.ts'
import { declarationRows, type DeclarationRecord } from './queries.ts'
import { declarationWait } from './tell.ts'
import { isHead, whoseTurn } from './whose-turn.ts'

/**
 * Takes declarations in hand, assigns them to a colleague, or releases them (ADR 0240). It tells colleagues who works on what and locks
 * nothing. A user who may act on a declaration may take it when it is free; one that is taken is passed on only by its holder or the head
 * of the office. It is as good as free when its holder may no longer act on it, because the row rules have become narrower for instance.
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
  const may = await whoseTurn(db, context, k.clock.now())
  const step = stepAt(steps, row.state)
  const head = step !== undefined && (await isHead(db, actor, step.officeId))
  const holder = await heldBy(db).where('h.declaration_id', '=', id).select(['h.user_id', 'h.user_name']).executeTakeFirst()
  const isMine = holder?.user_id === actor.userId
  if (!step || (!may.includes(actor.userId) && !head && !isMine)) throw forbidden('这件申报现在不由您办理')
  if (holder && !isMine && !head && may.includes(holder.user_id))
    throw refused(`${holder.user_name}已领取，由其本人或部门负责人转交`, 'TAKEN')
  const former = holder && !isMine && holder.user_id !== userId ? holder.user_id : null
  if (userId === null) {
    if (!holder) throw refused('没有人领取这件申报', 'FREE')
    await db.deleteFrom('declaration_holder').where('declaration_id', '=', id).execute()
    await audit(db, call, { action: 'declaration.putBack', objectType: 'declaration', objectId: id, detail: { declareNo: row.declare_no } })
    if (former !== null) await tellPassed(k, db, former, row, `${actor.name}放回了您领取的${row.company_name}的申报`)
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
  if (former !== null)
    await tellPassed(
      k,
      db,
      former,
      row,
      `您领取的${row.company_name}的申报，已由${actor.name}转给${userId === actor.userId ? '本人' : name}办理`,
    )
  if (userId !== actor.userId && userId !== holder?.user_id)
    await notify(db, k, {
      to: { userId },
      kind: 'work',
      title: `${actor.name}指派您办理${row.company_name}的申报`,
      body: `项目：${row.project_name}。受理号 ${row.declare_no}。`,
      link: `${(await desksOf(db, [userId]))(userId, step.permission)}?id=${id}`,
      waitsFor: declarationWait(id),
    })
  return userId === actor.userId ? '已领取' : `已指派给${name}`
}

/** The head of an office, or who may act when the holder no longer may, has passed on what somebody had in hand. */
const tellPassed = (k: Kernel, db: Db, userId: number, row: { project_name: string; declare_no: string | null }, title: string) =>
  notify(db, k, {
    to: { userId },
    kind: 'declaration',
    title,
    body: `项目：${row.project_name}。受理号 ${row.declare_no}。`,
    link: '/work/workbench',
  })

/** Whether the user who has it in hand may still act on it; true when nobody has it. */
export const holderActs = async (k: Kernel, row: DeclarationRecord): Promise<boolean> =>
  row.holder_id === null || (await whoseTurn(k.db, await contextOf(k.db, row), k.clock.now())).includes(row.holder_id)

/** The users who may act on it now, with the number of declarations each has in hand, as far as the reader sees these. */
export async function reviewersOf(k: Kernel, actor: Actor, id: number) {
  await requireVisible(k.db, actor, id, k.clock.now())
  const row = await declarationRows(k.db).where('d.id', '=', id).executeTakeFirstOrThrow()
  const ids = await whoseTurn(k.db, await contextOf(k.db, row), k.clock.now())
  if (ids.length === 0) return []
  const people = await k.db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where('u.id', 'in', ids)
    .select(['u.id', 'u.name', 'o.name as officeName'])
    .orderBy('u.id')
    .execute()
  const held = await heldAsSeen(k.db, await withDelegated(k.db, actor, k.clock.now()))
    .where('h.user_id', 'in', ids)
    .select(['h.user_id', (e) => e.fn.countAll<number>().as('n')])
    .groupBy('h.user_id')
    .execute()
  const holds = new Map(held.map((h) => [h.user_id, h.n]))
  return people.map((u) => ({ ...u, holds: holds.get(u.id) ?? 0 }))
}
