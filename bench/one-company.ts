import type { Kernel } from '../server/kernel/kernel.ts'
import { calculate } from '../server/matching/index.ts'
import type { Answers } from '../contract/matching.ts'
import { desk } from './desk.ts'
import { p95 } from './in-turn.ts'
import type { Row } from './report.ts'

const ROUNDS = 60

/**
 * Results for one of many companies: its archive is read and every rule in force is judged, for another company of the whole table each
 * time.
 */
export async function oneCompany(k: Kernel): Promise<Row[]> {
  const { rows } = await k.pool.query<{ n: number }>('select count(*)::int as n from company_facts')
  const [companies, policies] = [rows[0]!.n, new Set<number>()]
  const used = new Set<number>()
  const slow = await p95(ROUNDS, async () => {
    // The stride has no common divisor with the range, so the companies come from all over the table.
    const place = ((used.size * 7919) % 9973) / 9973
    const { rows: found } = await k.pool.query<{ company_id: number; facts: Answers }>(
      `select company_id, facts from company_facts where company_id >= (select min(company_id) + floor((max(company_id) - min(company_id)) * $1::float8)::bigint from company_facts)
         order by company_id limit 1`,
      [place],
    )
    used.add(found[0]!.company_id)
    const { list } = await calculate(k, desk(), { answers: found[0]!.facts })
    for (const { policyId } of list) policies.add(policyId)
  })
  return [
    {
      name: 'matching one company of all, p95',
      figure: slow,
      unit: 'ms',
      note: `${used.size} of ${companies} companies, ${policies.size} policies`,
    },
  ]
}
