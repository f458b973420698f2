import type { Parsed } from '../../../contract/endpoint.ts'
import type { AskedQuestion, matchForms, MatchFormRow, MatchQuestion } from '../../../contract/matching/forms.ts'
import { managesPolicy, policiesOf, policyById, requirePolicy } from '../../policy/index.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalid, notFound, type FieldIssue } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { asQuestion, engine, fieldOf } from '../catalogue.ts'
import type { Condition } from '../engine/index.ts'
import { currentRules } from '../rule-book.ts'
import { casesDiffer, formCases } from './form-cases.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

type Body = Parsed<typeof matchForms.save>['body']

/** Tries an unsaved form on the stored cases of its policy. */
export async function tryForm(k: Kernel, actor: Actor, body: Body) {
  await requirePolicy(k.db, actor, body.policyId)
  const faults = faultsOf(body.questions)
  if (faults.length) throw invalid(faults)
  return { warnings: await warningsOf(k, body.policyId, body.questions), cases: await formCases(k, body) }
}

/**
 * Every fault of a form with its place: unknown or derived fields, duplicates, a check that the field cannot have, a condition on a later
 * question.
 */
function faultsOf(questions: readonly MatchQuestion[]): FieldIssue[] {
  const seen = new Map<string, MatchQuestion['rule']>()
  return questions.flatMap((q, i) => {
    const at = `questions.${i}`
    const issues: FieldIssue[] = []
    const field = fieldOf(q.archiveField)
    if (!field || field.derived) issues.push({ path: `${at}.archiveField`, message: `没有这个档案字段：${q.archiveField}` })
    else if (seen.has(q.archiveField)) issues.push({ path: `${at}.archiveField`, message: `“${field.label}”问了两次` })
    else if (q.rule)
      for (const fault of engine.validateCondition({ field: q.archiveField, ...q.rule }, 'rule'))
        issues.push({ path: `${at}.${fault.path}`, message: fault.message })
    if (q.showWhen) {
      if (!seen.has(q.showWhen.field)) issues.push({ path: `${at}.showWhen.field`, message: '显示条件只能用前面的问题' })
      else {
        const own = engine.validateCondition(q.showWhen, 'showWhen')
        for (const fault of own) issues.push({ path: `${at}.${fault.path}`, message: fault.message })
        const before = seen.get(q.showWhen.field)
        if (own.length === 0 && before && contradict({ field: q.showWhen.field, ...before } as Condition, q.showWhen))
          issues.push({
            path: `${at}.showWhen.field`,
            message: `与“${fieldOf(q.showWhen.field)?.label ?? q.showWhen.field}”的规则矛盾，符合条件的企业不会被问到`,
          })
      }
    }
    seen.set(q.archiveField, q.rule)
    return issues
  })
}

/** Each condition can hold, but not both together. */
const contradict = (a: Condition, b: Condition): boolean =>
  engine.validateCondition(a, '').length === 0 && engine.validateCondition({ all: [a, b] }, '').length > 0

/** Facts that the policy's rule reads and the form does not ask. */
async function warningsOf(k: Kernel, policyId: number, questions: readonly MatchQuestion[]): Promise<string[]> {
  const rule = (await currentRules(k)).find((r) => r.id === policyId)
  if (!rule) return []
  const asked = new Set(questions.map((q) => q.archiveField))
  const wanted = engine.judge(rule.compiled, {}, { applyDate: today(k.clock) }).missing
  return [...wanted].filter((key) => !asked.has(key)).map((key) => `规则用到“${fieldOf(key)?.label ?? key}”，表单没有问`)
}

export async function saveForm(k: Kernel, call: Call, body: Body) {
  await requirePolicy(k.db, call.actor, body.policyId)
  const faults = faultsOf(body.questions)
  if (faults.length) throw invalid(faults)
  const [warnings, cases] = [await warningsOf(k, body.policyId, body.questions), await formCases(k, body)]
  const differing = cases.filter((c) => c.agrees === false)
  if (differing.length && !body.acceptDiffering) throw casesDiffer(differing)
  const row = {
    name: body.name,
    policy_id: body.policyId,
    enabled: body.enableFlag === 1,
    questions: JSON.stringify(body.questions),
    updated_at: k.clock.now(),
    updated_by: signedIn(call.actor).userId,
  }
  const saved = await k.db.transaction().execute(async (db) => {
    if (!(await policyById(db, body.policyId))) throw invalid([{ path: 'policyId', message: '该政策不存在或已被删除' }])
    if (row.enabled) await switchOff(db, body.policyId, body.id)
    if (body.id !== undefined) await requireForm(db, signedIn(call.actor), body.id)
    const done = body.id === undefined ? await insert(db, row) : await update(db, body.id, body.version, row)
    await audit(db, call, {
      action: 'match_form.save',
      objectType: 'match_form',
      objectId: done.id,
      detail: { name: body.name, questions: body.questions.length, differing: differing.map((c) => c.name) },
    })
    return done
  })
  return { ...saved, warnings }
}

