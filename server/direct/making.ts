import { inFen } from '../../contract/money.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { directStaff as endpoints } from '../../contract/direct.ts'
import { directListLabels } from '../../contract/direct/states.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { once } from '../kernel/http/idempotency.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { readTask, requestCancel } from '../kernel/jobs/task.ts'
import { startTask } from '../kernel/jobs/task-runner.ts'
import { listsSeenBy, lockList, type ListRecord } from './access.ts'
import { listFlow } from './flow.ts'
import { LIST, moveList } from './move.ts'
import { basisOf } from './rule.ts'

export const JUDGE = 'direct.judge'
type Body<N extends keyof typeof endpoints> = Parsed<(typeof endpoints)[N]>['body']

/** Refuses a change while a task judges the list. */
async function refuseRunning(db: Db, list: ListRecord): Promise<void> {
  const task = list.task_id ? await readTask(db, list.task_id) : undefined
  if (task && (task.state === 'queued' || task.state === 'running')) throw refused('后台任务正在进行，请等待完成或先中止', 'RUNNING')
}

async function refuseTwin(db: Db, body: Body<'save'>): Promise<void> {
  const twin = await db
    .selectFrom('direct_list')
    .select('id')
    .where('policy_id', '=', body.policyId)
    .where('year', '=', body.year)
    .where('title', '=', body.title)
    .where('state', '<>', 'cancelled')
    .where('id', '<>', body.id ?? 0)
    .executeTakeFirst()
  if (twin) throw invalidField('title', `同一政策 ${body.year} 年已有同名名单（编号 ${twin.id}）`)
}

export function saveList(k: Kernel, call: Call, body: Body<'save'>): Promise<{ id: number; version: number }> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute((db) =>
    once(db, call, 'direct.save', body, async () => {
      await basisOf(k, db, body.policyId, body.asOf)
      await refuseTwin(db, body)
      if (body.officeId && !(await db.selectFrom('office').select('id').where('id', '=', body.officeId).executeTakeFirst()))
        throw invalidField('officeId', '部门不存在')
      const columns = {
        policy_id: body.policyId,
        title: body.title,
        year: body.year,
        as_of: body.asOf,
        days: body.days,
        budget: body.budget ? inFen(body.budget) : null,
        office_id: body.officeId ?? null,
        note: body.note || null,
      }
      if (body.id === undefined) {
        const now = k.clock.now()
        const made = await db
          .insertInto('direct_list')
          .values({ ...columns, created_by: actor.userId, created_by_name: actor.name, created_at: now, updated_at: now })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
        await audit(db, call, {
          action: 'direct.create',
          objectType: LIST,
          objectId: made.id,
          detail: { title: body.title, policy: body.policyId },
        })
        return made
      }
      const list = await lockList(db, actor, body.id)
      if (body.version === undefined || body.version !== list.version) throw conflict()
      await refuseRunning(db, list)
      // The figures belong to the old settings and would be misleading.
      await moveList(k, db, call, list, { move: 'change', version: body.version, set: { ...columns, figures: null, task_id: null } })
      return { id: list.id, version: list.version + 1 }
    }),
  )
}

export function removeList(k: Kernel, call: Call, id: number): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const list = await lockList(db, actor, id)
    await refuseRunning(db, list)
    await moveList(k, db, call, list, { move: 'remove', detail: { title: list.title } })
    return true
  })
}

/**
 * Starts a background task that judges the archive. A preview keeps only the figures; freezing makes the rows. One task at a time per list.
 */
export function runList(k: Kernel, call: Call, { id, version, kind }: Body<'run'>): Promise<{ taskId: string }> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute(async (db) => {
    const list = await lockList(db, actor, id)
    if (list.state !== 'draft') throw refused(`当前状态为“${directListLabels[list.state]}”，不能重新生成`, 'STATE')
    if (version !== list.version) throw conflict()
    await refuseRunning(db, list)
    await basisOf(k, db, list.policy_id, list.as_of)
    const taskId = await startTask(db, { kind: JUDGE, ownerId: actor.userId, params: { listId: id, version: version + 1, kind } })
    const begun = await db
      .updateTable('direct_list')
      .set({ task_id: taskId, version: version + 1, updated_at: k.clock.now() })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    if (!begun) throw conflict()
    // The task makes the rows as the system; this is who asked for them.
    if (kind === 'frozen') await note(db, call, listFlow, { id, version, move: 'run', from: 'draft', to: 'draft' })
    await audit(db, call, { action: 'direct.run', objectType: LIST, objectId: id, detail: { kind, asOf: list.as_of } })
    return { taskId }
  })
}

/** The latest task of a list; null when there was none. */
export async function runOf(k: Kernel, actor: Actor, id: number) {
  const list = await listsSeenBy(k.db, actor).where('l.id', '=', id).select('l.task_id').executeTakeFirst()
  if (!list) throw notFound('名单不存在或已被删除')
  const task = list.task_id ? await readTask(k.db, list.task_id) : undefined
  return task ? { taskId: task.id, state: task.state, done: task.done, total: task.total, message: task.message } : null
}

export async function stopRun(k: Kernel, call: Call, id: number): Promise<true> {
  const run = await runOf(k, signedIn(call.actor), id)
  if (!run || !(await requestCancel(k.db, run.taskId))) throw refused('任务已经结束', 'STATE')
  return true
}

/** Takes a list back to draft: the rows are deleted; companies that were left out by hand are remembered for the next run. */
export function reopenList(k: Kernel, call: Call, { id, version }: Body<'reopen'>): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const list = await lockList(db, actor, id)
    const out = await db
      .selectFrom('direct_row')
      .select(['company_id', 'reason'])
      .where('list_id', '=', id)
      .where('state', '=', 'excluded')
      .execute()
    await moveList(k, db, call, list, {
      move: 'reopen',
      version,
      set: {
        rule: null,
        rule_version: null,
        rule_hash: null,
        figures: null,
        task_id: null,
        opinion: null,
        kept_exclusions: JSON.stringify(out.map((r) => ({ companyId: r.company_id, reason: r.reason ?? '' }))),
      },
    })
    await db.deleteFrom('direct_row').where('list_id', '=', id).execute()
    return true
  })
}
