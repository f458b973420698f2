import { companiesWithPhone } from '../company/index.ts'
import { blindIndexes } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

export interface Match {
  id: number
  name: string
  creditCode: string
  /** why the number may belong to the company */
  why: string
}
const MOST = 10

/** Companies whose archive, people or earlier calls contain the number. A single match is the caller; several are offered for choice. */
export async function companiesCalling(k: Kernel, db: Db, phone: string): Promise<Match[]> {
  const registered = await companiesWithPhone(k, db, phone)
  const earlier = await db
    .selectFrom('call_record as r')
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .where('r.phone_index', 'in', blindIndexes(k, phone))
    .where('r.deleted', '=', false)
    .select(['c.id', 'c.name', 'c.credit_code'])
    .distinct()
    .limit(MOST)
    .execute()
  const all = [...registered, ...earlier.map(({ id, name, credit_code }) => ({ id, name, creditCode: credit_code, why: '以往通话' }))]
  return [...new Map(all.toReversed().map((match) => [match.id, match])).values()].toReversed().slice(0, MOST)
}
