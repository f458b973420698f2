import { addDays, today } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** Allowances of a company that has completed the process: one that waits for payment, one paid last year. Amounts in 分. */
export const allowanceHistorySeed: Seed = {
  name: 'allowance history',
  demoOnly: true,
  run: (k) => seedOnce(k, 'allowance history', () => enter(k)),
}

async function enter(k: Kernel): Promise<void> {
  const company = await k.db.selectFrom('company').select('id').where('name', 'like', '%鹿鸣数控机床%').executeTakeFirst()
  const office = await k.db.selectFrom('office').select('id').where('code', '=', 'jxj').executeTakeFirst()
  if (!company || !office) return
  const idOf = async (userName: string) =>
    (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirst())?.id ?? null
  // As in the real flow: who registered it and who approved it may not pay it (G-02).
  const [enterer, approver] = [await idOf('front1'), await idOf('dept1')]
  const day = today(k.clock)
  const year = Number(day.slice(0, 4))
  const sums = [
    { name: '技术改造设备补助（示例）', year, amount: 38_600_000, back: 20, paid: null },
    { name: '首台套装备奖励（示例）', year: year - 1, amount: 50_000_000, back: 300, paid: 280 },
  ]
  for (const sum of sums) {
    const from = addDays(day, -sum.back)
    const made = await k.db
      .insertInto('allowance')
      .values({
        company_id: company.id,
        project_name: sum.name,
        year: sum.year,
        amount: sum.amount,
        office_id: office.id,
        files: '[]',
        source: 'staff',
        state: sum.paid === null ? 1 : 3,
        approved_amount: sum.amount,
        makers: enterer ? [enterer] : [],
        created_by: enterer,
        approved_by: approver,
        reviewed_by: '审核员 江诚',
        reviewed_at: `${from}T02:00:00Z`,
        public_from: from,
        public_to: addDays(from, 7),
        pay_date: sum.paid === null ? null : addDays(day, -sum.paid),
        voucher: sum.paid === null ? null : '示例-0001',
        created_at: `${from}T01:00:00Z`,
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) continue
    const told = [
      { move: 'enter', state: 0 as const, actorName: '受理员 方芸', at: new Date(`${from}T01:00:00Z`) },
      { move: 'approve', state: 1 as const, actorName: '审核员 江诚', at: new Date(`${from}T02:00:00Z`) },
      { move: 'publicise', state: 1 as const, actorName: '受理员 方芸', at: new Date(`${from}T03:00:00Z`) },
      ...(sum.paid === null
        ? []
        : [{ move: 'pay', state: 3 as const, actorName: '财政 秦越', at: new Date(`${addDays(day, -sum.paid)}T03:00:00Z`) }]),
    ]
    await k.db
      .insertInto('flow_log')
      .values(
        told.map(({ actorName, state, move, at }) => ({
          flow: 'allowance',
          row_id: made.id,
          row_version: 1,
          move,
          to_state: String(state),
          actor_name: actorName,
          at,
        })),
      )
      .execute()
  }
}
