import { inFen, inWan } from '../../contract/money.ts'
import type { DirectFigures } from '../../contract/direct.ts'
import { authorizedArchives, noteExport } from '../company/index.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { finishTask, paramsOf } from '../kernel/jobs/task.ts'
import { TaskCancelled, runsTask, type TaskContext } from '../kernel/jobs/task-runner.ts'
import { archiveReads, candidatesOf, factInWords, judgeOf } from '../matching/index.ts'
import { notify } from '../system/index.ts'
import { listWait } from './waits.ts'
import { evidenceOf, hashOf, undetermined, type Basis } from './evidence.ts'
import { JUDGE } from './making.ts'
import { moveList } from './move.ts'
import { basisOf } from './rule.ts'
import { duplicateAmong } from './queries.ts'

const BATCH = 200
const SHOWN = 200
const MISSING_SHOWN = 20
/** Shortest time between two reports of progress, in milliseconds; the task row is not written for each step. */
const REPORT_MS = 400

interface Row {
  company_id: number
  company_name: string
  credit_code: string
  amount: number
  evidence: string
  evidence_hash: string
}

/** Judges the archive by the rule: finds candidates in the background thread, then judges each by its facts with source and date. */
async function judgeArchive(k: Kernel, basis: Basis, { signal, progress }: Watch, keep: (rows: Row[]) => Promise<void>) {
  let reported = 0
  let reporting: Promise<void> = Promise.resolve()
  const found = await candidatesOf(k, basis.row, basis.asOf, {
    signal,
    progress: (done, total) => {
      if (performance.now() - reported < REPORT_MS) return
      reported = performance.now()
      reporting = reporting.then(() => progress({ done, total })).catch(() => {})
    },
  })
  await reporting
  const keys = archiveReads(basis.row)
  const judge = judgeOf(basis.row, basis.asOf)
  const open: DirectFigures['undetermined'] = { total: 0, list: [] }
  let listed = 0,
    amount = 0
  const ids: number[] = []
  const named: NonNullable<DirectFigures['named']> = []
  for (let at = 0; at < found.ids.length; at += BATCH) {
    const companies = await authorizedArchives(k.db, found.ids.slice(at, at + BATCH), keys)
    const rows: Row[] = []
    for (const [id, { name, code, archive }] of companies) {
      const judgement = judge(archive)
      // The facts may have changed since the candidates were found.
      if (judgement.verdict !== 'match') continue
      const why = undetermined(judgement)
      if (why) {
        open.total++
        if (open.list.length < SHOWN) open.list.push({ companyId: id, companyName: name, why })
        continue
      }
      const evidence = evidenceOf(basis, archive, judgement, k.clock.now())
      const sum = inFen(judgement.amount!.max)
      rows.push({
        company_id: id,
        company_name: name,
        credit_code: code,
        amount: sum,
        evidence: JSON.stringify(evidence),
        evidence_hash: hashOf(evidence),
      })
      ids.push(id)
      if (named.length < SHOWN) named.push({ companyId: id, companyName: name, amount: judgement.amount!.max })
      listed++
      amount += sum
    }
    await keep(rows)
    await progress({
      done: found.companies,
      total: found.companies,
      message: `已核定 ${Math.min(at + BATCH, found.ids.length)} / ${found.ids.length} 家`,
    })
  }
  return { found, open, listed, amount, ids, named }
}

interface Asked {
  listId: number
  version: number
  kind: 'preview' | 'frozen'
}
type Watch = Pick<TaskContext, 'signal' | 'progress'>

/** Freezes a list immediately, for the sample data of a demonstration. */
export const freezeNow = (k: Kernel, listId: number, version: number): Promise<Record<string, unknown>> =>
  run(k, { listId, version, kind: 'frozen' }, null, { signal: new AbortController().signal, progress: async () => {} })

