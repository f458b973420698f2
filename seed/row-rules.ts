import type { PermissionCode } from '../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey, type RowScope } from '../contract/row-rules.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const seedName = (key: RowResourceKey) => `row rules ${key}`
/**
 * The scope of a role before access rules were data: reviewers of declarations saw projects with a step of their office, users who only
 * review allowances those of their office, users who only answer appeals those that their office has or had, agents their own calls, and
 * everybody else everything.
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

/** Gives these roles (all without `roleIds`) a first rule for each resource that their permissions open; existing rules stay. */
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

/** Roles that get a permission after the first rules were given get a rule for it at once. */
export async function rulesForNewRights(db: Db, roleIds: readonly number[]): Promise<void> {
  const done = await db.selectFrom('seed_run').select('name').where('name', 'in', rowResourceKeys.map(seedName)).execute()
  for (const key of rowResourceKeys) if (done.some(({ name }) => name === seedName(key))) await giveRules(db, key, roleIds)
}

/** Runs last: turns the former scope of every role into rules, once per resource, so that an upgrade changes nothing. */
export const rowRuleSeed: Seed = {
  name: 'row rules',
  demoOnly: false,
  async run(k) {
    for (const key of rowResourceKeys) await seedOnce(k, seedName(key), () => giveRules(k.db, key))
  },
}
