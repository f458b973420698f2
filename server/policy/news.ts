import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { send } from '../kernel/jobs/outbox.ts'

/** Outbox kind: something happened to a policy that its readers should learn of. */
export const POLICY_NEWS = 'policy.news'

export interface PolicyNews {
  policyId: number
  /** published: on the shelf, for the first time or again · changed: while on the shelf · down: off the shelf · repealed: recorded, from
   * `day` on · restored: that record was taken back */
  what: 'published' | 'changed' | 'down' | 'repealed' | 'restored'
  /** the row's version after the change: the same change is told once */
  version: number
  /** changed: the rule's version that came of it */
  versionNumber?: number
  /** repealed: from which day on */
  day?: string
}

/** Tells the readers' side in the transaction of the change. */
export const announce = async (db: Db, k: Kernel, news: PolicyNews): Promise<void> => {
  await send(db, POLICY_NEWS, `${POLICY_NEWS}:${news.policyId}:${news.version}`, { ...news }, k.clock.now())
}
