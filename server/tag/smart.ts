import type { Parsed } from '../../contract/endpoint.ts'
import type { tag as endpoints } from '../../contract/tag.ts'
import type { RuleNode } from '../../contract/policy.ts'
import { noteListed } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalid, notFound, refused } from '../kernel/errors.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { delivers } from '../kernel/jobs/outbox.ts'
import { readTask } from '../kernel/jobs/task.ts'
import { runsTask, startTask } from '../kernel/jobs/task-runner.ts'
import { conditionCounts, conditionFaults, conditionInWords, conditionSql, metConditions, settleMatchRows } from '../matching/index.ts'
import { requireTags } from './access.ts'
import { joinTags, leaveTags, recount, settleMembers } from './changes.ts'
import { writeTag } from './tags.ts'
import { tellTags } from './tell.ts'

const REFRESH = 'tag.refresh'
const SAMPLE = 10
/** A trial that finds fewer companies than this shows neither their number nor their names. */
const FEW = 5

/**
 * Updates the members of smart tags: after saving, on demand, every night (rules may depend on the date), and for one company at once when
 * its archive or consent changes.
 */
export function keepSmartTags(k: Kernel): void {
  runsTask(k, REFRESH, ({ task }) => refreshTag(k, Number(task.params?.tagId)))
  recurring(k, { name: REFRESH, title: '更新智能标签', cron: '20 2 * * *' }, () => refreshAll(k))
  delivers(k, 'company.changed', ({ payload }) => followCompany(k, Number(payload.companyId), String(payload.reason ?? '')))
}

/** Saves a smart tag; a task updates its members. Throws when the engine cannot use the rules or they can never be met. */
export async function saveSmartTag(k: Kernel, call: Call, { rules, ...body }: Parsed<typeof endpoints.saveSmartTag>['body']) {
  const faults = conditionFaults(rules, 'rules')
  if (faults.length > 0) throw invalid(faults.slice(0, 50))
  return k.db.transaction().execute(async (db) => {
    const id = await writeTag(db, call, body, k.clock.now(), { rules })
    return { id, taskId: await queueRefresh(db, id, call.actor?.userId ?? null) }
  })
}

/**
 * Tries a rule before it is saved. A rule could be written to describe a single company, so fewer than five companies are neither counted
 * nor named; companies that are named get an entry in their ledger (G-06).
 */
export async function trySmartTag(k: Kernel, actor: Actor, rules: unknown) {
  const issues = conditionFaults(rules, 'rules')
  if (issues.length > 0) return { issues, words: '', matched: 0, unknown: 0, companies: 0, list: [] }
  const { matched, unknown, companies, list } = await conditionCounts(k, actor, rules as RuleNode, SAMPLE)
  const shown = matched < FEW ? [] : list
  await noteListed(
    k,
    k.db,
    actor,
    '试算智能标签规则',
    shown.map(({ id }) => id),
  )
  const many = (n: number) => (n < FEW ? null : n)
  return { issues, words: conditionInWords(rules as RuleNode), matched: many(matched), unknown: many(unknown), companies, list: shown }
}

async function queueRefresh(db: Db, tagId: number, ownerId: number | null): Promise<string> {
  const taskId = await startTask(db, { kind: REFRESH, ownerId, params: { tagId } })
  await db.updateTable('tag').set({ refresh_task: taskId }).where('id', '=', tagId).execute()
  return taskId
}

/** Starts a refresh of a tag. While one waits, that one is returned. */
export const askRefresh = (k: Kernel, call: Call, id: number): Promise<{ taskId: string }> =>
  k.db.transaction().execute(async (db) => {
    await requireTags(db, call.actor, [id])
    const row = await db.selectFrom('tag').select(['smart', 'refresh_task']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw notFound('标签不存在')
    if (!row.smart) throw refused('只有智能标签可以按规则重新计算', 'NOT_SMART')
    const waiting = row.refresh_task ? await readTask(db, row.refresh_task) : undefined
    if (waiting?.state === 'queued') return { taskId: waiting.id }
    await audit(db, call, { action: 'tag.refresh', objectType: 'tag', objectId: id })
    return { taskId: await queueRefresh(db, id, call.actor?.userId ?? null) }
  })

/** Sets the members of one smart tag by its rule. Locks the tag, so that two refreshes do not overlap. */
export async function refreshTag(k: Kernel, id: number): Promise<{ joined: number; left: number }> {
  await settleMatchRows(k)
  return k.db.transaction().execute(async (db) => {
    const row = await db.selectFrom('tag').select(['rules', 'enabled']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row?.rules || !row.enabled) return { joined: 0, left: 0 }
    const params: unknown[] = []
    const changed = await settleMembers(db, id, conditionSql(row.rules, params), params, k.clock.now())
    await recount(db, [id])
    await db.updateTable('tag').set({ refreshed_at: k.clock.now() }).where('id', '=', id).execute()
    const pairs = (ids: readonly number[]) => ids.map((companyId) => ({ tagId: id, companyId }))
    await tellTags(db, k, { joined: pairs(changed.joined), left: pairs(changed.left) })
    return { joined: changed.joined.length, left: changed.left.length }
  })
}

async function refreshAll(k: Kernel): Promise<void> {
  const rows = await k.db.selectFrom('tag').select('id').where('smart', '=', true).where('enabled', '=', true).orderBy('id').execute()
  for (const { id } of rows) await refreshTag(k, id)
}

/** Updates every smart tag for one company whose archive or consent changed. Without consent it leaves all of them. */
async function followCompany(k: Kernel, companyId: number, reason: string): Promise<void> {
  const tags = await k.db
    .selectFrom('tag')
    .select(['id', 'rules'])
    .where('smart', '=', true)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  if (tags.length === 0) return
  const met = await metConditions(
    k,
    tags.map((t) => t.rules!),
    companyId,
  )
  const stays = tags.filter((_, i) => met?.[i]).map((t) => t.id)
  const goes = tags.filter((_, i) => !met?.[i]).map((t) => t.id)
  const at = k.clock.now()
  await k.db.transaction().execute(async (db) => {
    await db
      .selectFrom('tag')
      .select('id')
      .where(
        'id',
        'in',
        tags.map((t) => t.id),
      )
      .orderBy('id')
      .forUpdate()
      .execute()
    const joined = await joinTags(
      db,
      stays.map((tagId) => ({ tagId, companyId })),
      { source: 'smart', reason: '符合规则', at, by: null },
    )
    const left = await leaveTags(
      db,
      { tagIds: goes, companyIds: [companyId] },
      { reason: met ? '不再符合规则' : reason || '企业未授权', at, by: null },
    )
    if (joined.length + left.length > 0)
      await recount(
        db,
        tags.map((t) => t.id),
      )
    await tellTags(db, k, { joined, left })
  })
}
