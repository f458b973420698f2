import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { today } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { conditionOf } from '../server/market/match/demand-rule.ts'
import { matchesOf } from '../server/market/match/match.ts'
import { shelfOf } from '../server/market/match/shelf.ts'
import { fitting } from '../server/market/match/tell.ts'
import { closure } from './closures.ts'
import { desk } from './desk.ts'
import { inTurn, p95 } from './in-turn.ts'
import { SMALL } from './market.ts'
import { median, type Row } from './report.ts'

const KIND = 'workshopInfo'
const TENTH = 10
/** Changed supplies of which the 95th percentile is told; of twenty it would be the slowest but one. */
const CHANGED = 200
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** The memory in use after a garbage collection, with rows of numbers. */
function memoryUsed(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** What all items in memory take, before anything else was read. */
export async function marketMemory(k: Kernel, count: number): Promise<Row[]> {
  const before = memoryUsed()
  const from = performance.now()
  await shelfOf(k).of(KIND)
  const filling = performance.now() - from
  const grown = (memoryUsed() - before) / (1 << 20)
  return [
    {
      name: 'what a process keeps for it',
      figure: grown,
      unit: 'MB',
      ...(count <= SMALL ? { atMost: 150 } : {}),
      note: `read in ${(filling / 1000).toFixed(1)} s`,
    },
  ]
}

/**
 * One demand against all supplies with reasons; all open demands against all supplies; one changed demand. The supplies are loaded first.
 */
export async function marketMatches(k: Kernel): Promise<Row[]> {
  const supplies = await shelfOf(k).of(KIND)
  const demands = await shelfOf(k).of('workshopDemand')
  const user = await k.db.selectFrom('sys_user').select(['id', 'office_id']).where('user_name', '=', 'editor1').executeTakeFirstOrThrow()
  const reader = desk({ userId: user.id, officeId: user.office_id })
  let [mineAt, handAt] = [0, 0]
  const facts = supplies.map((item) => ({ ...item.attributes, streetId: item.streetIds[0] }) as Record<string, unknown>)
  const [mine, hand] = await inTurn(
    11,
    () => matchesOf(k, reader, { kind: 'workshopDemand', id: demands[mineAt++]!.id, page: 1, pageSize: 20 }, 'demand'),
    async () => {
      const wish = demands[handAt++]!
      const verdict = closure(conditionOf('workshopDemand', wish.attributes, wish.streetIds))
      return facts.filter((each) => verdict(each) === true).slice(0, 20)
    },
  )
  const one = (at: number) => {
    const { id, kind, title, attributes, streetIds } = demands[at % demands.length]!
    return { id, kind, title, facts: attributes, street_ids: streetIds }
  }
  const wishes = demands
    .filter((_, n) => n % TENTH === 0)
    .map((each) => closure(conditionOf('workshopDemand', each.attributes, each.streetIds)))
  const plainly = performance.now()
  for (const verdict of wishes) if (facts.filter((each) => verdict(each) === true).length < 0) throw new Error('never')
  const floor = ((performance.now() - plainly) * (demands.length / wishes.length)) / 1000
  const times: number[] = []
  const started = performance.now()
  let fits = 0
  for (let n = 0; n < demands.length; n++) {
    const at = performance.now()
    fits += (await fitting(k, one(n))).length
    times.push(performance.now() - at)
  }
  const all = (performance.now() - started) / 1000
  const changed = supplies
    .slice(0, CHANGED)
    .map(({ id, kind, title, attributes, streetIds }) => ({ id, kind, title, facts: attributes, street_ids: streetIds }))
  const supplied = await p95(changed.length - 1, () => fitting(k, changed.pop()!))
  return [
    {
      name: `a demand × ${supplies.length} supplies, 20 explained`,
      figure: mine,
      unit: 'ms',
      atMost: 50,
      note: `plain closures over plain objects ${hand.toFixed(1)} ms, ${(mine / hand).toFixed(1)} ×; ${today(k.clock)}`,
      failed: mine > 3 * hand,
    },
    { name: 'a changed demand held against all', figure: median(times), unit: 'ms', atMost: 50 },
    { name: 'a changed supply held against all', figure: supplied, unit: 'ms', atMost: 50, note: '95 %' },
    {
      name: `${demands.length} demands × ${supplies.length} supplies`,
      figure: all,
      unit: 's',
      atMost: 60,
      note: `${fits} kept; plain closures over plain objects ${floor.toFixed(1)} s, a tenth of them measured`,
    },
  ]
}