/** A form whose policy this person does not manage is reported as absent. */
async function requireForm(db: Db, actor: Actor, id: number): Promise<void> {
  const policyId = await formPolicy(db, id)
  if (policyId === undefined || !(await managesPolicy(db, actor, policyId))) throw notFound('表单不存在或已被删除')
}
async function managesForm(db: Db, actor: Actor, asked: { id?: number | undefined; policyId?: number | undefined }): Promise<boolean> {
  const policyId = asked.id === undefined ? asked.policyId : await formPolicy(db, asked.id)
  return policyId !== undefined && managesPolicy(db, actor, policyId)
}
const formPolicy = async (db: Db, id: number): Promise<number | undefined> =>
  (await db.selectFrom('match_form').select('policy_id').where('id', '=', id).executeTakeFirst())?.policy_id

/** Disables the policy's other forms, because the saved one replaces them. */
const switchOff = (db: Db, policyId: number, except: number | undefined) =>
  db
    .updateTable('match_form')
    .set((e) => ({ enabled: false, version: e('version', '+', 1) }))
    .where('policy_id', '=', policyId)
    .where('enabled', '=', true)
    .where('id', '<>', except ?? 0)
    .execute()

type Row = { name: string; policy_id: number; enabled: boolean; questions: string; updated_at: Date; updated_by: number }
const insert = (db: Db, row: Row) => db.insertInto('match_form').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()
async function update(db: Db, id: number, version: number | undefined, row: Row) {
  const done = await db
    .updateTable('match_form')
    .set((e) => ({ ...row, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version ?? 0)
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (done) return done
  const there = await db.selectFrom('match_form').select('id').where('id', '=', id).executeTakeFirst()
  throw there ? conflict() : notFound('表单不存在或已被删除')
}

export async function listForms(
  k: Kernel,
  actor: Actor,
  q: Parsed<typeof matchForms.list>['query'],
): Promise<{ total: number; list: MatchFormRow[] }> {
  let rows = k.db
    .selectFrom('match_form as f')
    .innerJoin('policy as p', 'p.id', 'f.policy_id')
    .leftJoin('sys_user as u', 'u.id', 'f.updated_by')
    .where(policiesOf(actor))
  if (q.id) rows = rows.where('f.id', '=', q.id)
  if (q.policyId) rows = rows.where('f.policy_id', '=', q.policyId)
  if (q.name) {
    const like = likeText(q.name)
    rows = rows.where((e) => e.or([e('f.name', 'like', like), e('p.title', 'like', like)]))
  }
  const found = await pageOf(
    rows,
    q,
    (page) => page.orderBy('f.id', 'desc'),
    (page) =>
      page.select([
        'f.id',
        'f.version',
        'f.name',
        'f.policy_id',
        'p.title',
        'f.enabled',
        'f.questions',
        'f.updated_at',
        'u.name as by_name',
      ]),
  )
  return {
    total: found.total,
    list: found.rows.map((r) => ({
      id: r.id,
      version: r.version,
      name: r.name,
      policyId: r.policy_id,
      policyTitle: r.title,
      enableFlag: r.enabled ? 1 : 0,
      questionCount: r.questions.length,
      updateTime: r.updated_at,
      updateBy: r.by_name,
    })),
  }
}

export async function removeForm(k: Kernel, call: Call, id: number): Promise<true> {
  return k.db.transaction().execute<true>(async (db) => {
    await requireForm(db, signedIn(call.actor), id)
    const gone = await db.deleteFrom('match_form').where('id', '=', id).returning('name').executeTakeFirst()
    if (!gone) throw notFound('表单不存在或已被删除')
    await audit(db, call, { action: 'match_form.delete', objectType: 'match_form', objectId: id, detail: { name: gone.name } })
    return true
  })
}

/** The questions of a form, or of the enabled form of a policy; only staff who manage it see the answers that meet the rule. */
export async function formQuestions(
  k: Kernel,
  asked: { id?: number | undefined; policyId?: number | undefined },
  actor: Actor | null,
): Promise<AskedQuestion[]> {
  if (asked.id === undefined && asked.policyId === undefined) throw invalid([{ path: 'policyId', message: '请指定表单或政策' }])
  const staff = actor?.permissions.has('policy:read') === true && (await managesForm(k.db, actor, asked))
  if (!staff && asked.policyId !== undefined && !(await currentRules(k)).some((r) => r.id === asked.policyId)) return []
  let rows = k.db.selectFrom('match_form').select('questions')
  rows =
    asked.id !== undefined ? rows.where('id', '=', asked.id) : rows.where('policy_id', '=', asked.policyId!).where('enabled', '=', true)
  if (!staff) rows = rows.where('enabled', '=', true)
  const form = await rows.executeTakeFirst()
  if (!form && asked.id !== undefined) throw notFound('表单不存在或已被删除')
  return (form?.questions ?? []).flatMap((q, i) => {
    const field = fieldOf(q.archiveField)
    if (!field) return []
    const question = asQuestion(field)
    return [
      {
        ...question,
        id: i + 1,
        question: q.title || question.question,
        title: q.title || question.question,
        required: q.required,
        order: i + 1,
        rule: staff ? (q.rule ?? null) : null,
        showWhen: q.showWhen ?? null,
      },
    ]
  })
}
