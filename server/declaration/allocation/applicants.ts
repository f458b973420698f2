import { authStatuses } from '../../../contract/company.ts'
import { fieldsOf } from '../../../contract/form/rules.ts'
import type { Answers } from '../../../contract/matching.ts'
import type { Allocation } from '../../../contract/rule/types.ts'
import { relatedGroups } from '../../company/index.ts'
import { dateOf } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { figuresOf } from '../../matching/index.ts'
import { factsIn } from '../eligibility.ts'
import { underReview } from '../flow.ts'
import { declarationRows, type DeclarationRecord } from '../queries.ts'
import { verdictOf } from '../verdict-words.ts'
import type { Applicant } from './share.ts'

export interface Candidate extends Applicant {
  declareNo: string
  companyName: string
  /** the requested sum counts, because the rule could not be calculated: no consent, or missing facts */
  unmeasured: boolean
}

/** The valid declarations of a project, each with the sum that the rule gives and its ranking values, as of its submission. */
export async function candidatesOf(db: Db, projectId: number, rule: Allocation, day: string): Promise<Candidate[]> {
  const rows = await declarationRows(db)
    .select(['c.street_id', 'c.street_name'])
    .where('d.project_id', '=', projectId)
    .where('d.deleted_at', 'is', null)
    .where('d.state', 'in', [...underReview, 'approved'])
    .orderBy('d.submit_time')
    .orderBy('d.id')
    .execute()
  const archives =
    rule.way === 'rank'
      ? await archivesOf(
          db,
          rows.map(({ company_id }) => company_id),
        )
      : new Map<number, Answers>()
  const figures =
    rule.way === 'rank' && rule.rankBy
      ? figuresOf(
          rule.rankBy,
          rows.map((row) => {
            const day = dateOf(new Date(row.submit_time!))
            return { day, answers: { ...archives.get(row.company_id), ...factsIn(fieldsOf(row.template), row.form_data, day) } }
          }),
        )
      : rows.map(() => null)
  const groups =
    rule.perGroup === undefined
      ? new Map<number, string>()
      : await relatedGroups(
          db,
          rows.map(({ company_id }) => company_id),
          day,
        )
  return rows.map((row, n) => ({
    id: row.id,
    declareNo: row.declare_no ?? '',
    companyName: row.company_name,
    asked: askedOf(row),
    unmeasured: row.state !== 'approved' && measuredOf(row) === null,
    time: new Date(row.submit_time!).toISOString(),
    town: row.street_name ?? row.street_id,
    group: groups.get(row.company_id) ?? null,
    figure: figures[n]!,
    fixed: row.state === 'approved' ? (row.approved_amount ?? row.amount ?? 0) : null,
  }))
}

type Measured = Pick<DeclarationRecord, 'amount' | 'measured' | 'verdict' | 'auth_status'>
const measuredOf = (row: Measured): number | null => (verdictOf(row) === 'unchecked' ? null : row.measured)

/** The rule's sum where it is certain and was checked, never more than requested. */
function askedOf(row: Measured): number | null {
  const measured = measuredOf(row)
  if (measured === null || row.amount === null) return row.amount ?? measured
  return Math.min(measured, row.amount)
}

/** Archives of companies that consented; for the others only the form counts. */
async function archivesOf(db: Db, companyIds: readonly number[]): Promise<Map<number, Answers>> {
  if (!companyIds.length) return new Map()
  const rows = await db
    .selectFrom('company_facts as f')
    .innerJoin('company as c', 'c.id', 'f.company_id')
    .select(['f.company_id', 'f.facts'])
    .where('f.company_id', 'in', [...companyIds])
    .where('c.auth_status', '=', authStatuses.granted)
    .execute()
  return new Map(rows.map(({ company_id, facts }) => [company_id, facts as Answers]))
}
