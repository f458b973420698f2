import { sql } from 'kysely'
import type { DeclarationState } from '../../contract/declaration.ts'
import type { Db } from '../kernel/db/index.ts'
import { underReview } from './flow.ts'

const inList = (states: readonly DeclarationState[]) => sql.join(states.map((s) => sql.lit(s)))
/** When the next move is due for staff: the list shows, orders and counts by it (`deadlineOf` of views.ts does the same for one row). */
export const dueOf = sql<string | null>`(case when d.state in (${inList(underReview)}) then least(p.examine_end, d.due_at, d.step_due)
  when d.state = 'returned' then d.correction_due when d.state in ('draft', 'withdrawn') then p.apply_end end)`

const joined = (db: Db) =>
  db.selectFrom('declaration as d').innerJoin('project as p', 'p.id', 'd.project_id').innerJoin('company as c', 'c.id', 'd.company_id')
/**
 * Declarations with project and company, for conditions on d, p, c. Both always exist; with outer joins the database can drop a table that
 * no condition uses, which saves four fifths of the time for counting ten thousand rows.
 */
export const reviewable = (db: Db) =>
  db
    .selectFrom('declaration as d')
    .leftJoin('project as p', 'p.id', 'd.project_id')
    .leftJoin('company as c', 'c.id', 'd.company_id') as unknown as ReturnType<typeof joined>
