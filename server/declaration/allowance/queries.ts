import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { allowanceStates, type AllowanceStep } from '../../../contract/declaration/allowance-states.ts'
import type { Database } from '../../../db/schema.ts'
import { inWan } from '../../../contract/money.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { allowance as endpoints, AllowanceRow } from '../../../contract/declaration/allowance.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { publicityOf } from './flow.ts'
import { likeText } from '../../kernel/db/like.ts'
import { amountWithin, oneOf, ruled } from '../../kernel/access/row-rules.ts'

export type AllowanceFilters = Omit<Parsed<typeof endpoints.list>['query'], 'page' | 'pageSize' | 'sort' | 'order'>

const joined = (db: Db) =>
  db
    .selectFrom('allowance as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .leftJoin('policy as p', 'p.id', 'a.policy_id')
    .leftJoin('office as o', 'o.id', 'a.office_id')

/**
 * The rows that an actor may see; list, detail, figures, export and every change use it: a company sees its own rows, staff those that the
 * rules of their roles open.
 */
export function seenBy(db: Db, actor: Actor) {
  const rows = joined(db)
  // A company keeps seeing its own applications, also when staff deleted them.
  if (actor.type === 'QY')
    return rows
      .where('a.company_id', '=', actor.companyId ?? 0)
      .where((e) => e.or([e('a.deleted', '=', false), e('a.source', '=', 'enterprise')]))
  return staffRows(rows, actor)
}

function staffRows(all: ReturnType<typeof joined>, actor: Actor) {
  const rows = all.where('a.deleted', '=', false)
  if (!actor.permissions.has('allowance:read')) return rows.where((e) => e.lit(false))
  return rows.where(allowancesOf(actor))
}

const allowancesOf = (actor: Actor) =>
  ruled(actor, 'allowance', {
    office: (offices) => sql<boolean>`(a.office_id is null or a.office_id = any(${offices}))`,
    own: sql<boolean>`a.created_by = ${actor.userId}`,
    fields: {
      state: oneOf(sql.ref('a.state'), 'int'),
      office: oneOf(sql.ref('a.office_id'), 'bigint'),
      street: oneOf(sql.ref('c.street_id'), 'text'),
      amount: amountWithin(sql.ref('a.amount')),
    },
  })

/** The same as `publicityOf`, as a list condition. */
const waitsForStep =
  (step: AllowanceStep, day: string) =>
  (e: ExpressionBuilder<Database & { a: Database['allowance'] }, 'a'>): Expression<SqlBool> => {
    const approved = e('a.state', '=', allowanceStates.approved)
    const undisputed = e('a.open_objections', '=', 0)
    return {
      publicise: e.and([approved, undisputed, e('a.public_to', 'is', null)]),
      pay: e.and([approved, undisputed, e('a.public_to', '<', day)]),
      objection: e('a.open_objections', '>', 0),
      confirm: e('a.correction', 'is not', null),
    }[step]
  }

export function asked(rows: ReturnType<typeof seenBy>, q: AllowanceFilters, day: string) {
  let found = rows
  if (q.step) found = found.where(waitsForStep(q.step, day))
  if (q.companyName) found = found.where('c.name', 'like', likeText(q.companyName))
  if (q.projectName) found = found.where('a.project_name', 'like', likeText(q.projectName))
  if (q.year !== undefined) found = found.where('a.year', '=', q.year)
  if (q.state !== undefined) found = found.where('a.state', '=', q.state as 0)
  if (q.officeId !== undefined) found = found.where('a.office_id', '=', q.officeId)
  if (q.policyId !== undefined) found = found.where('a.policy_id', '=', q.policyId)
  if (q.declareId !== undefined) found = found.where('a.declaration_id', '=', q.declareId)
  return found
}

export const columns = [
  'a.id',
  'a.version',
  'a.company_id',
  'c.name as company_name',
  'c.credit_code',
  'a.policy_id',
  'p.title as policy_title',
  'a.declaration_id',
  'a.project_name',
  'a.year',
  'a.amount',
  'a.office_id',
  'o.name as office_name',
  'a.source',
  'a.state',
  'a.public_from',
  'a.public_to',
  'a.open_objections',
  'a.pay_date',
  'a.opinion',
  'a.created_at',
  'a.deleted',
  'a.deleted_reason',
  'a.correction',
] as const
export const withColumns = (rows: ReturnType<typeof seenBy>) => rows.select([...columns])
export type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

export const present = (r: Row, day: string): AllowanceRow => ({
  id: r.id,
  version: r.version,
  companyId: r.company_id,
  companyName: r.company_name,
  code: r.credit_code,
  policyId: r.policy_id,
  policyTitle: r.policy_title,
  declareId: r.declaration_id,
  projectName: r.project_name,
  year: r.year,
  amount: inWan(r.amount),
  officeId: r.office_id,
  officeName: r.office_name,
  source: r.source,
  state: r.state,
  publicity: publicityOf(r, day),
  publicFrom: r.public_from,
  publicTo: r.public_to,
  payDate: r.pay_date,
  reviewOpinion: r.opinion,
  createTime: r.created_at,
  deleted: r.deleted,
})
