import { inWan } from '../../contract/money.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { directStaff as endpoints } from '../../contract/direct.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { startTask } from '../kernel/jobs/task-runner.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'
import { notify } from '../system/index.ts'
import { listWait } from './waits.ts'
import { lockList, type ListRecord } from './access.ts'
import { LIST, moveList, moveRow } from './move.ts'
import { counting, sumsOf, withdrawnOf } from './queries.ts'
import { TELL } from './telling.ts'

type Body<N extends keyof typeof endpoints> = Parsed<(typeof endpoints)[N]>['body']
const address = (id: number) => `/work/directList?id=${id}`

async function standing(db: Db, list: ListRecord): Promise<{ companies: number; fen: number }> {
  const sums = (await sumsOf(db, [list.id])).filter((s) => counting.includes(s.state))
  return { companies: sums.reduce((n, s) => n + s.count, 0), fen: sums.reduce((n, s) => n + Number(s.amount), 0) }
}

/** Submits a list for confirmation by another person. A list above its budget needs a statement on where the money comes from. */
export function submitList(k: Kernel, call: Call, body: Body<'submit'>): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const list = await lockList(db, actor, body.id)
    const { companies, fen } = await standing(db, list)
    if (list.state === 'frozen' && companies === 0) throw refused('名单中没有企业，不能提交', 'EMPTY')
    if (list.state === 'frozen' && list.budget !== null && fen > list.budget && !body.overReason)
      throw invalidField('overReason', `合计超出预算 ${inWan(fen - list.budget)} 万元，请填写资金安排说明`)
    await moveList(k, db, call, list, {
      move: 'submit',
      version: body.version,
      note: body.overReason,
      set: { submitted_at: k.clock.now(), over_reason: body.overReason || null, opinion: null },
    })
    await notify(db, k, {
      to: { permission: 'direct:confirm' },
      kind: 'work',
      title: `待确认：免申即享名单“${list.title}”（${companies} 家，${inWan(fen)} 万元）`,
      link: address(list.id),
      waitsFor: listWait(list.id),
      except: actor.userId,
    })
    return true
  })
}

export function withdrawList(k: Kernel, call: Call, { id, version }: Body<'withdraw'>): Promise<true> {
  return k.db.transaction().execute<true>(async (db) => {
    await moveList(k, db, call, await lockList(db, signedIn(call.actor), id), { move: 'withdraw', version, set: { submitted_at: null } })
    return true
  })
}

/**
 * Confirms or returns a list. When confirmed, it is announced and the period for consent and objections begins, in working days; a returned
 * list goes back to its maker.
 */
export function reviewList(k: Kernel, call: Call, { id, version, pass, opinion }: Body<'review'>): Promise<true> {
  const actor = signedIn(call.actor)
  if (!pass && !opinion) throw invalidField('opinion', '请填写退回的原因')
  return k.db.transaction().execute<true>(async (db) => {
    const list = await lockList(db, actor, id)
    const from = today(k.clock)
    const to = await addWorkdays(db, from, list.days)
    const set = pass
      ? {
          confirmed_by: actor.userId,
          confirmed_by_name: actor.name,
          confirmed_at: k.clock.now(),
          public_from: from,
          public_to: to,
          opinion: opinion || null,
        }
      : { opinion, submitted_at: null }
    const note = pass ? `公示 ${from} 至 ${to}${opinion ? `；${opinion}` : ''}` : opinion
    if (pass) await leaveOutWithdrawn(k, db, call, list)
    await moveList(k, db, call, list, { move: pass ? 'confirm' : 'return', version, note, set })
    await notify(db, k, {
      to: { userId: list.created_by },
      kind: pass ? 'declaration' : 'work',
      title: `免申即享名单“${list.title}”${pass ? `已确认，公示至 ${to}` : '被退回'}`,
      body: opinion ?? '',
      link: address(id),
      ...(pass ? {} : { waitsFor: listWait(id) }),
      except: actor.userId,
    })
    if (pass) await startTask(db, { kind: TELL, key: `${id}:announced`, params: { listId: id, what: 'announced' } })
    return true
  })
}

/** Leaves out companies that withdrew the consent to their archive after the rows were made. */
async function leaveOutWithdrawn(k: Kernel, db: Db, call: Call, list: ListRecord): Promise<void> {
  const gone = await withdrawnOf(db, list.id)
  if (gone.length === 0) return
  await db
    .updateTable('direct_row')
    .set({ state: 'excluded', reason: '企业已撤回档案授权', updated_at: k.clock.now() })
    .where('list_id', '=', list.id)
    .where('id', 'in', gone)
    .where('state', '=', 'listed')
    .execute()
  await audit(db, call, { action: 'direct.row.withdrawn', objectType: LIST, objectId: list.id, detail: { rows: gone.length } })
}

/** Ends a list that was announced; refused once a company's money was handed over. */
export function cancelList(k: Kernel, call: Call, { id, version, reason }: Body<'cancel'>): Promise<true> {
  return k.db.transaction().execute<true>(async (db) => {
    const list = await lockList(db, signedIn(call.actor), id)
    const handed = await db.selectFrom('direct_row').select('id').where('list_id', '=', id).where('state', '=', 'handed').executeTakeFirst()
    if (handed) throw refused('已有企业移交为补贴，不能终止', 'STATE')
    await moveList(k, db, call, list, { move: 'cancel', version, note: reason, set: { opinion: reason } })
    await startTask(db, { kind: TELL, key: `${id}:cancelled`, params: { listId: id, what: 'cancelled' } })
    return true
  })
}

/** Closes a list after its period. The rows of companies that did not answer lapse. */
export function closeList(k: Kernel, call: Call, { id, version }: Body<'close'>): Promise<true> {
  return k.db.transaction().execute<true>(async (db) => {
    const list = await lockList(db, signedIn(call.actor), id)
    await moveList(k, db, call, list, { move: 'close', version })
    const { numUpdatedRows } = await db
      .updateTable('direct_row')
      .set({ state: 'lapsed', updated_at: k.clock.now() })
      .where('list_id', '=', id)
      .where('state', '=', 'listed')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n)
      await audit(db, call, { action: 'direct.row.lapse', objectType: LIST, objectId: id, detail: { rows: Number(numUpdatedRows) } })
    return true
  })
}

/**
 * Staff leave a company out or take it back before the list is announced, or leave out one whose money could not be handed over after it
 * closed. The row stays, with the reason.
 */
export function moveByHand(k: Kernel, call: Call, id: number, move: 'exclude' | 'restore', reason: string | null): Promise<true> {
  return k.db.transaction().execute<true>(async (db) => {
    const at = await db.selectFrom('direct_row').select('list_id').where('id', '=', id).executeTakeFirst()
    if (!at) throw notFound('名单中没有这家企业')
    const list = await lockList(db, signedIn(call.actor), at.list_id)
    const row = await db
      .selectFrom('direct_row')
      .select(['id', 'company_id', 'state'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await moveRow(k, db, call, list, row, { move, who: 'staff', reason })
    return true
  })
}
