import { sql } from 'kysely'
import type { AppealDetail } from '../../contract/appeal.ts'
import { appealSenders } from '../../contract/appeal/states.ts'
import type { Db } from '../kernel/db/index.ts'
import { sizes } from './routes.ts'

type Proposed = AppealDetail['proposed']

/**
 * The proposed office of an appeal: the service centre's last decision for the same subtype and street, else the most specific route, else
 * the office of its type, else that of the main type (ADR 0441).
 */
export async function proposedFor(db: Db, id: number): Promise<Proposed> {
  const about = await db
    .selectFrom('appeal as a')
    .leftJoin('appeal_type as t', 't.id', 'a.type_id')
    .leftJoin('company as c', 'c.id', 'a.company_id')
    .where('a.id', '=', id)
    .select(['a.type_id', 't.parent_id', 'a.street', 'a.company_id', 'a.size', sql<string | null>`left(c.industry, 2)`.as('industry')])
    .executeTakeFirst()
  if (!about?.type_id) return null
  return (await byRuling(db, about.type_id, about.street)) ?? (await byRoute(db, about)) ?? byType(db, about.type_id)
}

async function byRuling(db: Db, typeId: number, street: string | null): Promise<Proposed> {
  const ruled = await db
    .selectFrom('appeal as a')
    .innerJoin('office as o', 'o.id', 'a.ruled_office_id')
    .where('a.type_id', '=', typeId)
    .where('a.street', street === null ? 'is' : '=', street)
    .where('a.deleted', '=', false)
    .where('o.enabled', '=', true)
    .select(['o.id', 'o.name', 'a.appeal_no'])
    // A ruling assigns the appeal for good. Sorted by the time of the decision, because a newer appeal may have been decided earlier.
    .orderBy('a.assigned_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ruled ? { officeId: ruled.id, officeName: ruled.name, ground: `依据：裁定 ${ruled.appeal_no}` } : null
}

interface About {
  type_id: number | null
  parent_id: number | null
  street: string | null
  company_id: number | null
  size: string | null
  industry: string | null
}
/** A subtype is more specific than a main type, and each further condition adds to it; of equal routes the older one applies. */
async function byRoute(db: Db, about: About): Promise<Proposed> {
  const sender = about.company_id === null ? 'person' : 'company'
  const route = await db
    .selectFrom('appeal_route as r')
    .innerJoin('office as o', 'o.id', 'r.office_id')
    .leftJoin('appeal_type as t', 't.id', 'r.type_id')
    .leftJoin('dict_value as s', (j) => j.on('s.dict_type', '=', 'region').onRef('s.value', '=', 'r.street'))
    .leftJoin('dict_value as i', (j) => j.on('i.dict_type', '=', 'industry').onRef('i.value', '=', 'r.industry'))
    .where('o.enabled', '=', true)
    .where((e) => e.or([e('r.type_id', 'is', null), e('r.type_id', '=', about.type_id), e('r.type_id', '=', about.parent_id)]))
    .where((e) => e.or([e('r.sender', 'is', null), e('r.sender', '=', sender)]))
    .where((e) => e.or([e('r.street', 'is', null), e('r.street', '=', about.street)]))
    .where((e) => e.or([e('r.industry', 'is', null), e('r.industry', '=', about.industry)]))
    .where((e) => e.or([e('r.size', 'is', null), e('r.size', '=', about.size)]))
    .select(['o.id', 'o.name', 't.name as type_name', 'r.sender', 's.label as street', 'i.label as industry', 'r.size'])
    .orderBy(
      sql`(case when r.type_id = ${about.type_id} then 2 when r.type_id is null then 0 else 1 end)
        + num_nonnulls(r.sender, r.street, r.industry, r.size)`,
      'desc',
    )
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst()
  if (!route) return null
  const said = [
    route.type_name,
    route.sender && appealSenders[route.sender],
    route.street,
    route.industry,
    route.size && (sizes.find((one) => one.value === route.size)?.label ?? route.size),
  ]
  return { officeId: route.id, officeName: route.name, ground: `依据：分办规则“${said.filter(Boolean).join(' · ')}”` }
}

async function byType(db: Db, typeId: number): Promise<Proposed> {
  const type = await db
    .selectFrom('appeal_type as t')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .innerJoin('office as o', (j) => j.on((e) => e('o.id', '=', e.fn.coalesce('t.office_id', 'big.office_id'))))
    .where('t.id', '=', typeId)
    .where('o.enabled', '=', true)
    .select(['o.id', 'o.name', 't.name as type_name'])
    .executeTakeFirst()
  return type ? { officeId: type.id, officeName: type.name, ground: `依据：“${type.type_name}”的承办部门` } : null
}
