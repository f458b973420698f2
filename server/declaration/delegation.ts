import { shanghaiDay, shanghaiMinute, shanghaiTime } from '../../contract/shanghai.ts'
import { messages } from '../../contract/messages.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { DelegationRow, delegation as endpoints } from '../../contract/declaration/process.ts'
import type { Actor } from '../kernel/actor.ts'
import { lockColleagues } from '../kernel/access/colleagues.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, forbidden, invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { reviewsFor } from './access.ts'
import { MANAGE, readingDesks } from './desks.ts'
import { putBackWords, releaseAfter } from './release.ts'
import { holders } from './whose-turn.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

const MAX_DAYS = 180
const LINK = `${MANAGE}?tab=delegation`

/** The delegations, or for whom their page does not open the desk where the work waits. */
export async function delegationLinks(db: Db, userIds: readonly number[]): Promise<(userId: number) => string> {
  const deskOf = await readingDesks(db, userIds)
  return (userId) => (deskOf(userId) === MANAGE ? LINK : deskOf(userId))
}
const linkFor = async (db: Db, userId: number): Promise<string> => (await delegationLinks(db, [userId]))(userId)

/** Whole days as days, everything else to the minute. */
function periodOf(start: string, end: string): string {
  const isWhole = shanghaiTime(Date.parse(start)).endsWith('T00:00:00') && shanghaiTime(Date.parse(end)).endsWith('T23:59:59')
  const text = isWhole ? (at: string) => shanghaiDay(Date.parse(at)) : shanghaiMinute
  return `${text(start)} 至 ${text(end)}`
}

/** A reviewer lets a colleague sign in their name for a period. The delegate cannot delegate further. */
export async function saveDelegation(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: Parsed<typeof endpoints.save>['body'],
): Promise<{ id: number }> {
  if (!reviewsFor(actor)) throw forbidden('只有审核人员可以委托')
  const now = k.clock.now()
  if (input.delegateId === actor.userId) throw invalidField('delegateId', '不能委托给自己')
  if (input.endTime === input.startTime) throw invalidField('endTime', messages.dateRangeEqual)
  if (input.endTime < input.startTime) throw invalidField('endTime', '结束时间不能早于开始时间')
  if (Date.parse(input.endTime) <= now.getTime()) throw invalidField('endTime', '结束时间应晚于现在')
  if (Date.parse(input.endTime) - Date.parse(input.startTime) > MAX_DAYS * 86_400_000)
    throw invalidField('endTime', `一次委托最长 ${MAX_DAYS} 天`)
  return k.db.transaction().execute(async (db) => {
    // A reviewer can have one delegate at a time.
    await lockColleagues(db, [input.delegateId], actor.userId)
    const delegate = await holders(db, 'declaration:read', null).select('u.name').where('u.id', '=', input.delegateId).executeTakeFirst()
    if (!delegate) throw invalidField('delegateId', '该人员不存在或不能查看申报')
    const overlap = await db
      .selectFrom('declaration_delegation')
      .select('id')
      .where('user_id', '=', actor.userId)
      .where('revoked_at', 'is', null)
      .where('starts_at', '<', input.endTime)
      .where('ends_at', '>', input.startTime)
      .executeTakeFirst()
    if (overlap) throw invalidField('startTime', '该期间已有委托，请先撤销')
    const { id } = await db
      .insertInto('declaration_delegation')
      .values({
        user_id: actor.userId,
        delegate_id: input.delegateId,
        starts_at: input.startTime,
        ends_at: input.endTime,
        reason: input.reason,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notify(db, k, {
      to: { userId: input.delegateId },
      kind: 'work',
      title: `${actor.name} 委托您代为审核申报`,
      body: `期限：${periodOf(input.startTime, input.endTime)}。原因：${input.reason}`,
      link: await linkFor(db, input.delegateId),
    })
    await audit(db, call, {
      action: 'declaration.delegation.save',
      objectType: 'declaration_delegation',
      objectId: id,
      detail: { delegateId: input.delegateId, from: input.startTime, to: input.endTime },
    })
    return { id }
  })
}

/** Tells the other one that the delegation ended before its time, and how many declarations are free again. */
async function tellOfEnd(
  k: Kernel,
  db: Db,
  actor: Actor,
  row: { user_id: number; delegate_id: number; starts_at: string; ends_at: string },
  { reason, released }: { reason: string; released: number },
): Promise<void> {
  const isOwn = row.user_id === actor.userId
  const userId = isOwn ? row.delegate_id : row.user_id
  const next = isOwn ? '您不能再代为审核。' : '您的申报待审事项由您本人办理，或另行委托。'
  await notify(db, k, {
    to: { userId },
    kind: 'declaration',
    title: isOwn ? `${actor.name} 撤销了对您的审核委托` : `${actor.name} 不再代您审核申报`,
    body: `原定期限：${periodOf(row.starts_at, row.ends_at)}。${reason ? `原因：${reason}。` : ''}${next}${released > 0 ? putBackWords(isOwn ? '您' : actor.name, released) : ''}`,
    link: await linkFor(db, userId),
  })
}

/** The delegator, or a delegate who declines, ends the delegation at once; the other one is told. */
export async function revokeDelegation(
  k: Kernel,
  call: Call,
  actor: Actor,
  { id, reason }: Parsed<typeof endpoints.revoke>['body'],
): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    const row = await db.selectFrom('declaration_delegation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row || (row.user_id !== actor.userId && row.delegate_id !== actor.userId)) throw notFound('委托不存在')
    if (row.revoked_at) throw conflict('该委托已经撤销或退回，不需要再办')
    const now = k.clock.now()
    const isOwn = row.user_id === actor.userId
    const ended = { ended_by_name: actor.name, ended_by_delegate: !isOwn, end_reason: reason || null }
    await db
      .updateTable('declaration_delegation')
      .set({ revoked_at: now.toISOString(), ...ended })
      .where('id', '=', id)
      .execute()
    const released = await releaseAfter(k, db, call, row)
    if (Date.parse(row.ends_at) > now.getTime()) await tellOfEnd(k, db, actor, row, { reason, released })
    await audit(db, call, {
      action: 'declaration.delegation.revoke',
      objectType: 'declaration_delegation',
      objectId: id,
      detail: reason ? { reason } : {},
    })
    return true as const
  })
}

