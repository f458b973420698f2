import { audit, systemCall } from '../../kernel/audit/audit.ts'
import { addDays, today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { rightsNotices } from '../rights-notices.ts'
import { staffHolding } from '../row-rules.ts'
import { factsOf, holdings } from './facts.ts'
import { closeIfDone, decidersAmong } from './reviews.ts'

const LONGEST_DAYS = 92
const USUAL_DAYS = 14
const AT_ONCE = 500

/** 2026 年第四季度权限复核; the second one of a quarter ends with （2） */
async function nameOf(db: Db, day: string): Promise<string> {
  const quarter = Math.floor((Number(day.slice(5, 7)) - 1) / 3)
  const name = `${day.slice(0, 4)} 年第${'一二三四'[quarter]}季度权限复核`
  const { earlier } = await db
    .selectFrom('access_review')
    .where('name', 'like', `${name}%`)
    .select((e) => e.fn.countAll<number>().as('earlier'))
    .executeTakeFirstOrThrow()
  return Number(earlier) === 0 ? name : `${name}（${Number(earlier) + 1}）`
}

/** Lists every role held now, to be confirmed by the due date. Only one review is open at a time. */
export async function openReview(k: Kernel, call: Call, dueOn: string): Promise<{ id: number; rows: number }> {
  const day = today(k.clock)
  if (dueOn < day) throw invalidField('dueOn', '截止日期不能早于今天')
  if (dueOn > addDays(day, LONGEST_DAYS)) throw invalidField('dueOn', '截止日期最远三个月')
  return k.db.transaction().execute(async (db) => {
    await closeOpen(db)
    const now = k.clock.now()
    const name = await nameOf(db, day)
    const { id } = await db
      .insertInto('access_review')
      .values({ name, due_on: dueOn, opened_by: call.actor?.userId ?? null, opened_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const held = await holdings(db, now)
    const facts = await factsOf(k, db, held, now)
    const rows = held.map((one, i) => ({
      review_id: id,
      user_id: one.user_id,
      role_id: one.role_id,
      office_id: one.office_id,
      granted_by: one.granted_by,
      granted_at: one.granted_at,
      last_login: one.last_login,
      facts: facts[i]!,
      updated_at: now,
    }))
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await db
        .insertInto('access_review_row')
        .values(rows.slice(at, at + AT_ONCE))
        .execute()
    await audit(db, call, { action: 'accessReview.start', objectType: 'accessReview', objectId: id, detail: { dueOn, rows: rows.length } })
    // Who starts it knows.
    const others = (await staffHolding(db, 'role:manage')).filter((userId) => userId !== call.actor?.userId)
    const officers = await decidersAmong(db, id, others)
    await rightsNotices(k)?.openedReview(db, { id, name, dueOn, by: call.actor?.name ?? null, officers })
    return { id, rows: rows.length }
  })
}

async function closeOpen(db: Db): Promise<void> {
  const open = await db.selectFrom('access_review').select(['id', 'name']).where('closed_at', 'is', null).forUpdate().executeTakeFirst()
  if (open && !(await closeIfDone(db, open.id))) throw refused(`“${open.name}”还没有办完，请先办完再开始新的`, 'STATE')
}

/** Opens a review each quarter, unless the last one is still open: that one is overdue and reported. */
export const watchReviews = (k: Kernel): void =>
  recurring(k, { name: 'identity.access-review', title: '每季度开始权限复核', cron: '40 1 1 1,4,7,10 *' }, async () => {
    const open = await k.db.selectFrom('access_review').select('id').where('closed_at', 'is', null).executeTakeFirst()
    if (!open) await openReview(k, systemCall('access-review'), addDays(today(k.clock), USUAL_DAYS))
  })
