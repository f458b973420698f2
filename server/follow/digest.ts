import type { DigestFrequency } from '../../contract/policy/follow-codes.ts'
import type { Judgement } from '../../contract/matching.ts'
import { dateOf } from '../kernel/clock.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bestFirst, judgePolicies } from '../matching/index.ts'
import { policiesWished } from '../policy/index.ts'
import { notify } from '../system/index.ts'
import { inBatches, subscribers, type Follower } from './follower-queries.ts'
import { standingInWords, standingOf } from './standing.ts'
import { wishesOf } from './subscriptions.ts'

/** How many days a reader's first digest covers; any digest covers at most MOST_DAYS. */
const LOOK_BACK_DAYS: Record<'daily' | 'weekly', number> = { daily: 1, weekly: 7 }
const MOST_DAYS = 31
const LISTED = 10
const READ = 100

export function sendDigests(k: Kernel): void {
  recurring(k, { name: 'policy.digest.daily', title: '每日政策摘要', cron: '0 8 * * *' }, () => digests(k, 'daily'))
  recurring(k, { name: 'policy.digest.weekly', title: '每周政策摘要', cron: '10 8 * * 1' }, () => digests(k, 'weekly'))
}

async function digests(k: Kernel, frequency: Exclude<DigestFrequency, 'now' | 'off'>): Promise<void> {
  const now = k.clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  for await (const reader of inBatches((after, limit) => subscribers(k.db, frequency, after, limit))) {
    const last = reader.sentAt === null ? ago(LOOK_BACK_DAYS[frequency]) : reader.sentAt
    await digestFor(k, reader, last > ago(MOST_DAYS) ? last : ago(MOST_DAYS), now)
  }
}

/**
 * Sends one notice with the policies that are new for this reader, best match of the company first. No notice when there is nothing new.
 */
async function digestFor(k: Kernel, reader: Follower, since: string, now: Date): Promise<void> {
  const { total, list } = await policiesWished(k, await wishesOf(k.db, reader.id), { since, limit: READ })
  const judged =
    reader.companyId === null || list.length === 0
      ? null
      : await judgePolicies(
          k,
          reader.companyId,
          list.map(({ item }) => item.id),
        )
  const order = (a: Judgement | undefined, b: Judgement | undefined) => (a && b ? bestFirst(a, b) : Number(!a) - Number(!b))
  const sorted = list.toSorted((a, b) => order(judged?.get(a.item.id), judged?.get(b.item.id)))
  const suits = judged ? sorted.filter(({ item }) => judged.get(item.id)?.verdict === 'match').length : 0
  await k.db.transaction().execute(async (db) => {
    await db
      .insertInto('policy_digest')
      .values({ user_id: reader.id, sent_at: now })
      .onConflict((c) => c.column('user_id').doUpdateSet({ sent_at: now }))
      .execute()
    if (total === 0) return
    await notify(db, k, {
      to: { userId: reader.id },
      kind: 'digest',
      key: `digest:${dateOf(now)}`,
      title: `您订阅的政策有 ${total} 项更新${suits > 0 ? `，其中 ${suits} 项本企业符合` : ''}`,
      body: [
        ...sorted.slice(0, LISTED).map(({ item }) => {
          const standing = standingInWords(standingOf(judged?.get(item.id)))
          return [item.policyTitle, standing, item.applyTo && `${item.applyTo} 截止`].filter(Boolean).join(' · ')
        }),
        ...(total > LISTED ? [`另有 ${total - LISTED} 项`] : []),
      ].join('\n'),
      link: '/page/policysub',
    })
  })
}
