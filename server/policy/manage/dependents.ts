import { sql } from 'kysely'
import type { DependentAction } from '../../../contract/policy/managed-policies.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { openStates } from '../proposal/flow.ts'
import { perKernel } from '../../kernel/per-kernel.ts'

/** Records that depend on a policy, their number, and what happens to them; actions that do not affect them are left out. */
export interface Dependent {
  name: string
  effects: Partial<Record<DependentAction, string>>
  count(db: Db, policyId: number): Promise<number>
}
const known = perKernel((): Dependent[] => [])

/** Another domain registers records that depend on a policy; the confirmation before deleting, taking down or repealing lists them. */
export function dependsOnPolicy(k: Kernel, dependent: Dependent): void {
  known(k).push(dependent)
}

const countOf = async (query: { execute(): Promise<{ n: string | number | bigint }[]> }) => Number((await query.execute())[0]?.n ?? 0)

const own: Dependent[] = [
  {
    name: '咨询',
    effects: { delete: '保留，咨询人仍可查看' },
    count: (db, id) =>
      countOf(
        db
          .selectFrom('policy_consult')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('policy_id', '=', id),
      ),
  },
  {
    name: '政策文件',
    effects: { delete: '保留，但不再随政策展示', takeDown: '保留，但不再随政策展示' },
    count: (db, id) =>
      countOf(
        db
          .selectFrom('policy_document')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('policy_id', '=', id)
          .where('deleted', '=', false),
      ),
  },
  {
    name: '附件与图片',
    effects: { delete: '随政策一并不可见', takeDown: '随政策一并不可见' },
    count: (db, id) =>
      countOf(
        db
          .selectFrom('file')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('object_type', '=', 'policy')
          .where('object_id', '=', String(id)),
      ),
  },
  {
    name: '被其替代的政策',
    effects: { delete: '不再显示“已被替代”的提示', takeDown: '暂不显示“已被替代”的提示' },
    count: (db, id) =>
      countOf(
        db
          .selectFrom('policy as old')
          .innerJoin('policy as p', 'p.code', 'old.superseded_by')
          .select(sql<number>`count(*)`.as('n'))
          .where('p.id', '=', id)
          .where('old.deleted', '=', false),
      ),
  },
  {
    name: '被其废止的政策',
    effects: { delete: '仍为已废止，不再指向本政策', takeDown: '仍为已废止，暂不指向本政策' },
    count: (db, id) =>
      countOf(
        db
          .selectFrom('policy')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('repealed_by', '=', id)
          .where('deleted', '=', false),
      ),
  },
  {
    name: '未完成的修订与废止',
    effects: { delete: '一并放弃' },
    count: (db, id) =>
      countOf(
        db
          .selectFrom('policy_proposal')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('policy_id', '=', id)
          .where('state', 'in', [...openStates]),
      ),
  },
]

/** Only kinds that have records and are affected by the action. */
export async function dependentsOf(
  k: Kernel,
  policyId: number,
  action: DependentAction,
): Promise<{ name: string; count: number; effect: string }[]> {
  const found: { name: string; count: number; effect: string }[] = []
  for (const { name, effects, count } of [...own, ...known(k)]) {
    const effect = effects[action]
    if (effect === undefined) continue
    const n = await count(k.db, policyId)
    if (n > 0) found.push({ name, count: n, effect })
  }
  return found
}
