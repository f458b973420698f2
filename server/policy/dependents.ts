import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** What hangs on a policy and what becomes of it when the policy is deleted. */
export interface Dependent {
  name: string
  effect: string
  count(db: Db, policyId: number): Promise<number>
}
const known = new WeakMap<Kernel, Dependent[]>()

/** Another domain says what it keeps for a policy; the question before deleting names it. */
export function dependsOnPolicy(k: Kernel, dependent: Dependent): void {
  known.set(k, [...(known.get(k) ?? []), dependent])
}

const countOf = async (query: { execute(): Promise<{ n: string | number | bigint }[]> }) => Number((await query.execute())[0]?.n ?? 0)

const own: Dependent[] = [
  {
    name: '咨询',
    effect: '保留，咨询人仍可查看',
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
    effect: '保留，但不再随政策展示',
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
    effect: '随政策一并不可见',
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
    effect: '不再显示“已被替代”的提示',
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
]

/** Only what is there: kinds without anything are left out. */
export async function dependentsOf(k: Kernel, policyId: number): Promise<{ name: string; count: number; effect: string }[]> {
  const found: { name: string; count: number; effect: string }[] = []
  for (const { name, effect, count } of [...own, ...(known.get(k) ?? [])]) {
    const n = await count(k.db, policyId)
    if (n > 0) found.push({ name, count: n, effect })
  }
  return found
}