export async function listDelegations(
  k: Kernel,
  actor: Actor,
  q: Parsed<typeof endpoints.list>['query'],
): Promise<{ total: number; list: DelegationRow[] }> {
  const now = k.clock.now()
  const base = k.db
    .selectFrom('declaration_delegation as g')
    .where((e) =>
      e.or([
        ...(q.received === true ? [] : [e('g.user_id', '=', actor.userId)]),
        ...(q.received === false ? [] : [e('g.delegate_id', '=', actor.userId)]),
      ]),
    )
    .$if(q.open === true, (list) => list.where('g.revoked_at', 'is', null).where('g.ends_at', '>=', now.toISOString()))
    .$if(q.open === false, (list) => list.where((e) => e.or([e('g.revoked_at', 'is not', null), e('g.ends_at', '<', now.toISOString())])))
  const { total, rows } = await pageOf(
    base,
    q,
    (page) => page.orderBy('g.id', 'desc'),
    (page) =>
      page
        .innerJoin('sys_user as u', 'u.id', 'g.user_id')
        .innerJoin('sys_user as v', 'v.id', 'g.delegate_id')
        .leftJoin('office as o', 'o.id', 'v.office_id')
        .selectAll('g')
        .select(['u.name as user_name', 'v.name as delegate_name', 'o.name as office_name']),
  )
  const at = now.getTime()
  const stateOf = (r: (typeof rows)[number]) => {
    if (r.revoked_at) return r.ended_by_delegate ? 4 : 3
    return Date.parse(r.starts_at) > at ? 0 : Date.parse(r.ends_at) < at ? 2 : 1
  }
  return {
    total,
    list: rows.map((r) => ({
      id: r.id,
      userName: r.user_name,
      delegateName: r.delegate_name,
      delegateOffice: r.office_name,
      startTime: r.starts_at,
      endTime: r.ends_at,
      reason: r.reason,
      state: stateOf(r),
      mine: r.user_id === actor.userId,
      endedAt: r.revoked_at,
      endedBy: r.ended_by_name,
      endReason: r.end_reason,
    })),
  }
}
