import type { Kernel } from '../server/kernel/kernel.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const FEN = 1_000_000
const sample = '示例规则：演示“同一事项就高不重复”，按本县文件调整'
/** The samples pay for the same matter in several places; the county's own policies have a yearly cap. */
const limits = [
  { name: '同一技改项目设备补助就高', codes: ['gd-tech-equip', 'zhenhai-equip-2024', 'huzhou-tech'] },
  { name: '同一智能制造称号奖励就高', codes: ['deqing-smart', 'shengzhou-smart'] },
  { name: '同一首台套产品奖励就高', codes: ['zj-first-set', 'longwan-first-set'] },
  { name: '同一展会展位费补助就高', codes: ['sz-exhibition', 'hlj-exhibition'] },
  { name: '同一研发投入地方奖补就高', codes: ['dangshan-rd', 'hechuan-rd'] },
  { name: '同一标准制定奖励就高', codes: ['pan-an-standard', 'demo-patent-standard'] },
  { name: '同一首次上规奖励就高', codes: ['xian-scale', 'yanan-fiveup', 'demo-scale-up'] },
  { name: '同一笔贷款贴息不重复', codes: ['sme-loan-2026', 'equip-loan-2026'] },
  { name: '研发费用加计扣除按一个比例', codes: ['tax-rd-100', 'tax-rd-120'] },
] as const
const county = ['demo-export-credit', 'demo-talent', 'demo-patent-standard', 'demo-micro-interest', 'demo-scale-up']

export const stackLimitSeed: Seed = {
  name: 'stack-limits',
  demoOnly: true,
  run: (k: Kernel) =>
    seedOnce(k, 'stack-limits', async () => {
      await k.db
        .insertInto('stack_limit')
        .values([
          ...limits.map(({ name, codes }) => ({ name, kind: 'exclude' as const, codes: [...codes], basis: sample })),
          {
            name: '县级奖补同一企业年度合计封顶',
            kind: 'cap' as const,
            codes: county,
            amount: 200 * FEN,
            per_year: true,
            basis: '示例规则：同一企业同一年度县级奖补合计不超过 200 万元',
          },
        ])
        .onConflict((c) => c.column('name').doNothing())
        .execute()
    }),
}
