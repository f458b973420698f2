import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { createUser } from '../../server/identity/index.ts'
import { systemCall } from '../../server/kernel/audit/audit.ts'
import { hashPassword } from '../../server/kernel/access/password.ts'
import type { Engine } from '../finding.ts'
import { withKernel } from '../kernel.ts'
import type { ProofApp, ProofStage } from '../stage.ts'

/** A column of the matrix: anonymous, an individual, a company, staff without a role, and one member of staff for each existing role. */
export interface Actor {
  column: string
  /** undefined: anonymous */
  userName: string | undefined
}

const OTHERS: Actor[] = [
  { column: 'anonymous', userName: undefined },
  { column: 'GR', userName: 'gr1' },
  { column: 'QY', userName: 'qy1' },
  { column: 'YYF', userName: 'proof-none' },
]
/** These roles belong to companies and individuals, whose user type already says so. */
const NOT_STAFF = ['enterprise', 'individual']
/** Roles that the demo county made on its screens; every county has its own. */
const OF_TOWNS = 'town-%'

/** Starts a server whose database has one member of staff per role, one without a role, and a second individual. */
export async function serverWithActors(stage: ProofStage, engine: Engine): Promise<{ app: ProofApp; actors: Actor[] }> {
  const place = engine === 'postgres' ? { database: await stage.database() } : { dataDir: await stage.folder() }
  const roles = await withKernel({ ...place, dataDir: place.dataDir ?? stage.dir }, (k) => addStaff(k.db))
  const actors = [...OTHERS, ...roles.map((role) => ({ column: role, userName: `proof-${role}` }))]
  // Without a line for each of the many calls.
  return { app: await stage.app({ engine, ...place, env: { LOG_LEVEL: 'warn' } }), actors }
}

async function addStaff(db: Kysely<Database>): Promise<string[]> {
  const found = await db
    .selectFrom('role')
    .select('code')
    .where('code', 'not in', NOT_STAFF)
    .where('code', 'not like', OF_TOWNS)
    .orderBy('id')
    .execute()
  const roles = found.map(({ code }) => code)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const call = systemCall('proof')
  const staff = (userName: string, held: string[]) => ({
    userName,
    name: `证明 ${userName}`,
    type: 'YYF' as const,
    roles: held,
    passwordHash,
  })
  await createUser(db, call, staff('proof-none', []), new Date())
  await createUser(db, call, { ...staff('proof-gr', ['individual']), type: 'GR' as const, accountId: 'proof-gr' }, new Date())
  for (const role of roles) await createUser(db, call, { ...staff(`proof-${role}`, [role]), officeCode: 'jxj' }, new Date())
  return roles
}
