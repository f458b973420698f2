import type { Db } from '../kernel/db/index.ts'
import { passwordFits } from '../kernel/access/password.ts'

export const DEMO_PASSWORD = 'Qifu@2026'
/** Prefix of subjects at the demo identity provider. */
export const DEMO_SUBJECT = 'demo-'

/** From the demo identity provider, or from a demo platform (`zml:demo-…`). */
const isDemoSubject = (account: string | null) => account !== null && /^(\w+:)?demo-/.test(account)

/** Enabled accounts that the demo created, or with the demo's password: a production start refuses them. */
export async function demoAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('sys_user')
    .select(['user_name', 'account_id', 'password_hash'])
    .where('enabled', '=', true)
    .where((eb) =>
      eb.or([
        eb('account_id', 'like', `${DEMO_SUBJECT}%`),
        eb('account_id', 'like', `%:${DEMO_SUBJECT}%`),
        eb('user_name', 'in', demoNames),
      ]),
    )
    .execute()
  const found: string[] = []
  for (const row of rows) {
    if (isDemoSubject(row.account_id) || (await passwordFits(DEMO_PASSWORD, row.password_hash))) found.push(row.user_name)
  }
  return found
}

const staff = [
  'front1',
  'dept1',
  'dept2',
  'dept3',
  'dept4',
  'dept5',
  'dept6',
  'fin1',
  'appeal1',
  'agent1',
  'agent2',
  'market1',
  'market2',
  'train1',
  'train2',
  'op1',
  'op2',
  'editor1',
  'leader1',
  'admin1',
  'security1',
  'security2',
  'audit1',
]
const demoNames = ['qy1', 'qy2', 'qy3', 'inst1', 'gr1', 'gr2', 'expert1', ...staff]
