import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { allocation as endpoints, AllocationPreview, AllocationRow } from '../../../contract/declaration/allocation.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { inWan } from '../../../contract/money.ts'
import type { Allocation } from '../../../contract/rule/types.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { allocationInWords, unitOfRanking } from '../../matching/index.ts'
import { publishedRules } from '../../policy/index.ts'
import { managedProjects } from '../queries.ts'
import { candidatesOf } from './applicants.ts'
import { share } from './share.ts'

interface Calculated {
  rule: Allocation | null
  rows: AllocationRow[]
  checksum: string
}

const hashOf = (rule: Allocation | null, rows: readonly AllocationRow[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        rule,
        rows.map(({ declareId, asked, given, place, figure, town }) => [declareId, asked, given, place, figure, town]),
      ]),
    )
    .digest('hex')

export async function ruleOfPolicy(k: Kernel, db: Db, policyId: number): Promise<Allocation | null> {
  const [row] = await publishedRules(db, [policyId], today(k.clock))
  return row?.rule.allocation ?? null
}

export async function calculate(k: Kernel, db: Db, project: { id: number; policy_id: number }): Promise<Calculated> {
  const rule = await ruleOfPolicy(k, db, project.policy_id)
  if (!rule) return { rule, rows: [], checksum: hashOf(null, []) }
  const candidates = await candidatesOf(db, project.id, rule, today(k.clock))
  const known = new Map(candidates.map((each) => [each.id, each]))
  const figureUnit = rule.rankBy ? unitOfRanking(rule.rankBy) : null
  const rows = share(rule, candidates).map(({ id, given, place, why }): AllocationRow => {
    const { declareNo, companyName, time, town, figure, asked, fixed, unmeasured } = known.get(id)!
    return {
      declareId: id,
      declareNo,
      companyName,
      submitTime: time,
      town,
      figure,
      figureUnit,
      asked: asked === null ? null : inWan(asked),
      given: inWan(given),
      place,
      fixed: fixed !== null,
      // Before the freeze, somebody must check a sum that no rule supports, because it reduces the others' shares.
      why: unmeasured && given > 0 && rule.budget !== undefined ? `${why}；可核定按其申请金额计，规则没有核算` : why,
    }
  })
  return { rule, rows, checksum: hashOf(rule, rows) }
}

/** A project that this person does not manage is reported as absent. */
async function projectAt(db: Db, actor: Actor, id: number, lock = false) {
  const found = await managedProjects(db, actor)
    .select(['p.id', 'p.policy_id', 'p.apply_end', 'p.name'])
    .where('p.id', '=', id)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!found) throw notFound('申报项目不存在')
  return found
}

/** Ranks and shares need all applicants, so the list waits for the end of applications. A list by time can be frozen as often as needed. */
const heldBy = (rule: Allocation | null, applyEnd: string, now: Date): string | null =>
  rule && rule.way !== 'first' && now.getTime() <= Date.parse(applyEnd) ? '申报期未结束，还会有新的申报，到期后再冻结' : null

const sumOf = (rows: readonly { asked: number | null; given: number }[], key: 'asked' | 'given'): number =>
  Math.round(rows.reduce((sum, row) => sum + (row[key] ?? 0), 0) * 1e4) / 1e4

/** A preview of the list; nothing is stored. */
export async function previewAllocation(k: Kernel, actor: Actor, projectId: number): Promise<AllocationPreview> {
  const project = await projectAt(k.db, actor, projectId)
  const { rule, rows, checksum } = await calculate(k, k.db, project)
  const kept = await k.db
    .selectFrom('project_allocation')
    .select(['no', 'at', 'made_by_name', 'reason', 'checksum', 'rows'])
    .where('project_id', '=', projectId)
    .orderBy('no', 'desc')
    .limit(20)
    .execute()
  const { returned } = await k.db
    .selectFrom('declaration')
    .select((e) => e.fn.countAll<number>().as('returned'))
    .where('project_id', '=', projectId)
    .where('state', '=', 'returned')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    sentence: rule && allocationInWords(rule),
    way: rule?.way ?? null,
    budget: rule?.budget ?? null,
    rows,
    asked: sumOf(rows, 'asked'),
    given: sumOf(rows, 'given'),
    returned: Number(returned),
    held: rule ? (rows.length ? heldBy(rule, project.apply_end, k.clock.now()) : '还没有可以分配的申报') : null,
    seen: checksum,
    same: kept[0]?.checksum === checksum,
    frozen: kept.map((each) => ({
      no: each.no,
      at: each.at,
      byName: each.made_by_name,
      reason: each.reason,
      count: each.rows.filter(({ given }) => given > 0).length,
      total: sumOf(each.rows, 'given'),
      checksum: each.checksum,
    })),
  }
}

