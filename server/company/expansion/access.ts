import { sql, type RawBuilder } from 'kysely'
import type { ExpansionTable } from '../../../contract/company/expansion.ts'
import { rowSources } from '../../../contract/company/field-types.ts'
import { authStatuses } from '../../../contract/company.ts'
import type { Actor } from '../../kernel/actor.ts'
import { forbidden } from '../../kernel/errors.ts'
import type { Db } from '../../kernel/db/index.ts'
import { companiesOf, readerOf, type CompanyReader } from '../access.ts'

/** Whether the actor is staff who may change data of companies. */
export const manages = (actor: Actor): boolean => actor.type === 'YYF' && actor.permissions.has('company:manage')

/**
 * Rows (alias r, company alias c) that the actor may see. A company sees its own; staff see, of companies that they may see, the rows of
 * the bureau, and the rows of the company while it consents (P-01).
 */
export function rowsVisibleTo(actor: Actor): RawBuilder<boolean> {
  if (actor.type === 'QY') return sql<boolean>`r.company_id = ${actor.companyId}`
  if (!actor.permissions.has('company:read')) return sql<boolean>`false`
  return sql<boolean>`((c.auth_status = ${authStatuses.granted} or r.source <> ${rowSources.company}) and ${companiesOf(actor)})`
}

/** Whether the actor may change rows of this table for a company. */
export const editsRows = (actor: Actor, table: Pick<ExpansionTable, 'filledBy'>): boolean =>
  actor.type === 'QY' ? table.filledBy === 'company' : manages(actor)

/** The company whose rows a call changes; throws when the actor may not change them. */
export async function writerOf(
  db: Db,
  actor: Actor,
  asked: number | undefined,
  table: Pick<ExpansionTable, 'filledBy' | 'tableName'>,
): Promise<CompanyReader> {
  const reader = await readerOf(db, actor, asked)
  if (!editsRows(actor, table)) throw forbidden(actor.type === 'QY' ? `“${table.tableName}”由主管部门填报，企业只能查看` : undefined)
  return reader
}
