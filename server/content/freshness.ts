import { FRESH_WARN_DAYS } from '../../contract/content/states.ts'
import { today } from '../kernel/clock.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { isWorkday } from '../kernel/offers/workdays.ts'
import { notify } from '../system/index.ts'
import { columnRows } from './columns.ts'

export const FRESH_JOB = 'content.freshness'
/** On mornings of working days whoever keeps a column hears of it some days before its limit and when it is reached, once each. */
export const watchFreshness = (k: Kernel): void =>
  recurring(k, { name: FRESH_JOB, title: '检查栏目是否按期更新', cron: '40 8 * * *' }, async () => {
    if (!(await isWorkday(k.db, today(k.clock)))) return
    for (const { id, name, standing } of await columnRows(k, null, true)) await tell(k, id, name, standing)
  })

async function tell(k: Kernel, id: number, name: string, standing: Awaited<ReturnType<typeof columnRows>>[number]['standing']) {
  const late = standing?.late ?? null
  if (late === null || late < -FRESH_WARN_DAYS) return
  const due = late >= 0
  const key = `fresh:${id}:${due ? 'due' : 'soon'}:${standing?.newest ?? 'empty'}`
  await k.db.transaction().execute((db) =>
    notify(db, k, {
      to: standing!.ownerId === null ? { permission: 'news:manage' } : { userId: standing!.ownerId },
      kind: 'content',
      title: due ? `栏目“${name}”已超过更新期限` : `栏目“${name}”还有 ${-late} 天到更新期限`,
      body: due ? `已超过 ${late} 天没有新内容，超过两个期限后不再显示在首页。` : '',
      link: `/work/newsManage?tab=columns`,
      key,
    }),
  )
}
