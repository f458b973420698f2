import { sql } from 'kysely'
import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalidField } from '../../kernel/errors.ts'
import { seenBy } from './queries.ts'

interface Support {
  companyId: number
  year: number
  projectName: string
  policyId?: number | null | undefined
}

/** Normalises a project name for comparison; the column `name_key` uses the same rule. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[ \t\n\r\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu, '')
    .toLowerCase()

/** Locks the companies (in a fixed order), so that parallel entries for one company see each other. */
export async function lockSupports(db: Db, companyIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(companyIds)].sort((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(${ALLOWANCES}, ${id}::int)`.execute(db)
}
const ALLOWANCES = 740421

/** Existing allowances of the same support: the same policy or the same name, in the same year. */
export const twinsOf = (db: Db, { companyId, year, projectName, policyId }: Support, except: number | null) =>
  db
    .selectFrom('allowance')
    .select(['id', 'project_name', 'state', 'policy_id'])
    .where('company_id', '=', companyId)
    .where('year', '=', year)
    .where('state', '<>', allowanceStates.refused)
    .where('deleted', '=', false)
    .where('id', '<>', except ?? 0)
    .where((e) => e.or([e('name_key', '=', nameKey(projectName)), ...(policyId ? [e('policy_id', '=', policyId)] : [])]))
    .orderBy('id')

/** How a refusal names an allowance: with its number only to who may see it (C). */
export const numberFor = async (db: Db, actor: Actor, id: number): Promise<string> =>
  (await seenBy(db, actor).where('a.id', '=', id).select('a.id').executeTakeFirst()) ? `（编号 ${id}）` : ''

/** Refuses a duplicate support at the project name, with the number of the existing one, unless staff give a reason (G-03). */
export async function refuseTwin(
  db: Db,
  actor: Actor,
  support: Support & { twinReason?: string | undefined },
  { except = null, own = false }: { except?: number | null; own?: boolean } = {},
): Promise<void> {
  await lockSupports(db, [support.companyId])
  if (support.twinReason && !own) return
  const twin = await twinsOf(db, support, except).where('twin_reason', 'is', null).executeTakeFirst()
  if (!twin) return
  const same = support.policyId && twin.policy_id === support.policyId ? '同一政策的' : '的同名'
  throw invalidField(
    'projectName',
    `${own ? '贵企业' : '该企业'} ${support.year} 年${same}补贴已登记${await numberFor(db, actor, twin.id)}${own ? '' : '；确需再登记的，请填写重复登记的理由'}`,
  )
}
