import { sql } from 'kysely'
import type { Actor } from '../kernel/actor.ts'

/** Stored runs and calculations of the user's present identity: those made for a company are open only to users who act for it. */
export const ownRows = (actor: Pick<Actor, 'userId' | 'companyId'>) =>
  sql<boolean>`(user_id = ${actor.userId} and company_id is not distinct from ${actor.companyId})`

/** Of these, runs based on the archive count only while the company's consent is valid (P-01). */
export const withConsent = (table: 'imitate_match_log' | 'calculation') =>
  sql<boolean>`(not use_archive or exists (
    select 1 from company_facts f where f.company_id = ${sql.ref(`${table}.company_id`)} and f.authorized))`
