import { createUser, mobileColumns } from '../../server/identity/index.ts'
import { enterSession } from '../../server/identity/login.ts'
import { systemCall } from '../../server/kernel/audit/audit.ts'
import { withKernel } from '../kernel.ts'
import { roundRobin } from '../round-robin.ts'
import type { ProofStage } from '../stage.ts'
import { userWith, type User } from '../user.ts'

export const PEOPLE = 200
/** The number of the owner of what the crowd wants. */
export const OWNER = '13800019999'
export const phoneOf = (n: number) => `1390000${String(n).padStart(4, '0')}`

export interface Crowd {
  /** the balancer in front of both processes */
  base: string
  /** individuals with a telephone number, already signed in */
  people: User[]
  asUser(name: string): Promise<User>
  stop(): Promise<unknown>
}

/** Two processes on one PostgreSQL behind a balancer, and two hundred people. The number of qy1 is `OWNER`. */
export async function twoWithCrowd(stage: ProofStage): Promise<Crowd> {
  const database = await stage.database()
  const call = systemCall('proof')
  const pairs = await withKernel({ database, dataDir: stage.dir }, async (k) => {
    const withPhone = (phone: string, userName: string) =>
      k.db.updateTable('sys_user').set(mobileColumns(k, phone)).where('user_name', '=', userName).execute()
    await withPhone(OWNER, 'qy1')
    const made = []
    for (let n = 0; n < PEOPLE; n++) {
      const userName = `proof-crowd${n}`
      const person = { userName, name: `证明 ${n}`, type: 'GR' as const, roles: ['individual'], accountId: userName }
      const id = await createUser(k.db, call, person, new Date())
      await withPhone(phoneOf(n), userName)
      made.push(await enterSession(k, call, { id, roles: person.roles }, 'sso'))
    }
    return made
  })
  const env = { POLICY_REVIEW: '0', LOG_LEVEL: 'warn' }
  const both = await Promise.all([stage.app({ engine: 'postgres', database, env }), stage.app({ engine: 'postgres', database, env })])
  const front = await roundRobin(both.map(({ base }) => base))
  stage.onEnd(() => front.close())
  return {
    base: front.base,
    people: pairs.map((pair, n) => userWith(front.base, `proof-crowd${n}`, pair)),
    asUser: (name) => stage.asUser(front.base, name),
    stop: () => Promise.all(both.map((app) => app.stop())),
  }
}
