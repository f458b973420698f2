import type { PermissionCode } from '../../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey, type RowScope } from '../../contract/row-rules.ts'
import type { Db } from '../../server/kernel/db/index.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const seedName = (key: RowResourceKey) => `row rules ${key}`
/**
 * How far a role reached before rules were data: reviewers of declarations to the projects with a step of their office, who only reviews
 * allowances to those of their office, who only deals with appeals to those that their office has or had, who answers calls to their own,
 * everybody else to everything.
 */
function reach(key: RowResourceKey, held: readonly string[]): RowScope {
  const may = (code: PermissionCode) => held.includes(code)
  const ofOffice =
    (key === 'declaration' && (may('declaration:accept') || may('declaration:review')))
    || (key === 'allowance' && may('allowance:review') && !may('allowance:manage'))
    || (key === 'appeal' && may('appeal:deal') && !may('appeal:dispatch'))
  if (key === 'call' && may('call:agent')) return 'own'
  return ofOffice ? 'office' : 'all'
}

/** Gives these roles (all without `roleIds`) their first rule of a resource that their permissions open; a rule that is there stays. */
async function giveRules(db: Db, key: RowResourceKey, roleIds?: readonly number[]): Promise<void> {
  const held = await db
    .selectFrom('role_permission')
    .select(['role_id', 'permission'])
    .where('permission', 'in', [...rowResource(key).needs])
    .$if(roleIds !== undefined, (q) => q.where('role_id', 'in', [0, ...roleIds!]))
    .execute()
  const rules = [...Map.groupBy(held, (row) => row.role_id)].map(([role_id, rows]) => ({
    role_id,
    resource: key,
    scope: reach(
      key,
      rows.map((row) => row.permission),
    ),
    lines: '[]',
  }))
  if (rules.length > 0)
    await db
      .insertInto('row_rule')
      .values(rules)
      .onConflict((c) => c.doNothing())
      .execute()
}

/** Roles that gain a right after the first rules were given see rows with it at once. */
export async function rulesForNewRights(db: Db, roleIds: readonly number[]): Promise<void> {
  const done = await db.selectFrom('seed_run').select('name').where('name', 'in', rowResourceKeys.map(seedName)).execute()
  for (const key of rowResourceKeys) if (done.some(({ name }) => name === seedName(key))) await giveRules(db, key, roleIds)
}

/** Stands last: today's reach of every role as a rule, once a resource, so that an upgrade changes nothing. */
export const rowRuleSeed: Seed = {
  name: 'row rules',
  demoOnly: false,
  async run(k) {
    for (const key of rowResourceKeys) await seedOnce(k, seedName(key), () => giveRules(k.db, key))
  },
}
