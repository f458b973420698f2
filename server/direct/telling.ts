import { inWan } from '../../contract/money.ts'
import { today } from '../kernel/clock.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { runsTask } from '../kernel/jobs/task-runner.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'
import { notify } from '../system/index.ts'
import { listWait, rowWait } from './waits.ts'

export const TELL = 'direct.tell'
const BATCH = 200
type What = 'announced' | 'cancelled' | 'remind'

/** Notifies every company of a list, once per event, so that an interrupted run can be repeated. */
async function tellCompanies(k: Kernel, listId: number, what: What): Promise<number> {
  const list = await k.db.selectFrom('direct_list').select(['title', 'public_to', 'opinion']).where('id', '=', listId).executeTakeFirst()
  if (!list) return 0
  let told = 0
  for (let after = 0; ;) {
    const rows = await k.db
      .selectFrom('direct_row')
      .select(['id', 'company_id', 'amount', 'state'])
      .where('list_id', '=', listId)
      .where('id', '>', after)
      .where('state', 'in', what === 'cancelled' ? ['listed', 'consented', 'declined', 'lapsed', 'held'] : ['listed'])
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      const words = {
        announced: {
          title: `您被列入免申即享名单：${list.title}（${inWan(row.amount)} 万元）`,
          body: `请在 ${list.public_to} 前确认意愿并填写收款账户。`,
        },
        remind: { title: `免申即享“${list.title}”即将截止确认`, body: `公示至 ${list.public_to}，逾期未确认视为放弃本次。` },
        cancelled: { title: `免申即享名单“${list.title}”已终止`, body: list.opinion ?? '' },
      }[what]
      told += await notify(k.db, k, {
        to: { companyId: row.company_id },
        kind: what === 'remind' ? 'deadline' : 'declaration',
        ...words,
        link: `/work/myDirect?id=${row.id}`,
        key: `direct:${row.id}:${what}`,
        ...(what === 'cancelled' ? {} : { waitsFor: rowWait(row.id) }),
      })
    }
    if (rows.length < BATCH) return told
    after = rows.at(-1)!.id
  }
}

/** Every morning, reminds companies that have at most one working day left to answer, and tells makers that their list may be closed. */
async function lookAtTheClock(k: Kernel): Promise<void> {
  const day = today(k.clock)
  const next = await addWorkdays(k.db, day, 1)
  const lists = await k.db
    .selectFrom('direct_list')
    .select(['id', 'title', 'public_to', 'created_by'])
    .where('state', '=', 'announced')
    .where('public_to', '<=', next)
    .execute()
  for (const list of lists) {
    if (list.public_to! >= day) await tellCompanies(k, list.id, 'remind')
    else
      await notify(k.db, k, {
        to: { userId: list.created_by },
        kind: 'work',
        title: `免申即享名单“${list.title}”公示期满，可以结束公示并移交`,
        link: `/work/directList?id=${list.id}`,
        key: `direct:${list.id}:over`,
        waitsFor: listWait(list.id),
      })
  }
}

export function joinTelling(k: Kernel): void {
  runsTask(k, TELL, async ({ task }) => ({ told: await tellCompanies(k, Number(task.params?.listId), task.params?.what as What) }))
  recurring(k, { name: 'direct.clock', title: '免申即享的期限提醒', cron: '30 8 * * *' }, () => lookAtTheClock(k))
}
