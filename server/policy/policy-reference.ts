import type { PolicyState } from '../../contract/policy/codes.ts'
import type { Db } from '../kernel/db/index.ts'

/** What other domains need of a policy, in any state but deleted; callers check `state`. */
export interface PolicyBrief {
  id: number
  code: string
  title: string
  depName: string
  state: PolicyState
  level: string
  applyFrom: string | null
  applyTo: string | null
  urlType: number
  applyUrl: string | null
  /** the policy no longer applies from this day on */
  repealedOn: string | null
  repealBasis: string | null
}

const briefs = (db: Db) =>
  db
    .selectFrom('policy')
    .where('deleted', '=', false)
    .select([
      'id',
      'code',
      'title',
      'dep_name as depName',
      'state',
      'level',
      'apply_from as applyFrom',
      'apply_to as applyTo',
      'url_type as urlType',
      'apply_url as applyUrl',
      'repealed_on as repealedOn',
      'repeal_basis as repealBasis',
    ])

export const policyById = (db: Db, id: number): Promise<PolicyBrief | undefined> => briefs(db).where('id', '=', id).executeTakeFirst()
export const policyByCode = (db: Db, code: string): Promise<PolicyBrief | undefined> =>
  briefs(db).where('code', '=', code).executeTakeFirst()
