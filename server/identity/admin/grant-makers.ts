import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'
import type { Term } from './role-terms.ts'

/**
 * Who made each role of a person as it is held now: proposed it, or gave it without a proposal; whoever prolonged it since, instead. They do
 * not review it (ADR 0713, C-06); the officer who approved it may, because a county may have only two.
 */
export type Makers = ReadonlyMap<number, number[]>
interface Span {
  from: string
  to: string
}
const EVER = '9999-12-31'

/**
 * The makers after this change by `by`. A role that stays keeps its makers; who makes it begin earlier or last longer takes their place, who
 * shortens it does not. Call it before the roles are set.
 */
export async function makersAfter(
  db: Db,
  userId: number,
  { roleIds, terms, day, by }: { roleIds: readonly number[]; terms: readonly Term[]; day: string; by: number },
): Promise<Makers> {
  const { rows } = await sql<{ roleId: number; isHeld: boolean; from: string | null; to: string | null; makers: number[] }>`
    select coalesce(ur.role_id, t.role_id) as "roleId", ur.role_id is not null as "isHeld", t.starts_on::text as "from", t.ends_on::text as "to",
      array(select distinct m from unnest(case when coalesce(ur.makers, '{}') || coalesce(t.makers, '{}') = '{}'
        then array[ur.granted_by, t.granted_by] else ur.makers || t.makers end) m where m is not null) as makers
    from (select * from user_role where user_id = ${userId}) ur
    full join (select * from role_term where user_id = ${userId}) t on t.role_id = ur.role_id`.execute(db)
  const former = new Map(rows.map((row) => [row.roleId, row]))
  const asked = [...roleIds.map((roleId) => ({ roleId, from: day, to: EVER })), ...terms]
  return new Map(
    asked.map(({ roleId, ...span }) => {
      const known = former.get(roleId)
      if (!known) return [roleId, [by]]
      const before = { from: known.isHeld ? '' : (known.from ?? ''), to: known.to ?? EVER }
      return [roleId, grows(before, span) ? [by] : known.makers]
    }),
  )
}

const grows = (before: Span, after: Span): boolean => after.to > before.to || after.from < before.from

/** Writes them to the roles that the person holds now. */
export async function setMakers(db: Db, userId: number, makers: Makers): Promise<void> {
  const rows = [...makers].map(([roleId, of]) => ({ role_id: roleId, makers: of }))
  await sql`update user_role ur set makers = x.makers from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(role_id bigint, makers bigint[])
    where ur.user_id = ${userId} and ur.role_id = x.role_id`.execute(db)
}
