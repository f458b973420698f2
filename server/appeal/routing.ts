import type { AppealDetail } from '../../contract/appeal.ts'
import type { Db } from '../kernel/db/index.ts'

/**
 * Whose an appeal of this small type and street is: what the service centre last decided for the same, else the office of its type, else
 * that of the big type.
 */
export async function proposedFor(db: Db, typeId: number, street: string | null): Promise<AppealDetail['proposed']> {
  const ruled = await db
    .selectFrom('appeal as a')
    .innerJoin('office as o', 'o.id', 'a.ruled_office_id')
    .where('a.type_id', '=', typeId)
    .where('a.street', street === null ? 'is' : '=', street)
    .where('o.enabled', '=', true)
    .select(['o.id', 'o.name', 'a.appeal_no'])
    .orderBy('a.submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (ruled) return { officeId: ruled.id, officeName: ruled.name, ground: `依据：裁定 ${ruled.appeal_no}` }
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
