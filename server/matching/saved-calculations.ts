import { inFen, inWan } from '../../contract/money.ts'
import type { Answers } from '../../contract/matching.ts'
import type { Actor } from '../kernel/actor.ts'
import { dateOf } from '../kernel/clock.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { calculate } from './calculate.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { ownRows, withConsent } from './own-rows.ts'

/** Limit of stored calculations per person; the person deletes older ones. */
const KEPT = 50

/** Judges again on the server and stores answers and result; the result shown in the browser is not trusted. */
export async function saveCalculation(
  k: Kernel,
  actor: Actor,
  input: { answers: Answers; useArchive?: boolean | undefined; name?: string | undefined },
): Promise<{ id: number }> {
  const { asOf, counts, total } = await calculate(k, actor, input)
  return k.db.transaction().execute(async (db) => {
    const { n } = await db
      .selectFrom('calculation')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where(ownRows(actor))
      .executeTakeFirstOrThrow()
    if (n >= KEPT) throw refused(`最多保存 ${KEPT} 次测算，请先删除不再需要的`, 'TOO_MANY_SAVED')
    return db
      .insertInto('calculation')
      .values({
        user_id: actor.userId,
        company_id: actor.companyId,
        name: input.name ?? `${asOf} 测算`,
        answers: JSON.stringify(input.answers),
        use_archive: input.useArchive ?? false,
        matched: counts.match,
        amount_min: inFen(total.min),
        amount_max: inFen(total.max),
        created_at: k.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

export async function listCalculations(k: Kernel, actor: Actor, asked: { page: number; pageSize: number }) {
  const mine = k.db.selectFrom('calculation').where(ownRows(actor)).where(withConsent('calculation'))
  const { total, rows } = await pageOf(
    mine,
    asked,
    (page) => page.orderBy('id', 'desc'),
    (page) => page.select(['id', 'name', 'created_at', 'matched', 'amount_min', 'amount_max']),
  )
  return {
    total,
    list: rows.map((r) => ({
      id: r.id,
      name: r.name,
      createdAt: r.created_at,
      matched: r.matched,
      min: inWan(r.amount_min),
      max: inWan(r.amount_max),
    })),
  }
}

export async function findCalculation(k: Kernel, actor: Actor, id: number) {
  const row = await k.db
    .selectFrom('calculation')
    .selectAll()
    .where('id', '=', id)
    .where(ownRows(actor))
    .where(withConsent('calculation'))
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    answers: row.answers,
    useArchive: row.use_archive,
    asOf: dateOf(new Date(row.created_at)),
  }
}

export async function deleteCalculation(k: Kernel, actor: Actor, id: number): Promise<true> {
  const { numDeletedRows } = await k.db.deleteFrom('calculation').where('id', '=', id).where(ownRows(actor)).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
  return true
}
