import { authStatuses, type AuthStatus } from '../../contract/company.ts'
import type { PersonOrigin } from '../../db/tables/company.ts'
import { officialSourceOf, type PersonalKey } from './catalogue.ts'

/**
 * Whether others may see this personal value in clear: one from a department, or one from the company unless it declined or withdrew its
 * consent (G-05).
 */
export const isOpenToOthers = (
  key: PersonalKey,
  company: { auth_status: AuthStatus; person_origins: Partial<Record<string, PersonOrigin>> },
): boolean =>
  company.auth_status !== authStatuses.declined
  || (company.person_origins[key]?.source ?? officialSourceOf(key) ?? '企业填报') !== '企业填报'
