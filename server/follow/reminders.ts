import { closingDayChoices } from '../../contract/policy/follow-codes.ts'
import { quoted } from '../../contract/quoted.ts'
import { today } from '../kernel/clock.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { closingFavourites } from './follower-queries.ts'

/** Reminds users of favourites that close soon, as many days ahead as each user chose, once each. */
export const sendReminders = (k: Kernel): void =>
  recurring(k, { name: 'policy.closing', title: '申报截止提醒', cron: '5 8 * * *' }, async () => {
    const day = today(k.clock)
    for (const before of closingDayChoices)
      for (const { policyId, title, applyTo, userIds } of await closingFavourites(k.db, day, before))
        await notify(k.db, k, {
          to: { userIds },
          kind: 'deadline',
          key: `closing:${policyId}:${applyTo}:${before}`,
          title: before === 1 ? `${quoted(title)}明天截止申报` : `${quoted(title)}还有 ${before} 天截止申报`,
          body: `申报截止日期 ${applyTo}。`,
          link: `/page/policyserverdetail?id=${policyId}`,
        })
  })
