import type { UserType } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { heldBy, rightsOf } from './kept-rights.ts'

const byId = {
  name: 'identity_of_user',
  text: `select u.type, u.name, u.company_id, u.office_id, ${heldBy('u.id')} as held from sys_user u where u.id = $1 and u.enabled`,
}
interface Person {
  type: UserType
  name: string
  company_id: number | null
  office_id: number | null
  held: string | null
}

/**
 * A person with the present rights, without a session: for what a job does in their name. null: the account is disabled or gone. It reads
 * with a connection of its own, so call it before a transaction.
 */
export async function actorOfUser(k: Kernel, userId: number): Promise<Actor | null> {
  const {
    rows: [row],
  } = await k.pool.query<Person>({ ...byId, values: [userId] })
  if (!row) return null
  const { type, name, company_id: companyId, office_id: officeId, held } = row
  return { userId, sessionId: '', type, name, companyId, officeId, ...(await rightsOf(k, userId, held)) }
}
