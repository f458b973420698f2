import { sql } from 'kysely'
import type { companyRegister as endpoints } from '../../contract/company/register.ts'
import { businessTypes, type BusinessType } from '../../contract/company/business-type.ts'
import { authStatuses, authStatusLabels } from '../../contract/company.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { companiesOf, sightOf } from './access.ts'
import { askedCompanies, type CompanyFilters } from './queries.ts'
import { totalsOf } from './totals.ts'
import { monthOf } from '../kernel/lists/months.ts'

const UNSET = '未设置'
type Dimension = 'streetId' | 'industry' | 'businessType' | 'authStatus' | 'completeness'
const columns: Record<Dimension, ReturnType<typeof sql<string>>> = {
  streetId: sql<string>`c.street_id`,
  industry: sql<string>`left(c.industry, 2)`,
  businessType: sql<string>`c.business_type`,
  authStatus: sql<string>`c.auth_status`,
  completeness: sql<string>`case when c.completeness = 100 then '100' when c.completeness >= 60 then '60' else '0' end`,
}
/** A facet's own filters: the facet counts under all filters except these. */
const own: Record<Dimension, readonly (keyof CompanyFilters)[]> = {
  streetId: ['streetId'],
  industry: ['industry'],
  businessType: ['businessType'],
  authStatus: ['authStatus'],
  completeness: ['completenessFrom', 'completenessTo'],
}
const completenessLabels: Record<string, string> = { '100': '齐全', '60': '60%–99%', '0': '60% 以下' }

/** The number of companies for each value of a facet, under all filters except the facet's own; cached for seconds. */
export const facetsOf = (k: Kernel, actor: Actor, filters: CompanyFilters) =>
  totalsOf(k).get(`facets ${JSON.stringify(filters)} ${sightOf(actor)}`, async () => {
    const count = async (dimension: Dimension) => {
      const asked = { ...filters, ...Object.fromEntries(own[dimension].map((key) => [key, undefined])) }
      return askedCompanies(k, k.db, actor, asked)
        .select((e) => [columns[dimension].as('value'), e.fn.countAll<number>().as('count')])
        .groupBy('value')
        .execute()
    }
    const streets = new Map(
      (await k.db.selectFrom('company').select(['street_id', 'street_name']).distinct().where('street_id', 'is not', null).execute()).map(
        (s) => [s.street_id!, s.street_name ?? s.street_id!],
      ),
    )
    const industries = new Map(
      (await k.db.selectFrom('dict_value').select(['value', 'label']).where('dict_type', '=', 'industry').execute()).map((d) => [
        d.value,
        d.label,
      ]),
    )
    const named = (rows: { value: string | null; count: number }[], label: (value: string) => string) =>
      rows
        .filter((r): r is { value: string; count: number } => r.value !== null)
        .map(({ value, count: n }) => ({ value, label: label(value), count: n }))
        .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    return {
      total: await countOf(k, actor, filters),
      streetId: named(await count('streetId'), (v) => streets.get(v) ?? v),
      industry: named(await count('industry'), (v) => industries.get(v) ?? v),
      businessType: named(await count('businessType'), (v) => businessTypes[v as BusinessType] ?? v),
      authStatus: named(await count('authStatus'), (v) => authStatusLabels[v as keyof typeof authStatusLabels]),
      completeness: named(await count('completeness'), (v) => completenessLabels[v] ?? v),
    }
  })

/** The number of filtered companies; cached for seconds. */
export const countOf = (k: Kernel, actor: Actor, filters: CompanyFilters): Promise<number> =>
  totalsOf(k).get(`count ${JSON.stringify(filters)} ${sightOf(actor)}`, async () => {
    const { n } = await askedCompanies(k, k.db, actor, filters)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })

interface Span {
  startTime?: string | undefined
  endTime?: string | undefined
}
/** The period as instants: days of Asia/Shanghai, including the last day. */
const within = ({
  startTime,
  endTime,
}: Span) => sql<boolean>`(${startTime ?? null}::date is null or c.created_at >= (${startTime ?? null}::date)::timestamp at time zone 'Asia/Shanghai')
  and (${endTime ?? null}::date is null or c.created_at < (${endTime ?? null}::date + 1)::timestamp at time zone 'Asia/Shanghai')`

export const overviewOf = (k: Kernel, actor: Actor, span: Span) =>
  totalsOf(k).get(`overview ${JSON.stringify(span)} ${sightOf(actor)}`, async () => {
    const row = await k.db
      .selectFrom('company as c')
      .where(companiesOf(actor))
      .select((e) => [
        e.fn.countAll<number>().as('total'),
        e.fn.countAll<number>().filterWhere('c.auth_status', '=', authStatuses.granted).as('granted'),
        e.fn.countAll<number>().filterWhere('c.whole_info', '=', true).as('whole'),
        sql<number>`coalesce(floor(avg(c.completeness)), 0)::int`.as('completeness'),
        e.fn.countAll<number>().filterWhere(within(span)).as('added'),
      ])
      .executeTakeFirstOrThrow()
    return {
      items: [
        { label: '企业总数', value: row.total, unit: '家' },
        { label: '已授权', value: row.granted, unit: '家' },
        { label: '信息齐全', value: row.whole, unit: '家' },
        { label: '平均完整度', value: row.completeness, unit: '%' },
        { label: span.startTime || span.endTime ? '期间新增' : '累计建档', value: row.added, unit: '家' },
      ],
    }
  })

export const statisticsOf = (k: Kernel, actor: Actor, { by, ...span }: Parsed<typeof endpoints.statistics>['query']) =>
  totalsOf(k).get(`statistics ${by} ${JSON.stringify(span)} ${sightOf(actor)}`, async () => {
    const name = {
      street: sql<string | null>`c.street_name`,
      industry: sql<
        string | null
      >`(select d.label from dict_value d where d.dict_type = 'industry' and d.value = left(max(c.industry), 2))`,
      businessType: sql<string | null>`c.business_type`,
      month: sql<string | null>`${monthOf('c.created_at')}`,
    }[by]
    const group = by === 'industry' ? sql`left(c.industry, 2)` : name
    const rows = await k.db
      .selectFrom('company as c')
      .select((e) => [
        name.as('name'),
        e.fn.countAll<number>().as('total'),
        e.fn.countAll<number>().filterWhere('c.auth_status', '=', authStatuses.granted).as('granted'),
      ])
      .where(within(span))
      .where(companiesOf(actor))
      .groupBy(group)
      .orderBy(by === 'month' ? group : sql`count(*) desc`)
      .limit(100)
      .execute()
    const label = (value: string | null) =>
      value === null ? UNSET : by === 'businessType' ? (businessTypes[value as BusinessType] ?? value) : value
    return {
      names: rows.map((r) => label(r.name)),
      series: [
        { name: '企业数', data: rows.map((r) => r.total) },
        { name: '已授权', data: rows.map((r) => r.granted) },
      ],
    }
  })