async function run(k: Kernel, { listId, version, kind }: Asked, ownerId: number | null, watch: Watch): Promise<Record<string, unknown>> {
  const list = await k.db.selectFrom('direct_list').selectAll().where('id', '=', listId).executeTakeFirst()
  // The task ran again after a crash behind its last step, or the list was changed meanwhile.
  if (!list || list.state !== 'draft' || list.version !== version) return { skipped: true }
  const basis = await basisOf(k, k.db, list.policy_id, list.as_of)
  const excluded = new Map(list.kept_exclusions.map((e) => [e.companyId, e.reason]))
  await k.db.deleteFrom('direct_row').where('list_id', '=', listId).execute()
  const keep = async (rows: Row[]) => {
    if (kind === 'preview' || rows.length === 0) return
    const now = k.clock.now()
    await k.db
      .insertInto('direct_row')
      .values(
        rows.map((r) => {
          const reason = excluded.get(r.company_id)
          return {
            ...r,
            list_id: listId,
            origin: 'run' as const,
            created_at: now,
            updated_at: now,
            ...(reason === undefined ? {} : { state: 'excluded' as const, reason }),
          }
        }),
      )
      .execute()
  }
  const { found, open, listed, amount, ids, named } = await judgeArchive(k, basis, watch, keep)
  const out = ids.filter((id) => excluded.has(id)).length
  const figures: DirectFigures = {
    kind,
    at: k.clock.now().toISOString(),
    asOf: basis.asOf,
    ruleVersion: basis.ruleVersion,
    companies: found.companies,
    match: found.match,
    near: found.near,
    unknown: found.unknown,
    nomatch: found.nomatch,
    listed,
    amount: inWan(amount),
    undetermined: open,
    ...(kind === 'preview' ? { named } : {}),
    duplicates: await duplicateAmong(k.db, list.policy_id, list.year, ids),
    missing: Object.entries(found.missing)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MISSING_SHOWN)
      .map(([key, companies]) => ({ label: factInWords(key, null).label, companies })),
    over: list.budget !== null && amount > list.budget ? inWan(amount - list.budget) : null,
  }
  await k.db.transaction().execute((db) => finish(k, db, { listId, version, figures, basis, out, ids, ownerId }))
  return { listed }
}

/**
 * Saves the figures and, when rows were made, the rule and the next state in the same transaction. If the list was changed meanwhile, the
 * task ends as cancelled.
 */
async function finish(
  k: Kernel,
  db: Db,
  {
    listId,
    version,
    figures,
    basis,
    out,
    ids,
    ownerId,
  }: { listId: number; version: number; figures: DirectFigures; basis: Basis; out: number; ids: readonly number[]; ownerId: number | null },
): Promise<void> {
  const frozen = figures.kind === 'frozen'
  const list = await db
    .selectFrom('direct_list')
    .selectAll()
    .where('id', '=', listId)
    .where('state', '=', 'draft')
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
  if (!list) throw new TaskCancelled('the list went on meanwhile')
  // In this transaction: whoever stopped the task does not find the list made nevertheless.
  if (list.task_id !== null && !(await finishTask(db, list.task_id, 'done', { result: { listed: figures.listed } })))
    throw new TaskCancelled('stopped after its last step')
  const made = { figures: JSON.stringify(figures) }
  if (!frozen) {
    await db
      .updateTable('direct_list')
      .set({ ...made, version: version + 1, updated_at: k.clock.now() })
      .where('id', '=', listId)
      .execute()
    return
  }
  await moveList(k, db, systemCall('task:direct.judge'), list, {
    move: 'freeze',
    note: `${figures.listed} 家，${figures.amount} 万元${out > 0 ? `，其中剔除 ${out} 家` : ''}`,
    set: { ...made, rule: JSON.stringify(basis.row), rule_version: basis.ruleVersion, rule_hash: basis.ruleHash },
    detail: { listed: figures.listed, ruleVersion: figures.ruleVersion, ruleHash: basis.ruleHash, asOf: figures.asOf },
    bySystem: true,
  })
  if (ownerId !== null) {
    const { office_id } = await db.selectFrom('sys_user').select('office_id').where('id', '=', ownerId).executeTakeFirstOrThrow()
    await noteExport(k, db, { userId: ownerId, officeId: office_id }, `编制免申即享名单“${list.title}”`, ids)
  }
  if (ownerId !== null)
    await notify(db, k, {
      to: { userId: ownerId },
      kind: 'work',
      title: `免申即享名单“${list.title}”已生成：${figures.listed} 家，${figures.amount} 万元`,
      link: `/work/directList?id=${listId}`,
      key: `direct:${listId}:${version}:frozen`,
      waitsFor: listWait(listId),
    })
}

export const joinJudging = (k: Kernel): void =>
  runsTask(k, JUDGE, ({ task, ...watch }) => run(k, paramsOf<Asked>(task), task.ownerId, watch))
