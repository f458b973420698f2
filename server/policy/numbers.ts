import { sql } from 'kysely'
import type { z } from 'zod'
import type { numbers, SaveUnitNumber, UnitNumber } from '../../contract/policy/numbers.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import { invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { likeText } from '../kernel/db/like.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { monthOf, monthsBetween } from '../kernel/lists/months.ts'

const PUBLISHED = sql`p.state = ${sql.lit(POLICY_STATE.published)} and not p.deleted`
/** How many policies can be applied for on that day. */
const openOn = (day: string) =>
  sql<number>`(count(*) filter (where (p.apply_from is null or p.apply_from <= ${day}::date) and (p.apply_to is null or p.apply_to >= ${day}::date)))::int`.as(
    'open',
  )
const yearOf = sql`extract(year from p.publish_time at time zone 'Asia/Shanghai')::int`

/** Issuing units with their planned and published numbers of that year; the published numbers are counted, never typed in. */
export async function listUnitNumbers(
  k: Kernel,
  { unitName, year, page, pageSize }: Parsed<typeof numbers.list>['query'],
): Promise<{ total: number; list: UnitNumber[] }> {
  const found = k.db
    .selectFrom('policy_unit_number as u')
    .$if(!!unitName, (q) => q.where('u.unit_name', 'ilike', likeText(unitName!)))
    .$if(year !== undefined, (q) => q.where('u.year', '=', year!))
  const day = today(k.clock)
  const { total, rows } = await pageOf(
    found,
    { page, pageSize },
    (q) => q.orderBy('u.year', 'desc').orderBy('u.unit_name').orderBy('u.id'),
    (q) =>
      q
        .leftJoin('policy_department as d', 'd.name', 'u.unit_name')
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('policy as p')
              .select([sql<number>`count(*)::int`.as('published'), openOn(day)])
              .where(sql<boolean>`${PUBLISHED} and p.dep_ids && array[d.id] and ${yearOf} = u.year`)
              .as('c'),
          (join) => join.onTrue(),
        )
        .select(['u.id', 'u.unit_name', 'u.unit_contact', 'u.unit_phone', 'u.year', 'u.planned', 'u.remark', 'c.published', 'c.open']),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      unitName: row.unit_name,
      unitContact: row.unit_contact,
      unitPhone: row.unit_phone,
      year: row.year,
      planned: row.planned,
      published: row.published ?? 0,
      open: row.open ?? 0,
      remark: row.remark,
    })),
  }
}

export const saveUnitNumber = (k: Kernel, call: Call, input: z.output<typeof SaveUnitNumber>) =>
  k.db.transaction().execute(async (db) => {
    const twin = await db
      .selectFrom('policy_unit_number')
      .select('id')
      .where('unit_name', '=', input.unitName)
      .where('year', '=', input.year)
      .executeTakeFirst()
    if (twin && twin.id !== input.id) throw invalidField('unitName', '该单位在这一年度已有记录')
    const columns = {
      unit_name: input.unitName,
      unit_contact: input.unitContact || null,
      unit_phone: input.unitPhone || null,
      year: input.year,
      planned: input.planned,
      remark: input.remark || null,
      updated_at: k.clock.now(),
    }
    const saved =
      input.id === undefined
        ? await db.insertInto('policy_unit_number').values(columns).returning('id').executeTakeFirst()
        : await db.updateTable('policy_unit_number').set(columns).where('id', '=', input.id).returning('id').executeTakeFirst()
    if (!saved) throw notFound('该记录不存在或已被删除')
    await audit(db, call, {
      action: input.id === undefined ? 'policyUnit.add' : 'policyUnit.edit',
      objectType: 'policyUnit',
      objectId: saved.id,
      detail: { unitName: input.unitName, year: input.year },
    })
    return { id: saved.id }
  })

export const removeUnitNumber = (k: Kernel, call: Call, id: number) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const row = await db.deleteFrom('policy_unit_number').where('id', '=', id).returning(['unit_name', 'year']).executeTakeFirst()
    if (!row) throw notFound('该记录不存在或已被删除')
    await audit(db, call, { action: 'policyUnit.delete', objectType: 'policyUnit', objectId: id, detail: row })
    return true
  })

interface Period {
  startTime?: string | undefined
  endTime?: string | undefined
}
const refuseBackwards = ({ startTime, endTime }: Period) => {
  if (startTime && endTime && endTime < startTime) throw invalidField('endTime', '结束日期不能早于开始日期')
}

/** Policies published in a period by issuing unit, with the units' planned numbers of the years it touches; the twenty busiest units. */
export async function unitStatistics(k: Kernel, period: Period) {
  refuseBackwards(period)
  const from = period.startTime ?? `${today(k.clock).slice(0, 4)}-01-01`
  const to = period.endTime ?? today(k.clock)
  const rows = await k.db
    .selectFrom('policy_department as d')
    .innerJoin('policy as p', (join) => join.on(sql<boolean>`p.dep_ids && array[d.id]`))
    .where(sql<boolean>`${PUBLISHED}`)
    .where(dayRange('p.publish_time', from, to))
    .select(['d.name', sql<number>`count(*)::int`.as('n')])
    .select((eb) =>
      eb
        .selectFrom('policy_unit_number as u')
        .select(sql<number>`coalesce(sum(u.planned), 0)::int`.as('planned'))
        .whereRef('u.unit_name', '=', 'd.name')
        .where('u.year', '>=', Number(from.slice(0, 4)))
        .where('u.year', '<=', Number(to.slice(0, 4)))
        .as('planned'),
    )
    .groupBy(['d.id', 'd.name'])
    .orderBy('n', 'desc')
    .orderBy('d.name')
    .limit(20)
    .execute()
  return {
    names: rows.map((row) => row.name),
    series: [
      { name: '已发布', data: rows.map((row) => row.n) },
      { name: '计划', data: rows.map((row) => row.planned ?? 0) },
    ],
  }
}

const MOST_MONTHS = 36
/** Published policies by month, and how many of them can be applied for today; by default of the last year. */
export async function monthlyStatistics(k: Kernel, period: Period) {
  refuseBackwards(period)
  const day = today(k.clock)
  const to = period.endTime ?? day
  const from = period.startTime ?? `${Number(to.slice(0, 4)) - 1}${to.slice(4, 8)}01`
  const months = monthsBetween(from, to, MOST_MONTHS + 1)
  if (months.length > MOST_MONTHS) throw invalidField('startTime', `一次最多统计 ${MOST_MONTHS} 个月`)
  const rows = await k.db
    .selectFrom('policy as p')
    .where(sql<boolean>`${PUBLISHED}`)
    .where(dayRange('p.publish_time', from, to))
    .select([monthOf('p.publish_time').as('month'), sql<number>`count(*)::int`.as('n'), openOn(day)])
    .groupBy(sql`1`)
    .execute()
  const of = (month: string) => rows.find((row) => row.month === month)
  return {
    names: months,
    series: [
      { name: '发布', data: months.map((m) => of(m)?.n ?? 0) },
      { name: '其中可申报', data: months.map((m) => of(m)?.open ?? 0) },
    ],
  }
}
