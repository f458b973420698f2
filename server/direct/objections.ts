import { objectionCodes } from '../../contract/passing.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { directMine } from '../../contract/direct.ts'
import { companyOf, signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { once } from '../kernel/http/idempotency.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { archiveFor, judgeOf } from '../matching/index.ts'
import { staffHolding } from '../identity/index.ts'
import { notify } from '../system/index.ts'
import { objectionWait } from './waits.ts'
import { lockList } from './access.ts'
import { LIST } from './move.ts'
import { preparersOf } from './preparers.ts'
import { counting } from './queries.ts'

/**
 * Makes an objection within the period: for the own company when it is not on the list or has a wrong amount, or against another company on
 * the list. A company has at most one open objection per target.
 */
export async function objectTo(k: Kernel, call: Call, body: Parsed<(typeof directMine)['object']>['body']): Promise<{ id: number }> {
  const actor = signedIn(call.actor)
  const companyId = companyOf(actor)
  const said = await verdictOf(k, body.listId, companyId)
  return k.db.transaction().execute((db) =>
    once(db, call, 'direct.object', body, async () => {
      const list = await lockList(db, actor, body.listId)
      if (list.state !== 'announced' || today(k.clock) > list.public_to!) throw refused('只能在公示期内提出异议', 'STATE')
      await refuseWrongTarget(db, list.id, companyId, body.rowId)
      const open = await db
        .selectFrom('direct_objection')
        .select('id')
        .where('list_id', '=', list.id)
        .where('company_id', '=', companyId)
        .where('row_id', body.rowId === undefined ? 'is' : '=', body.rowId ?? null)
        .where('state', '=', objectionCodes.code.open)
        .executeTakeFirst()
      if (open) throw refused('您的异议正在核实，请等待答复', 'ALREADY')
      const { id } = await db
        .insertInto('direct_objection')
        .values({
          list_id: list.id,
          row_id: body.rowId ?? null,
          company_id: companyId,
          user_id: actor.userId,
          content: body.content,
          verdict: body.rowId === undefined ? said : null,
          created_at: k.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await countOpen(db, list.id, 1)
      await audit(db, call, {
        action: 'direct.object',
        objectType: LIST,
        objectId: list.id,
        detail: { objection: id, row: body.rowId ?? null },
      })
      const preparers = await preparersOf(db, list)
      await notify(db, k, {
        to: { userIds: (await staffHolding(db, 'direct:confirm')).filter((userId) => !preparers.includes(userId)) },
        kind: 'work',
        title: `免申即享名单“${list.title}”收到异议`,
        link: `/work/directList?id=${list.id}&tab=objections`,
        waitsFor: objectionWait(id),
      })
      return { id }
    }),
  )
}

/** The verdict of the frozen rule on the company's current archive; null without its consent or without such a list. */
async function verdictOf(k: Kernel, listId: number, companyId: number): Promise<string | null> {
  const list = await k.db.selectFrom('direct_list').select(['rule', 'as_of']).where('id', '=', listId).executeTakeFirst()
  const archive = list?.rule ? await archiveFor(k, companyId, list.rule) : null
  return list?.rule && archive ? judgeOf(list.rule, list.as_of)(archive).verdict : null
}

async function refuseWrongTarget(db: Db, listId: number, companyId: number, rowId: number | undefined): Promise<void> {
  const rows = db.selectFrom('direct_row').select(['company_id', 'state']).where('list_id', '=', listId)
  if (rowId === undefined) {
    const own = await rows.where('company_id', '=', companyId).where('state', '<>', 'replaced').executeTakeFirst()
    if (own && counting.includes(own.state)) throw refused('本企业已在名单中；对金额有异议的，请在“我的名单”中提出', 'STATE')
    return
  }
  const target = await rows.where('id', '=', rowId).executeTakeFirst()
  if (!target || !counting.includes(target.state)) throw notFound('名单中没有这家企业')
}

export const countOpen = (db: Db, listId: number, by: 1 | -1) =>
  db
    .updateTable('direct_list')
    .set((e) => ({ open_objections: e('open_objections', '+', by) }))
    .where('id', '=', listId)
    .execute()
