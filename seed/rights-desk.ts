import { accessReview } from '../contract/identity/access-review.ts'
import { rightsChange } from '../contract/identity/rights-change.ts'
import { users } from '../contract/identity/users.ts'
import { decideRows } from '../server/identity/access-review/decide.ts'
import { openReview } from '../server/identity/access-review/open.ts'
import { grantRoles } from '../server/identity/admin/grant-roles.ts'
import { submitChange } from '../server/identity/rights-change/changes.ts'
import type { Actor } from '../server/kernel/actor.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { addDays, today } from '../server/kernel/clock.ts'
import { AppError } from '../server/kernel/errors.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { staff } from './declaration.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** Days until the temporary grant ends, counted from the first start. */
const TERM_DAYS = 3
const SONGLING = '339999100'
const SHITANG = '339999101'

/** In an older data folder people may have given these rights, or requested them, themselves. */
const unlessRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
const personOf = ({ db }: Kernel, name: string) =>
  db.selectFrom('sys_user').select(['id', 'version']).where('user_name', '=', name).where('enabled', '=', true).executeTakeFirst()
const roleOf = ({ db }: Kernel, code: string) => db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirst()
const rolesOf = async ({ db }: Kernel, userId: number): Promise<number[]> =>
  (await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()).map(({ role_id }) => role_id)

/** The officers confirm every role that is held: the second those of the first, the first all others. */
async function finishReview(k: Kernel, first: Actor, second: Actor): Promise<void> {
  if (await k.db.selectFrom('access_review').select('id').executeTakeFirst()) return
  const { id } = await openReview(k, systemCall('seed', first), addDays(today(k.clock), 14))
  const rows = await k.db.selectFrom('access_review_row').select(['id', 'version', 'user_id']).where('review_id', '=', id).execute()
  for (const officer of [first, second]) {
    const items = rows
      .filter((row) => (row.user_id === first.userId) === (officer === second))
      .map((row) => ({ id: row.id, version: row.version }))
    const asked = accessReview.decide.body!.parse({ items, decision: 'keep', reason: '与现在的岗位一致' })
    await decideRows(k, systemCall('seed', officer), officer, asked)
  }
}

/** agent2 helps a town for some days. */
async function grantForDays(k: Kernel, officer: Actor): Promise<void> {
  const [person, town] = [await personOf(k, 'agent2'), await roleOf(k, 'town-songling')]
  if (!person || !town) return
  const terms = [{ roleId: town.id, to: addDays(today(k.clock), TERM_DAYS) }]
  const roleIds = (await rolesOf(k, person.id)).filter((id) => id !== town.id)
  await unlessRefused(grantRoles(k, systemCall('seed', officer), users.saveRoles.body!.parse({ ...person, roleIds, terms })))
}

/** One officer asks for a person's further role, the other for a wider data rule; each waits for the other’s decision. */
async function requestChanges(k: Kernel, first: Actor, second: Actor): Promise<void> {
  const [person, songling, shitang] = [await personOf(k, 'market2'), await roleOf(k, 'town-songling'), await roleOf(k, 'town-shitang')]
  if (!person || !songling || !shitang) return
  const submit = (officer: Actor, change: object, reason: string) =>
    unlessRefused(submitChange(k, systemCall('seed', officer), officer, rightsChange.submit.body!.parse({ change, reason })))
  const roleIds = [...(await rolesOf(k, person.id)), shitang.id]
  await submit(first, { userId: person.id, roleIds, terms: [] }, '石塘镇的工业用地由其登记，需要同时看该镇的企业')
  const rule = { scope: 'all', officeIds: [], lines: [{ field: 'street', op: 'in', values: [SONGLING, SHITANG] }] }
  await submit(second, { roleId: songling.id, resource: 'declaration', rule }, '两镇合并设点受理，松岭镇专员也看石塘镇的申报')
}

async function fill(k: Kernel): Promise<void> {
  if (!(await personOf(k, 'security1')) || !(await personOf(k, 'security2'))) return
  const [first, second] = [await staff(k, 'security1', ['role:manage']), await staff(k, 'security2', ['role:manage'])]
  await finishReview(k, first, second)
  await grantForDays(k, first)
  await requestChanges(k, first, second)
}

/** What the security officers of the demo find: a finished review, a temporary role about to end, two requests that wait. */
export const rightsDeskSeed: Seed = { name: 'rights desk', demoOnly: true, run: (k) => seedOnce(k, 'rights desk', () => fill(k)) }
