import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { delegationLinks } from './delegation.ts'
import { putBackWords, releaseAfter } from './release.ts'

/** Tells a former delegate that what they had in hand through the delegation is free again. */
export async function tellPutBack(k: Kernel, db: Db, delegateId: number, released: number): Promise<void> {
  const linkOf = await delegationLinks(db, [delegateId])
  await notify(db, k, {
    to: { userId: delegateId },
    kind: 'declaration',
    title: '您代为审核的委托已经结束',
    body: putBackWords('您', released),
    link: linkOf(delegateId),
  })
}

const LOOKS_BACK = 7 * 86_400_000

/**
 * Nobody acts when a delegation runs out, so a job puts back what the former delegate still has in hand. It looks at all that ended lately:
 * a declaration taken in the moment of a revocation is found too, and after a standstill of some days nothing is missed.
 */
async function releaseOfEnded(k: Kernel): Promise<void> {
  const now = k.clock.now()
  const since = new Date(now.getTime() - LOOKS_BACK).toISOString()
  const ended = await k.db
    .selectFrom('declaration_delegation as g')
    .innerJoin('sys_user as v', 'v.id', 'g.delegate_id')
    .select(['g.user_id', 'g.delegate_id', 'v.name as delegate_name'])
    .where((e) => e.or([e('g.ends_at', '<', now.toISOString()), e('g.revoked_at', 'is not', null)]))
    .where('g.ends_at', '>', since)
    .where((e) => e.or([e('g.revoked_at', 'is', null), e('g.revoked_at', '>', since)]))
    .where('g.delegate_id', 'in', (e) => e.selectFrom('declaration_holder as h').select('h.user_id'))
    .orderBy('g.id')
    .execute()
  for (const one of ended)
    await k.db.transaction().execute(async (db) => {
      const released = await releaseAfter(k, db, systemCall('job'), one)
      if (released === 0) return
      await tellPutBack(k, db, one.delegate_id, released)
      await notify(db, k, {
        to: { userId: one.user_id },
        kind: 'declaration',
        title: `您委托${one.delegate_name}审核的期限已经结束`,
        body: putBackWords(one.delegate_name, released),
        link: (await delegationLinks(db, [one.user_id]))(one.user_id),
      })
    })
}

export const joinDelegationEnd = (k: Kernel): void =>
  recurring(k, { name: 'declaration-delegations', title: '委托到期后放回代领的申报', cron: '*/10 * * * *' }, () => releaseOfEnded(k))
