import type { market } from '../../contract/market/dealing.ts'
import { itemPath, marketKinds, REPORTS_A_DAY } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { maskName } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { conflict, notFound, refused } from '../kernel/errors.ts'
import { consume, type Limit } from '../kernel/http/limits.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { handled, notify } from '../system/index.ts'
import { approvedTitle, titleFor } from './approved.ts'
import { listedFor } from './contact.ts'
import { MARKET, seenBy } from './visible.ts'

const PER_DAY: Limit = {
  name: 'market-report',
  points: REPORTS_A_DAY,
  seconds: 86_400,
  message: `每天最多举报 ${REPORTS_A_DAY} 条，请明天再试`,
}

/** Reports that a listed item is not true; one open report per user and item. */
export async function reportItem(k: Kernel, call: Call, { kind, id, reason }: Parsed<typeof market.report>['body']): Promise<true> {
  const actor = signedIn(call.actor)
  const item = await listedFor(k, k.db, actor, kind, id)
  await consume(k, PER_DAY, String(actor.userId))
  return k.db.transaction().execute(async (db): Promise<true> => {
    const made = await db
      .insertInto('market_report')
      .values({ item_id: id, user_id: actor.userId, reason, created_at: k.clock.now() })
      .onConflict((c) => c.columns(['item_id', 'user_id']).where('reply', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refused('您已经举报过，正在处理', 'TWICE')
    await audit(db, call, { action: 'market.report', objectType: MARKET, objectId: id, detail: { reportId: made.id } })
    await notify(db, k, {
      to: { permission: 'market:manage' },
      kind: 'work',
      title: `${marketKinds[kind].name}“${item.title}”被举报`,
      body: reason,
      link: `${marketKinds[kind].desk}?show=reports`,
      waitsFor: `report:market:${made.id}`,
    })
    return true
  })
}

export async function listReports(k: Kernel, actor: Actor, q: Parsed<typeof market.reports>['query']) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('market_report as r')
      .innerJoin('market_item as p', 'p.id', 'r.item_id')
      .leftJoin('sys_user as u', 'u.id', 'r.user_id')
      .where(seenBy(actor))
      .$if(q.open === 1, (all) => all.where('r.reply', 'is', null)),
    q,
    (all) => all.orderBy('r.id', 'desc'),
    (page) => page.select(['r.id', 'r.item_id', 'r.reason', 'r.reply', 'r.created_at', 'p.kind', 'p.title', 'u.name']),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      itemId: row.item_id,
      title: row.title,
      reason: row.reason,
      by: maskName(row.name),
      reply: row.reply,
      createTime: row.created_at,
    })),
  }
}

export const settleReport = (k: Kernel, call: Call, { id, reply }: Parsed<typeof market.settleReport>['body']) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const row = await db
      .selectFrom('market_report as r')
      .innerJoin('market_item as p', 'p.id', 'r.item_id')
      .where('r.id', '=', id)
      .where(seenBy(signedIn(call.actor)))
      .select(['r.id', 'r.reply', 'r.user_id', 'p.id as item_id', 'p.kind', approvedTitle])
      .forUpdate('r')
      .executeTakeFirst()
    if (!row) throw notFound('没有这条举报')
    if (row.reply !== null) throw conflict('这条举报已经处理')
    await db
      .updateTable('market_report')
      .set({ reply, settled_by: call.actor!.userId, settled_at: k.clock.now() })
      .where('id', '=', id)
      .execute()
    await audit(db, call, { action: 'market.settle', objectType: MARKET, objectId: row.item_id, detail: { reportId: id } })
    await handled(db, k, `report:market:${id}`)
    if (row.user_id !== null)
      await notify(db, k, {
        to: { userId: row.user_id },
        kind: 'market',
        title: `您举报的“${titleFor(row)}”已处理`,
        body: reply,
        link: itemPath(row.kind, row.item_id),
      })
    return true
  })
