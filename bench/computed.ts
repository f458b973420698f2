import type { Kernel } from '../server/kernel/kernel.ts'
import { conditionCounts } from '../server/matching/audience.ts'
import { desk } from './desk.ts'
import { median, type Row } from './report.ts'

const ROUNDS = 9
const SAMPLE = 20

/** Growth, a ratio compared with that of the previous year, calendar years, and a limit that depends on another figure. */
const CONDITIONS = {
  all: [
    { field: '=revenueY1 / revenueY2 - 1', op: 'gte', value: 0.05 },
    { field: '=rdExpenseY1 / revenueY1', op: 'gte', value: '=rdExpenseY2 / revenueY2' },
    { field: '=years(registeredDate, applyDate)', op: 'gte', value: 2 },
    { field: 'rdExpenseY1', op: 'lte', value: '=max(rdExpenseY2 * 1.5, 100)' },
  ],
} as const

/** The same condition written by hand: no rounding, and a divisor of 0 leaves the condition open. */
const n = (key: string) => `(m.facts->>'${key}')::numeric`
const BY_HAND = `(${n('revenueY1')} / nullif(${n('revenueY2')}, 0) - 1 >= 0.05
  and ${n('rdExpenseY1')} / nullif(${n('revenueY1')}, 0) >= ${n('rdExpenseY2')} / nullif(${n('revenueY2')}, 0)
  and date_part('year', age(current_date, (m.facts->>'registeredDate')::date)) >= 2
  and ${n('rdExpenseY1')} <= case when ${n('rdExpenseY2')} is not null then greatest(${n('rdExpenseY2')} * 1.5, 100) end)`
const FROM = 'from company_match_row m join company_facts f on f.company_id = m.company_id and f.authorized'
const COUNTS = `select count(*) filter (where v) as matched, count(*) filter (where v is null) as unknown, count(*) as companies from (select ${BY_HAND} as v ${FROM}) t`
const FIRST = `select c.id, c.name, c.street_name, c.industry, f.facts ${FROM} join company c on c.id = m.company_id where ${BY_HAND} is true order by c.id limit ${SAMPLE}`

/**
 * All companies against computed conditions (smart tags, the live panel of the editor), beside the two statements alone. The rows are up to
 * date.
 */
export async function computed(k: Kernel): Promise<Row[]> {
  const user = await k.db.selectFrom('sys_user').select(['id', 'office_id']).where('user_name', '=', 'editor1').executeTakeFirstOrThrow()
  const reader = desk({ userId: user.id, officeId: user.office_id })
  const ask = () => conditionCounts(k, reader, structuredClone(CONDITIONS) as never, SAMPLE)
  const ours = await ask()
  const raw = (await k.pool.query<{ matched: number; unknown: number; companies: number }>(COUNTS)).rows[0]!
  if (ours.matched !== raw.matched || ours.unknown !== raw.unknown || ours.matched === 0)
    throw new Error(`computed: ${JSON.stringify({ ...ours, list: undefined })} is not ${JSON.stringify(raw)}`)
  const times = { ours: [] as number[], raw: [] as number[] }
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    into.push(performance.now() - from)
  }
  for (let round = 0; round < ROUNDS; round++) {
    await timed(times.ours, ask)
    await timed(times.raw, async () => {
      await k.pool.query(COUNTS)
      await k.pool.query(FIRST)
    })
  }
  const note = `${raw.matched} true, ${raw.unknown} unknown, both alike`
  return [
    {
      name: `${raw.companies} companies × computed conditions`,
      figure: median(times.ours),
      unit: 'ms',
      floor: median(times.raw),
      atMost: 1.3,
      note,
    },
  ]
}
