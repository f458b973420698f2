import { permissions } from '../../../contract/permissions.ts'
import type { StaleItem } from '../../../contract/staleness.ts'
import { addDays, daysBetween, today } from '../../kernel/clock.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { staleWatches, type StaleRow, type StaleWatch } from '../../kernel/offers/staleness.ts'
import { addWorkdays, addWorkdaysToEach } from '../../kernel/offers/workdays.ts'

/** Keepers are told this many working days before something is due (system.md, ports.md 13). */
const LEAD_WORKDAYS = 5

export interface Stale {
  watch: StaleWatch
  row: StaleRow
  dueDay: string
  /** the day on which the notice ahead is sent */
  soonDay: string
  state: StaleItem['state']
}

/**
 * What is due in all domains or will be within five working days, longest overdue first. A kind that cannot be read is left out and logged.
 */
export async function staleNow(k: Kernel): Promise<Stale[]> {
  const day = today(k.clock)
  const lead = await addWorkdays(k.db, day, LEAD_WORKDAYS)
  const found = await Promise.all(
    staleWatches(k).map(async (watch) => {
      const rows = await watch.rows(k, addDays(lead, -watch.limitDays)).catch((err: unknown) => {
        k.log.error({ err, kind: watch.kind }, 'what grows old could not be read')
        return []
      })
      return rows.map((row) => ({ watch, row, dueDay: row.lastDay === null ? day : addDays(row.lastDay, watch.limitDays) }))
    }),
  )
  const all = found.flat()
  const ahead = all.filter(({ dueDay }) => dueDay > day).map(({ dueDay }) => dueDay)
  const soonDays = await addWorkdaysToEach(k.db, ahead, -LEAD_WORKDAYS)
  return all
    .map((one): Stale => ({ ...one, soonDay: soonDays.get(one.dueDay) ?? one.dueDay, state: one.dueDay <= day ? 'due' : 'soon' }))
    .sort((a, b) => a.dueDay.localeCompare(b.dueDay) || a.watch.kind.localeCompare(b.watch.kind))
}

export const staleItem = (k: Kernel, offices: ReadonlyMap<number, string>, { watch, row, dueDay, state }: Stale): StaleItem => ({
  id: `${watch.kind}:${row.id}`,
  kind: watch.kind,
  kindName: watch.name,
  title: row.title,
  lastDay: row.lastDay,
  dueDay,
  state,
  overdueDays: daysBetween(dueDay, today(k.clock)),
  officeName: row.officeId === null ? '' : (offices.get(row.officeId) ?? ''),
  keeper: permissions[watch.keeper].name,
  note: row.note ?? '',
  to: row.to,
})
