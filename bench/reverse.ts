import type { Kernel } from '../server/kernel/kernel.ts'
import { today } from '../server/kernel/clock.ts'
import { runJob } from '../server/matching/results/run.ts'
import { matchedCompanies } from '../server/matching/reverse.ts'
import { desk } from './desk.ts'
import { median, type Row } from './report.ts'

const ROUNDS = 7
const PAGE = 20

/** 高新技术企业认定 (hnte) as a hand-written condition over the same rows. */
const HNTE = `((m.facts->>'residentEnterprise')::boolean = true and (m.facts->>'registeredDays')::numeric >= 365 and (m.facts->>'hasCoreIpOwnership')::boolean = true
  and (m.facts->>'inHiTechField')::boolean = true and (m.facts->>'techStaffRatio')::numeric >= 0.1
  and (((m.facts->>'revenueY1')::numeric <= 5000 and (m.facts->>'rdRatio3y')::numeric >= 0.05)
    or ((m.facts->>'revenueY1')::numeric > 5000 and (m.facts->>'revenueY1')::numeric <= 20000 and (m.facts->>'rdRatio3y')::numeric >= 0.04)
    or ((m.facts->>'revenueY1')::numeric > 20000 and (m.facts->>'rdRatio3y')::numeric >= 0.03))
  and (m.facts->>'rdDomesticRatio')::numeric >= 0.6 and (m.facts->>'hiTechIncomeRatio')::numeric >= 0.6
  and (m.facts->>'score:hnte-score')::boolean and (m.facts->>'majorAccident1y')::boolean = false)`
const FROM = 'from company_match_row m join company_facts f on f.company_id = m.company_id and f.authorized'
const COUNTS = `select count(*) filter (where v) as matched, count(*) filter (where v is null) as unknown, count(*) as companies from (select ${HNTE} as v ${FROM}) t`
const FIRST_PAGE = `select c.id, c.name, c.street_name, c.industry, f.facts ${FROM} join company c on c.id = m.company_id where ${HNTE} is true order by c.id limit ${PAGE}`

/** All companies of the archive against one policy: the use case with its freshness check and amounts, beside the two statements alone. */
export async function reverse(k: Kernel): Promise<Row[]> {
  const { id } = await k.db.selectFrom('policy').select('id').where('code', '=', 'hnte').executeTakeFirstOrThrow()
  const user = await k.db.selectFrom('sys_user').select(['id', 'office_id']).where('user_name', '=', 'editor1').executeTakeFirstOrThrow()
  const reader = desk({ userId: user.id, officeId: user.office_id })
  const query = { policyId: id, state: 'match', page: 1, pageSize: PAGE } as const
  const began = performance.now()
  const { changed: refreshed } = await runJob(k, { kind: 'rows', day: today(k.clock) })
  const refreshing = performance.now() - began
  await k.pool.query('vacuum (analyze) company_match_row')
  const ours = await matchedCompanies(k, reader, query)
  const raw = (await k.pool.query<{ matched: number; unknown: number; companies: number }>(COUNTS)).rows[0]!
  if (ours.matched !== raw.matched || ours.unknown !== raw.unknown)
    throw new Error(`reverse: ${JSON.stringify(ours)} is not ${JSON.stringify(raw)}`)
  const times = { ours: [] as number[], raw: [] as number[] }
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    into.push(performance.now() - from)
  }
  for (let n = 0; n < ROUNDS; n++) {
    await timed(times.ours, () => matchedCompanies(k, reader, query))
    await timed(times.raw, async () => {
      await k.pool.query(COUNTS)
      await k.pool.query(FIRST_PAGE)
    })
  }
  const note = `${raw.matched} true, ${raw.unknown} unknown, both alike`
  return [
    { name: `${raw.companies} companies × 1 policy`, figure: median(times.ours), unit: 'ms', floor: median(times.raw), atMost: 1.3, note },
    { name: `… bringing ${refreshed} rows up to date`, figure: refreshing / 1000, unit: 's', note: 'in the background, once a day' },
  ]
}
