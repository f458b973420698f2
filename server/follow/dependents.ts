import type { Kernel } from '../kernel/kernel.ts'
import { dependsOnPolicy } from '../policy/index.ts'

/** Registers what readers have attached to a policy, so that staff are told before they delete, take down or repeal it. */
export function nameDependents(k: Kernel): void {
  dependsOnPolicy(k, {
    name: '收藏',
    effects: { delete: '从收藏人的列表中消失', takeDown: '收藏人会收到下架通知', repeal: '收藏人会收到废止通知' },
    count: async (db, id) =>
      Number(
        (
          await db
            .selectFrom('policy_favourite')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .where('policy_id', '=', id)
            .executeTakeFirstOrThrow()
        ).n,
      ),
  })
  dependsOnPolicy(k, {
    name: '评价',
    effects: { delete: '保留在评价列表中' },
    count: async (db, id) =>
      Number(
        (
          await db
            .selectFrom('policy_evaluation')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .where('policy_id', '=', id)
            .executeTakeFirstOrThrow()
        ).n,
      ),
  })
}
