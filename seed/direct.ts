import { consent, freezeNow, reviewList, saveList, submitList } from '../server/direct/index.ts'
import type { Actor } from '../server/kernel/actor.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { today } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { everyRow } from '../server/kernel/access/row-rules.ts'
import { requestCancel } from '../server/kernel/jobs/task.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const DAY = 86_400_000
/** The kernel on another day, so that past steps go through the same use cases as real ones. */
const on = (k: Kernel, day: number): Kernel => {
  const at = new Date(k.clock.now().getTime() + day * DAY)
  return { ...k, clock: { now: () => at } }
}

/** One list whose period is over and that waits for the hand-over, and one just announced; both of the demo county's own policies. */
const lists = [
  { policy: 'demo-talent', title: '企业引才补贴免申即享（第一批）', day: -12, days: 5, budget: 60, agreed: 2 },
  { policy: 'demo-export-credit', title: '出口信用保险保费补助免申即享', day: 0, days: 7, budget: 100, agreed: 0 },
] as const

export const directSeed: Seed = {
  name: 'direct lists',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'direct lists', async () => {
      for (const one of lists) await seedList(k, one)
    }),
}

async function seedList(k: Kernel, one: (typeof lists)[number]): Promise<void> {
  if (await k.db.selectFrom('direct_list').select('id').where('title', '=', one.title).executeTakeFirst()) return
  const policy = await k.db.selectFrom('policy').select('id').where('code', '=', one.policy).executeTakeFirst()
  const [editor, leader] = [
    await staff(k, 'editor1', ['direct:read', 'direct:manage']),
    await staff(k, 'leader1', ['direct:read', 'direct:confirm']),
  ]
  if (!policy || !editor || !leader) return
  const then = on(k, one.day)
  const asOf = today(then.clock)
  const { id, version } = await saveList(then, systemCall('seed', editor), {
    policyId: policy.id,
    title: one.title,
    year: Number(asOf.slice(0, 4)),
    asOf,
    days: one.days,
    budget: one.budget,
    note: '演示数据',
  })
  await freezeNow(then, id, version)
  await submitList(then, systemCall('seed', editor), { id, version: version + 1 })
  await reviewList(then, systemCall('seed', leader), { id, version: version + 2, pass: true })
  // Seed data sends no notices, so that no inbox starts with messages.
  for (const { id: task } of await k.db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', 'direct.tell')
    .where('state', '=', 'queued')
    .execute())
    await requestCancel(k.db, task)
  const rows = await k.db
    .selectFrom('direct_row as r')
    .leftJoin('sys_user as u', 'u.company_id', 'r.company_id')
    .select(['r.id', 'r.company_id', 'r.company_name'])
    .where('r.list_id', '=', id)
    .where('u.id', 'is', null)
    .orderBy('r.id')
    .limit(one.agreed)
    .execute()
  for (const row of rows) {
    const actor: Actor = {
      ...leader,
      userId: 0,
      type: 'QY',
      name: row.company_name,
      companyId: row.company_id,
      officeId: null,
      permissions: new Set(),
    }
    await consent(on(k, one.day + 2), systemCall('seed', actor), actor, {
      id: row.id,
      bankName: '云溪农村商业银行（示例）',
      accountNo: `6200000000000${String(row.id).padStart(4, '0')}`,
      contactName: '示例联系人',
      contactPhone: '13900000000',
    })
  }
}

async function staff(k: Kernel, userName: string, permissions: string[]): Promise<Actor | undefined> {
  const u = await k.db.selectFrom('sys_user').select(['id', 'name', 'office_id']).where('user_name', '=', userName).executeTakeFirst()
  return (
    u && {
      userId: u.id,
      sessionId: 'seed',
      type: 'YYF',
      name: u.name,
      companyId: null,
      officeId: u.office_id,
      roles: [],
      permissions: new Set(permissions),
      rules: everyRow(),
    }
  )
}
