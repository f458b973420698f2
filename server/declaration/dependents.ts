import { sql } from 'kysely'
import type { DeclarationState } from '../../contract/declaration.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dependsOnPolicy } from '../policy/index.ts'
import { underReview } from './flow.ts'

const unsent: readonly DeclarationState[] = ['draft', 'withdrawn']
const underWay: readonly DeclarationState[] = [...underReview, 'returned']

/**
 * What is in progress for a policy, for the confirmation before it is deleted, taken down or repealed (S092: submitted declarations are
 * still decided).
 */
export function nameDependents(k: Kernel): void {
  dependsOnPolicy(k, {
    name: '未截止的申报项目',
    effects: { delete: '企业不再能申报', takeDown: '企业暂不能申报', repeal: '自废止日起企业不能再申报' },
    count: async (db, policyId) => {
      const { n } = await db
        .selectFrom('project')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('policy_id', '=', policyId)
        .where('apply_end', '>=', k.clock.now().toISOString())
        .executeTakeFirstOrThrow()
      return Number(n)
    },
  })
  dependsOnPolicy(k, {
    name: '未提交的申报草稿',
    effects: { delete: '保留，但不能再提交', takeDown: '保留，上架前不能提交', repeal: '保留，自废止日起不能提交' },
    count: (db, policyId) => declarationsIn(db, policyId, unsent),
  })
  dependsOnPolicy(k, {
    name: '正在审核的申报',
    effects: { delete: '继续审核，结果照常告知企业', takeDown: '继续审核，结果照常告知企业', repeal: '继续审核，结果照常告知企业' },
    count: (db, policyId) => declarationsIn(db, policyId, underWay),
  })
}

async function declarationsIn(db: Db, policyId: number, states: readonly DeclarationState[]): Promise<number> {
  const { n } = await db
    .selectFrom('declaration as d')
    .innerJoin('project as p', 'p.id', 'd.project_id')
    .select(sql<number>`count(*)`.as('n'))
    .where('p.policy_id', '=', policyId)
    .where('d.deleted_at', 'is', null)
    .where('d.state', 'in', [...states])
    .executeTakeFirstOrThrow()
  return Number(n)
}
