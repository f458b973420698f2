import { today } from '../../kernel/clock.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { notify } from '../notify.ts'
import { staleNow, type Stale } from './found.ts'

const LINK = '/work/staleness'
/** Items with the same key have the same keepers: one permission, one office. */
const ownerOf = ({ watch, row }: Stale) => `${watch.keeper}:${row.officeId ?? ''}`

/** Notifies keepers five working days before something is due, on the due day, and every Monday of all items (V-02). */
export async function tellStale(k: Kernel): Promise<void> {
  const day = today(k.clock)
  const all = await staleNow(k)
  const fresh = all.filter(({ dueDay, soonDay }) => dueDay === day || soonDay === day)
  for (const group of groupsOf(fresh, (one) => `${ownerOf(one)}:${one.watch.kind}:${one.state}`)) {
    const [{ watch, state }] = group
    const title = state === 'due' ? `${watch.name}今天到期：${named(group)}` : `${watch.name}将在 5 个工作日内到期：${named(group)}`
    await tell(k, group, `stale:${watch.kind}:${state}:${group[0].row.officeId ?? ''}:${day}`, title)
  }
  if (isMonday(day))
    for (const group of groupsOf(all, ownerOf)) {
      const due = group.filter(({ state }) => state === 'due').length
      const title = `本周需要更新的内容：已到期 ${due} 项，即将到期 ${group.length - due} 项`
      await tell(k, group, `stale:week:${ownerOf(group[0])}:${day}`, title)
    }
}

type Group = [Stale, ...Stale[]]
const tell = (k: Kernel, group: Group, key: string, title: string) =>
  k.db.transaction().execute((db) =>
    notify(db, k, {
      to: { permission: group[0].watch.keeper, officeId: group[0].row.officeId },
      kind: 'work',
      title,
      body: group
        .slice(0, 10)
        .map(({ watch, row, dueDay }) => `${watch.name} · ${row.title}（${dueDay}）`)
        .join('\n'),
      link: LINK,
      key,
    }),
  )

function groupsOf(all: readonly Stale[], keyOf: (one: Stale) => string): Group[] {
  const groups = new Map<string, Group>()
  for (const one of all) {
    const known = groups.get(keyOf(one))
    if (known) known.push(one)
    else groups.set(keyOf(one), [one])
  }
  return [...groups.values()]
}
const named = (group: Group) => `“${group[0].row.title}”${group.length > 1 ? `等 ${group.length} 项` : ''}`
const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1

export const tellStaleDaily = (k: Kernel): void =>
  recurring(k, { name: 'stale.tell', title: '内容更新提醒', cron: '35 8 * * *' }, () => tellStale(k))
