import { inFen, inWan } from '../../../contract/money.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { CaseOutcome, GoldenCase, goldenCases } from '../../../contract/matching/forms.ts'
import { verdicts } from '../../../contract/matching.ts'
import { failedSentences } from '../../../contract/matching/failed.ts'
import { policyById, proposedRule, requirePolicy } from '../../policy/index.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalid, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { engine, fieldOf } from '../catalogue.ts'
import { present, type CompiledPolicy, type PolicyRule } from '../engine/index.ts'
import { checkAnswers, latestDay } from '../judge-company.ts'
import { asRule, currentRules } from '../rule-book.ts'

const KEPT = 100

const casesOf = (db: Db, policyId: number) =>
  db
    .selectFrom('golden_case as c')
    .leftJoin('sys_user as u', 'u.id', 'c.updated_by')
    .selectAll('c')
    .select('u.name as by_name')
    .where('c.policy_id', '=', policyId)
    .orderBy('c.id')
    .execute()
type Row = Awaited<ReturnType<typeof casesOf>>[number]

export async function listCases(k: Kernel, actor: Actor, policyId: number): Promise<GoldenCase[]> {
  await requirePolicy(k.db, actor, policyId)
  return (await casesOf(k.db, policyId)).map((r) => ({
    id: r.id,
    policyId: r.policy_id,
    name: r.name,
    answers: r.answers,
    applyDate: r.apply_date,
    expect: r.expect,
    amount: inWan(r.amount),
    note: r.note,
    updateBy: r.by_name,
    updateTime: r.updated_at,
  }))
}

export async function saveCase(k: Kernel, call: Call, { id, ...body }: Parsed<typeof goldenCases.save>['body']): Promise<{ id: number }> {
  checkAnswers(body.answers, latestDay(k, body.applyDate ?? undefined))
  const row = {
    policy_id: body.policyId,
    name: body.name,
    answers: JSON.stringify(body.answers),
    apply_date: body.applyDate ?? null,
    expect: body.expect,
    amount: body.amount === undefined ? null : inFen(body.amount),
    note: body.note || null,
    updated_at: k.clock.now(),
    updated_by: signedIn(call.actor).userId,
  }
  return k.db.transaction().execute(async (db) => {
    if (!(await policyById(db, body.policyId))) throw notFound('该政策不存在或已被删除')
    await requirePolicy(db, call.actor, body.policyId)
    const twin = await db
      .selectFrom('golden_case')
      .select('id')
      .where('policy_id', '=', body.policyId)
      .where('name', '=', body.name)
      .executeTakeFirst()
    if (twin && twin.id !== id) throw invalid([{ path: 'name', message: '这项政策已有同名样例' }])
    const { n } = await db
      .selectFrom('golden_case')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('policy_id', '=', body.policyId)
      .executeTakeFirstOrThrow()
    if (id === undefined && n >= KEPT) throw refused(`一项政策最多 ${KEPT} 个样例`, 'TOO_MANY_SAVED')
    const saved =
      id === undefined
        ? await db.insertInto('golden_case').values(row).returning('id').executeTakeFirst()
        : await db
            .updateTable('golden_case')
            .set(row)
            .where('id', '=', id)
            .where('policy_id', '=', body.policyId)
            .returning('id')
            .executeTakeFirst()
    if (!saved) throw notFound('样例不存在或已被删除')
    await audit(db, call, { action: 'golden_case.save', objectType: 'policy', objectId: body.policyId, detail: { case: body.name } })
    return saved
  })
}

export async function removeCase(k: Kernel, call: Call, id: number): Promise<true> {
  return k.db.transaction().execute<true>(async (db) => {
    const gone = await db.deleteFrom('golden_case').where('id', '=', id).returning(['policy_id', 'name']).executeTakeFirst()
    if (!gone) throw notFound('样例不存在或已被删除')
    await requirePolicy(db, call.actor, gone.policy_id)
    await audit(db, call, { action: 'golden_case.delete', objectType: 'policy', objectId: gone.policy_id, detail: { case: gone.name } })
    return true
  })
}

function outcomeOf(compiled: CompiledPolicy, row: Row, day: string): CaseOutcome {
  const judged = present(engine.judge(compiled, row.answers, { applyDate: row.apply_date ?? day }))
  const amount = judged.amount ? judged.amount.value : null
  const expectAmount = inWan(row.amount)
  const sameMoney = expectAmount === null || (amount !== null && inFen(amount) === row.amount)
  return {
    caseId: row.id,
    name: row.name,
    expect: row.expect,
    expectAmount,
    verdict: judged.verdict,
    amount,
    agrees: judged.verdict === row.expect && sameMoney,
    because: [...failedSentences(judged.conditions), ...judged.missing.map((key) => fieldOf(key)?.label ?? key)],
  }
}

/**
 * Runs every case of a policy under the rule in force, under a draft, or under the rule that waits for review; refuses an unusable draft
 * with its places.
 */
export async function runCases(
  k: Kernel,
  actor: Actor,
  input: { policyId: number; rule?: Record<string, unknown> | undefined; proposed?: boolean | undefined },
): Promise<CaseOutcome[]> {
  await requirePolicy(k.db, actor, input.policyId)
  const rows = await casesOf(k.db, input.policyId)
  const given = input.proposed ? await proposedRule(k, input.policyId) : input.rule
  const compiled = given ? draft(given) : (await currentRules(k)).find((r) => r.id === input.policyId)?.compiled
  if (!compiled) throw notFound('该政策没有生效的规则')
  return rows.map((row) => outcomeOf(compiled, row, today(k.clock)))
}

function draft(given: object): CompiledPolicy {
  const rule = asRule('draft', '草稿', given)
  const issues = engine.validatePolicyRule(rule)
  if (issues.length) throw invalid(issues.map(({ path, message }) => ({ path: `rule.${path}`, message })))
  return engine.compilePolicy(rule as PolicyRule)
}

/** Sentences about stored cases whose result the rule to be saved would change. */
export async function brokenCases(k: Pick<Kernel, 'clock'>, db: Db, policyId: number, rule: object): Promise<string[]> {
  const rows = await casesOf(db, policyId)
  if (rows.length === 0) return []
  const compiled = engine.compilePolicy(asRule('draft', '草稿', rule))
  return rows
    .map((row) => outcomeOf(compiled, row, today(k.clock)))
    .filter((o) => !o.agrees)
    .map((o) => {
      const now = `按新规则为“${verdicts[o.verdict]}”${o.amount === null ? '' : `、${o.amount} 万元`}`
      const then = `预期“${verdicts[o.expect]}”${o.expectAmount === null ? '' : `、${o.expectAmount} 万元`}`
      return `样例“${o.name}”${then}，${now}。请修改规则，或先更新样例`
    })
}
