import type { Monthly } from '../../../contract/work.ts'
import type { Actor } from '../actor.ts'
import { today } from '../clock.ts'
import { invalidField } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { monthsBefore, monthsBetween } from '../lists/months.ts'
import { perKernel } from '../per-kernel.ts'

const MOST_MONTHS = 60

/** A number that one domain counts by month. */
export interface MonthlySource {
  name: string
  unit: string
  /** who may see it */
  of(actor: Actor): boolean
  /** Numbers by month ('YYYY-MM'; a missing month counts 0) of these days, both included, over the rows that this person may see. */
  find(k: Kernel, actor: Actor, days: { from: string; to: string }): Promise<readonly { month: string; value: number }[]>
}

const sources = perKernel((): MonthlySource[] => [])

/** A domain registers a series for the workbench when it joins. */
export const offersMonthly = (k: Kernel, source: MonthlySource): void => void sources(k).push(source)

/** The series of all domains for a person; by default of the last twelve months. A series that fails is left out. */
export async function monthlyOf(
  k: Kernel,
  actor: Actor,
  asked: { startTime?: string | undefined; endTime?: string | undefined },
): Promise<Monthly> {
  const to = asked.endTime ?? today(k.clock)
  const from = asked.startTime ?? monthsBefore(to, 11)
  const names = monthsBetween(from, to, MOST_MONTHS + 1)
  if (names.length > MOST_MONTHS) throw invalidField('startTime', `一次最多统计 ${MOST_MONTHS} 个月`)
  const found = await Promise.all(
    sources(k).map(async ({ name, unit, of, find }) => {
      if (!of(actor)) return null
      try {
        const rows = await find(k, actor, { from, to })
        return { name, unit, values: names.map((month) => rows.find((row) => row.month === month)?.value ?? 0) }
      } catch (err) {
        k.log.error({ err, name }, 'a series of the workbench could not be read')
        return null
      }
    }),
  )
  return { names, series: found.filter((one) => one !== null) }
}
