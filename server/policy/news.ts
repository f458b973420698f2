import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { send } from '../kernel/jobs/outbox.ts'

/** Outbox kind: a change of a policy that its readers are told about. */
export const POLICY_NEWS = 'policy.news'

export interface PolicyNews {
  policyId: number
  /**
   * published: published, for the first time or again · changed: while published · down: taken down · repealed: a repeal was recorded,
   * valid from `day` on · restored: that record was withdrawn
   */
  what: 'published' | 'changed' | 'down' | 'repealed' | 'restored'
  /** the row's version after the change, so that each change is announced once */
  version: number
  /** changed: the rule version that the change created */
  versionNumber?: number
  /** repealed: the first day of the repeal */
  day?: string
}

/** Announces the change to its readers, in the transaction of the change. */
export const announce = async (db: Db, k: Kernel, news: PolicyNews): Promise<void> => {
  await send(db, POLICY_NEWS, `${POLICY_NEWS}:${news.policyId}:${news.version}`, { ...news }, k.clock.now())
}
