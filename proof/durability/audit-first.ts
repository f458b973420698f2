import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../server/kernel/db/index.ts'
import { noFaults, type Engine, type Finding } from '../finding.ts'
import { withKernel, type Home } from '../kernel.ts'
import type { ProofStage } from '../stage.ts'
import { ask, userWith, type Answer } from '../user.ts'

/** The tables that the calls below would change. */
const TABLES = ['policy_consult', 'policy', 'company', 'company_authorization', 'declaration'] as const

/** L-03: when the audit log cannot be written, no change is made. The sessions were made before; then the table accepts no more rows. */
export async function auditFirst(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const home: Home =
    engine === 'pglite' ? { dataDir: await stage.folder() } : { database: await stage.database(), dataDir: join(stage.dir, 'audit-first') }
  const first = await stage.app({ engine, ...home })
  const [gr1, qy1, editor1] = [
    await stage.asUser(first.base, 'gr1'),
    await stage.asUser(first.base, 'qy1'),
    await stage.asUser(first.base, 'editor1'),
  ]
  const policy = (await ask(first.base, '/policy/doc/policyDetail', { query: { code: 'hnte' } })).body.data.id as number
  await first.stop()
  const before = await withKernel(home, async (k) => {
    await sql`alter table audit_log add constraint proof_no_room check (false) not valid`.execute(k.db)
    return contents(k.db)
  })
  const changes = (base: string): [string, () => Promise<Answer>][] => {
    const [person, company, editor] = [userWith(base, 'gr1', gr1), userWith(base, 'qy1', qy1), userWith(base, 'editor1', editor1)]
    return [
      ['a question', () => person.form('/pol/my/getPolConsult', { polInfoId: String(policy), consultContent: '没有审计的问题' })],
      ['consent', () => company.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' })],
      ['taking a policy down', () => editor.form('/pol/info/takeDown', { id: String(policy) })],
    ]
  }
  const faults: string[] = []
  const second = await stage.app({ engine, ...home })
  for (const [what, change] of changes(second.base)) {
    const answer = await change()
    if (answer.status === 200 && answer.body.success) faults.push(`${what} went through without its audit row`)
  }
  // A sign-in is a change too: without its audit row a session could not be traced.
  await stage.asUser(second.base, 'leader1').then(
    () => faults.push('a log-in went through without its audit row'),
    () => {},
  )
  await second.stop()
  const after = await withKernel(home, async (k) => {
    const now = await contents(k.db)
    await sql`alter table audit_log drop constraint proof_no_room`.execute(k.db)
    return now
  })
  for (const [table, text] of before) if (after.get(table) !== text) faults.push(`${table} is not as it was`)
  const third = await stage.app({ engine, ...home })
  for (const [what, change] of changes(third.base)) {
    const answer = await change()
    if (!answer.body.success) faults.push(`with room again, ${what}: ${answer.text.slice(0, 200)}`)
  }
  await third.stop()
  // Seen red: audit() answered without a row: 11 of 13.
  return [noFaults({ id: 'L-03', engine, what: '审计写不进时，变更与登录被拒，库中不变；有了空间即可' }, faults, 7 + before.size)]
}

/** The content of each table as one text, and the users with a session. */
async function contents(db: Db): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const table of TABLES) {
    const { rows } = await sql<{ text: string }>`select count(*) || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as text
      from ${sql.table(table)} t`.execute(db)
    found.set(table, rows[0]!.text)
  }
  const { rows } = await sql<{
    text: string
  }>`select md5(coalesce(string_agg(id::text, '' order by id::text), '')) as text from session`.execute(db)
  return found.set('session', rows[0]!.text)
}
