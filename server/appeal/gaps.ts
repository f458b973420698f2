import { appealCodes } from '../../contract/appeal/states.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { TieGap } from '../../contract/appeal/policy.ts'
import { verdicts } from '../../contract/matching/verdicts.ts'
import { maskText } from '../kernel/access/pii.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { judgePolicies } from '../matching/index.ts'
import { policyById } from '../policy/index.ts'
import { notify } from '../system/index.ts'
import { streetName } from './queries.ts'

const OBJECT = 'appeal_gap'
const PUBLISHED = 2
const TITLES = 5
const BATCH = 200
const industry = sql<string>`coalesce((select d.label from dict_value d where d.dict_type = 'industry' and d.value = left(c.industry, 2)), '')`
const street = sql<string>`coalesce(a.street, '')`

/** Appeals whose senders found no fitting policy; withdrawn ones and those returned for completion do not count. */
const unfitted = (db: Db) =>
  db
    .selectFrom('appeal as a')
    .innerJoin('appeal_type as t', 't.id', 'a.type_id')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .leftJoin('company as c', 'c.id', 'a.company_id')
    .where('a.no_policy', '=', true)
    .where('a.deleted', '=', false)
    .where('a.state', 'in', [
      appealCodes.code.waiting,
      appealCodes.code.dealing,
      appealCodes.code.examining,
      appealCodes.code.closed,
      appealCodes.code.archived,
    ])

interface Asked {
  typeId?: number | undefined
  tied?: number | undefined
  page: number
  pageSize: number
}
/** By type, industry and street, the most frequent first; without senders, and with personal numbers masked in titles. */
export async function listGaps(k: Kernel, { typeId, tied, ...part }: Asked) {
  let rows = unfitted(k.db)
  if (typeId !== undefined) rows = rows.where(sql<boolean>`coalesce(big.id, t.id) = ${typeId}`)
  if (tied !== undefined) rows = rows.where('a.gap_policy_id', tied === 1 ? 'is not' : 'is', null)
  const grouped = rows
    .select([
      sql<number>`coalesce(big.id, t.id)`.as('type_id'),
      sql<string>`coalesce(big.name, t.name)`.as('type_name'),
      industry.as('industry'),
      street.as('street'),
      sql<string>`coalesce(${streetName}, '')`.as('street_name'),
      'a.id',
      'a.title',
      'a.submitted_at',
      'a.gap_policy_id',
      'a.gap_told_at',
    ])
    .as('g')
  const base = k.db
    .selectFrom(grouped)
    .select([
      'g.type_id',
      'g.type_name',
      'g.industry',
      'g.street',
      'g.street_name',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(g.gap_told_at)::int`.as('told'),
      sql<string>`max(g.submitted_at)`.as('newest'),
      sql<string[]>`(array_agg(g.title order by g.id desc))[1:${sql.lit(TITLES)}]`.as('titles'),
      sql<number | null>`max(g.gap_policy_id)`.as('policy_id'),
    ])
    .groupBy(['g.type_id', 'g.type_name', 'g.industry', 'g.street', 'g.street_name'])
  const { total, rows: found } = await pageOf(
    k.db.selectFrom(base.as('b')),
    part,
    (q) => q.orderBy('b.count', 'desc').orderBy('b.type_id').orderBy('b.industry').orderBy('b.street'),
    (q) => q.leftJoin('policy as p', 'p.id', 'b.policy_id').selectAll('b').select(['p.title as policy_title', 'p.state as policy_state']),
  )
  const list = found.map((row) => ({
    typeId: row.type_id,
    typeName: row.type_name,
    industry: row.industry,
    street: row.street,
    streetName: row.street_name || row.street,
    count: row.count,
    newest: new Date(row.newest).toISOString(),
    titles: row.titles.map((title) => maskText(title)),
    policy:
      row.policy_id === null
        ? null
        : { id: Number(row.policy_id), title: row.policy_title ?? '', published: row.policy_state === PUBLISHED },
    told: row.told,
  }))
  return { total, list }
}

/**
 * Links a gap to a policy, which may still be a draft; without a policy the link is removed. Senders who were already notified are not
 * notified again.
 */
export const tieGap = (k: Kernel, call: Call, { typeId, industry: trade, street: place, policyId }: z.output<typeof TieGap>) =>
  k.db.transaction().execute(async (db) => {
    const policy = policyId === undefined ? null : await policyById(db, policyId)
    if (policy === undefined) throw invalidField('policyId', '该政策不存在或已被删除')
    const rows = await unfitted(db)
      .where(sql<boolean>`coalesce(big.id, t.id) = ${typeId} and ${industry} = ${trade} and ${street} = ${place}`)
      .where('a.gap_told_at', 'is', null)
      .select('a.id')
      .execute()
    if (rows.length === 0) throw refused('没有可以关联的诉求，提出人都已经收到告知')
    await db
      .updateTable('appeal')
      .set({ gap_policy_id: policyId ?? null })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute()
    await audit(db, call, {
      action: 'appealGap.tie',
      objectType: OBJECT,
      objectId: typeId,
      detail: { policyId: policyId ?? null, policy: policy?.title ?? null, count: rows.length },
    })
    return { count: rows.length }
  })

/** Notifies senders that a policy for their gap exists, with its verdict for their company; each once. */
async function tellOfPolicies(k: Kernel): Promise<void> {
  const rows = await k.db
    .selectFrom('appeal as a')
    .innerJoin('policy as p', 'p.id', 'a.gap_policy_id')
    .where('a.gap_told_at', 'is', null)
    .where('a.deleted', '=', false)
    .where('p.state', '=', PUBLISHED)
    .where('p.deleted', '=', false)
    .select(['a.id', 'a.title', 'a.user_id', 'a.company_id', 'p.id as policy_id', 'p.title as policy_title'])
    .orderBy('a.id')
    .limit(BATCH)
    .execute()
  for (const row of rows) {
    const judged = row.company_id === null ? null : await judgePolicies(k, row.company_id, [row.policy_id])
    const verdict = judged?.get(row.policy_id)?.verdict
    await k.db.transaction().execute(async (db) => {
      await notify(db, k, {
        to: row.company_id === null ? { userId: row.user_id } : { companyId: row.company_id },
        kind: 'appeal',
        title: `您提过的“${row.title}”有了新政策：${row.policy_title}`,
        body: verdict === undefined ? '可以打开政策查看条件。' : `按贵企业现在的档案：${verdicts[verdict]}。`,
        link: `/page/policyserverdetail?id=${row.policy_id}`,
        key: `appeal:${row.id}:gap:${row.policy_id}`,
      })
      await db.updateTable('appeal').set({ gap_told_at: k.clock.now() }).where('id', '=', row.id).execute()
    })
  }
}

export const joinGaps = (k: Kernel): void =>
  recurring(k, { name: 'appeal.gaps', title: '诉求缺口有了政策时告知提出人', cron: '*/2 * * * *' }, () => tellOfPolicies(k))
