import { sql } from 'kysely'
import type { Actor } from '../kernel/actor.ts'

/** Kept runs and calculations of somebody under the identity they have now: what was kept for a company is reached only by who acts for it. */
export const ownRows = (actor: Pick<Actor, 'userId' | 'companyId'>) =>
  sql<boolean>`(user_id = ${actor.userId} and company_id is not distinct from ${actor.companyId})`

/** Of those, what rests on the archive counts only while the company's consent stands (P-01). */
export const withConsent = (table: 'imitate_match_log' | 'calculation') =>
  sql<boolean>`(not use_archive or exists (
    select 1 from company_facts f where f.company_id = ${sql.ref(`${table}.company_id`)} and f.authorized))`
