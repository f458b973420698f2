import type { FactValue } from '../../../contract/company.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { highTech } from '../../../contract/matching/hightech.ts'
import { detailTableOf, type DetailTableId } from '../../../contract/matching/score-details.ts'
import { refuseWrongFacts, reportFacts } from '../../company/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { engine, fieldOf, type ScoreScheme } from '../catalogue.ts'
import { scoredCompany } from './company.ts'
import { checkedRows, countedFacts, detailRows, removeDetails, writeDetails } from './details.ts'
import { financeFacts } from './finance.ts'
import { keepScores } from './results.ts'
import { configOfPolicy } from './schemes.ts'
import { countedFields, inputsOf } from './sheet.ts'

type Body<N extends keyof typeof highTech> = Parsed<(typeof highTech)[N]>['body']
type Values = Record<string, FactValue>

interface Change {
  action: string
  detail: Record<string, unknown>
  /** changes evidence rows; returns the tables whose counts change */
  evidence?: (db: Db) => Promise<DetailTableId[]>
  values: Values
  pathOf: (key: string) => string
}

/**
 * One change of the company's own data: evidence, its counts, the archive, the stored score and the audit row are written together or not
 * at all.
 */
async function change(k: Kernel, call: Call, actor: Actor, companyId: number, what: Change): Promise<Values> {
  return k.db.transaction().execute(async (db) => {
    await db.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().executeTakeFirstOrThrow()
    const touched = (await what.evidence?.(db)) ?? []
    const rows = await detailRows(db, companyId)
    const counted = countedFields(rows)
    for (const key of Object.keys(what.values))
      if (counted.has(key)) throw invalid([{ path: what.pathOf(key), message: `${fieldOf(key)!.label}按明细计算，请修改明细` }])
    const values = { ...what.values }
    for (const tableId of touched)
      Object.assign(
        values,
        countedFacts(
          tableId,
          rows.filter((r) => r.table_id === tableId).map((r) => r.cells),
          today(k.clock),
        ),
      )
    await reportFacts(k, db, companyId, values, actor.userId, what.pathOf)
    const { facts, updated_at } = await db
      .selectFrom('company_facts')
      .select(['facts', 'updated_at'])
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
    await keepScores(k, db, [{ companyId, facts, factsAt: updated_at }])
    await audit(db, call, { action: what.action, objectType: 'company', objectId: companyId, detail: what.detail })
    return facts
  })
}

export async function saveFinance(k: Kernel, call: Call, actor: Actor, body: Body<'saveFinance'>): Promise<true> {
  const { companyId } = await scoredCompany(k, actor, body.companyId)
  const { values, pathOf } = financeFacts(body.rows, today(k.clock))
  refuseWrongFacts(values, pathOf, today(k.clock))
  await change(k, call, actor, companyId, { action: 'score.finance.save', detail: { fields: Object.keys(values) }, values, pathOf })
  return true
}

export async function saveDetails(k: Kernel, call: Call, actor: Actor, { tableId, ...body }: Body<'saveDetails'>): Promise<true> {
  const { companyId } = await scoredCompany(k, actor, body.companyId)
  const rows = checkedRows(tableId, body.rows, today(k.clock))
  await change(k, call, actor, companyId, {
    action: 'score.detail.save',
    detail: { table: detailTableOf(tableId).label, rows: rows.length },
    evidence: async (db) => {
      await writeDetails(db, { companyId, tableId, by: actor.userId, now: k.clock.now() }, rows)
      return [tableId]
    },
    values: {},
    pathOf: () => 'rows',
  })
  return true
}

export async function deleteDetails(k: Kernel, call: Call, actor: Actor, body: Body<'deleteDetails'>): Promise<true> {
  const { companyId } = await scoredCompany(k, actor, body.companyId)
  await change(k, call, actor, companyId, {
    action: 'score.detail.delete',
    detail: { ids: body.ids },
    evidence: (db) => removeDetails(db, companyId, body.ids),
    values: {},
    pathOf: () => 'ids',
  })
  return true
}

/** Writes answers into the archive, so that every policy uses them; only fields of this score table are accepted. */
export async function saveQuestions(k: Kernel, call: Call, actor: Actor, body: Body<'saveQuestions'>) {
  const { scheme } = await configOfPolicy(k, body.policyId)
  const { companyId } = await scoredCompany(k, actor, body.companyId)
  const { values, pathOf } = answersOf(scheme, body.questionResults, today(k.clock))
  refuseWrongFacts(values, pathOf, today(k.clock))
  const facts = await change(k, call, actor, companyId, {
    action: 'score.answers.save',
    detail: { scheme: scheme.id, fields: Object.keys(values), deleted: body.otherDetailDeletions },
    evidence: (db) => removeDetails(db, companyId, body.otherDetailDeletions),
    values,
    pathOf,
  })
  const { status, scoreMin, scoreMax } = engine.score(scheme.id, facts, today(k.clock))
  return { status, score: scoreMin, scoreMin, scoreMax }
}

function answersOf(scheme: ScoreScheme, given: Body<'saveQuestions'>['questionResults'], day: string) {
  const overrides = scheme.groups.flatMap((g) => g.override ?? [])
  const asked = new Set([...[...inputsOf(scheme, day).values()].flat(), ...overrides])
  const paths = new Map<string, string>()
  const values: Values = {}
  given.forEach(({ field, value }, i) => {
    const path = `questionResults.${i}`
    if (!asked.has(field)) throw invalid([{ path: `${path}.field`, message: `本评分表没有这一题：${field}` }])
    if (paths.has(field)) throw invalid([{ path: `${path}.field`, message: `${fieldOf(field)?.label ?? field}答了两次` }])
    paths.set(field, `${path}.value`)
    values[field] = value
  })
  return { values, pathOf: (key: string) => paths.get(key) ?? 'questionResults' }
}