/** Stores the list that the user saw. It is calculated again under the project's lock; a different result is refused. */
export function freezeAllocation(
  k: Kernel,
  actor: Actor,
  call: Call,
  { projectId, seen, reason }: Parsed<typeof endpoints.freeze>['body'],
): Promise<{ no: number }> {
  return k.db.transaction().execute(async (db) => {
    const project = await projectAt(db, actor, projectId, true)
    const { rule, rows, checksum } = await calculate(k, db, project)
    if (!rule) throw refused('该项目的政策没有规定多家怎样分配')
    const held = rows.length ? heldBy(rule, project.apply_end, k.clock.now()) : '还没有可以分配的申报'
    if (held) throw refused(held)
    if (checksum !== seen) throw conflict('申报情况有变化，请重新测算后再冻结')
    const last = await db
      .selectFrom('project_allocation')
      .select(['no', 'checksum'])
      .where('project_id', '=', projectId)
      .orderBy('no', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last?.checksum === checksum) throw refused(`与第 ${last.no} 版相同，不必再冻结`)
    if (last && !reason) throw invalidField('reason', '请填写重新冻结的原因')
    const no = (last?.no ?? 0) + 1
    await db
      .insertInto('project_allocation')
      .values({
        project_id: projectId,
        no,
        rule: JSON.stringify(rule),
        rows: JSON.stringify(rows),
        checksum,
        reason: reason || null,
        made_by: actor.userId,
        made_by_name: actor.name,
        at: k.clock.now(),
      })
      .execute()
    await audit(db, call, {
      action: 'project.allocation.freeze',
      objectType: 'project',
      objectId: projectId,
      detail: { no, rows: rows.length, total: sumOf(rows, 'given'), checksum, reason: reason || null },
    })
    return { no }
  })
}

export async function frozenAllocation(k: Kernel, actor: Actor, projectId: number, no: number) {
  await projectAt(k.db, actor, projectId)
  const row = await k.db
    .selectFrom('project_allocation')
    .select(['rule', 'rows', 'checksum'])
    .where('project_id', '=', projectId)
    .where('no', '=', no)
    .executeTakeFirst()
  if (!row) throw notFound('没有这一版名单')
  return { sentence: allocationInWords(row.rule), checksum: row.checksum, rows: row.rows }
}

/**
 * The sum in 分 that the frozen list gives a declaration; null when its policy has no allocation. Refuses when the policy has one but no
 * list is frozen.
 */
export async function allottedTo(k: Kernel, db: Db, row: { id: number; project_id: number; policy_id: number }): Promise<number | null> {
  const last = await db
    .selectFrom('project_allocation')
    .select([
      'no',
      sql<AllocationRow | null>`jsonb_path_query_first(rows, '$[*] ? (@.declareId == $id)', ${JSON.stringify({ id: row.id })}::jsonb)`.as(
        'row',
      ),
    ])
    .where('project_id', '=', row.project_id)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) {
    if (await ruleOfPolicy(k, db, row.policy_id)) throw refused('该项目要在多家之间分配，请先在项目管理的“资金分配”中冻结名单')
    return null
  }
  if (!last.row) throw refused(`不在第 ${last.no} 版分配名单中，请重新测算并冻结`)
  if (last.row.given === 0) throw refused(`按第 ${last.no} 版分配名单不予支持：${last.row.why}`)
  return Math.round(last.row.given * 1e6)
}
