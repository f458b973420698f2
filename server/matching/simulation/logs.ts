import { inFen, inWan } from '../../../contract/money.ts'
import type { Answers } from '../../../contract/matching.ts'
import type { Verdict } from '../../../contract/matching/verdicts.ts'
import type { SimulationLog } from '../../../contract/matching/simulation.ts'
import { companyCardOf, companyName, standsFor } from '../../company/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { answersIn, archiveOf, checkAnswers, latestDay, noConsent, situation } from '../judge-company.ts'
import { ownRows, withConsent } from '../own-rows.ts'
import { ranking } from '../ranking.ts'
import { rulesFor } from '../place.ts'
import { shortOf, simulate } from './simulate.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

/** Limit of stored runs per person. */
const KEPT = 50
const GONE = '链接不存在或已过期'

export interface Kept {
  answers: Answers
  base?: Answers | null | undefined
  useArchive?: boolean | undefined
  name?: string | undefined
}

/** Stores a run of the caller, judged again on the server; with the archive, only the corrections are stored. */
export async function keepRun(k: Kernel, actor: Actor, input: Kept): Promise<{ logId: number; matchCount: number }> {
  if (input.base) checkAnswers(input.base, latestDay(k))
  const run = await simulate(k, actor, input)
  const { id } = await k.db.transaction().execute(async (db) => {
    const { n } = await db
      .selectFrom('imitate_match_log')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where(ownRows(actor))
      .where('share_id', 'is', null)
      .executeTakeFirstOrThrow()
    if (n >= KEPT) throw refused(`最多保存 ${KEPT} 次模拟，请先删除不再需要的`, 'TOO_MANY_SAVED')
    return db
      .insertInto('imitate_match_log')
      .values({ ...rowOf(k, input, run), user_id: actor.userId, company_id: actor.companyId, use_archive: input.useArchive ?? false })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return { logId: id, matchCount: run.matchCount }
}

export const rowOf = (k: Kernel, input: Kept, run: Awaited<ReturnType<typeof simulate>>) => ({
  name: input.name || `${run.asOf} 模拟`,
  answers: JSON.stringify(input.answers),
  base: input.base ? JSON.stringify(input.base) : null,
  as_of: run.asOf,
  match_count: run.matchCount,
  amount_min: inFen(run.total.min),
  amount_max: inFen(run.total.max),
  created_at: k.clock.now(),
})

/** A link leads to its run until it expires; one made for a company also requires that its maker still acts for the company. */
const sharedRun = (k: Kernel, shareId: string) =>
  k.db
    .selectFrom('imitate_match_log')
    .selectAll()
    .where('share_id', '=', shareId)
    .where((e) => e.or([e('company_id', 'is', null), standsFor('imitate_match_log.user_id', 'imitate_match_log.company_id')]))

/** A run by its number (only for its owner, with the consent it is based on) or by its link id (for anybody, until it expires). */
async function logOf(k: Kernel, actor: Actor | null, logId: string) {
  const own = /^\d+$/.test(logId)
  if (own && !actor) throw notFound(GONE)
  const found = own
    ? k.db.selectFrom('imitate_match_log').selectAll().where('id', '=', Number(logId)).where(ownRows(actor!))
    : sharedRun(k, logId)
  const row = await found
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', k.clock.now().toISOString())]))
    .executeTakeFirst()
  if (!row) throw notFound(GONE)
  if (row.use_archive && !(await archiveOf(k, actor))) throw noConsent()
  return row
}

export async function readRun(k: Kernel, actor: Actor | null, logId: string): Promise<SimulationLog> {
  const row = await logOf(k, actor, logId)
  return {
    name: row.name,
    companyInfo: answersIn(row.answers),
    base: row.base && answersIn(row.base),
    useArchive: row.use_archive,
    archiveShared: row.archive_shared,
    matchCount: row.match_count,
    min: inWan(row.amount_min),
    max: inWan(row.amount_max),
    asOf: row.as_of,
    createTime: row.created_at,
    expireTime: row.expires_at,
  }
}

/** The policies of a run, paged, judged by today's rules; by the answers in the query or of a stored run. */
export async function policiesOf(
  k: Kernel,
  actor: Actor | null,
  query: {
    page: number
    pageSize: number
    answers?: string | undefined
    logId?: string | undefined
    verdict?: string | undefined
    useArchive?: boolean | undefined
  },
) {
  const stored = query.logId ? await logOf(k, actor, query.logId) : null
  const answers = stored ? stored.answers : parsed(query.answers, latestDay(k))
  const at = await situation(k, actor, { answers, useArchive: stored ? stored.use_archive : query.useArchive })
  const { total, page } = ranking((await rulesFor(k, at.answers)).rules, at, query.verdict ? [query.verdict as Verdict] : undefined)
  return { total, list: page((query.page - 1) * query.pageSize, query.pageSize).map(shortOf) }
}

function parsed(text: string | undefined, latest: string): Answers {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    checkAnswers(value, latest)
    return value as Answers
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidField('answers', 'answers 应为 JSON 对象')
    throw error
  }
}

export async function history(k: Kernel, actor: Actor, asked: { page: number; pageSize: number }) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('imitate_match_log')
      .where(ownRows(actor))
      .where(withConsent('imitate_match_log'))
      .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', k.clock.now().toISOString())])),
    asked,
    (page) => page.orderBy('id', 'desc'),
    (page) => page.select(['id', 'name', 'match_count', 'amount_min', 'amount_max', 'as_of', 'created_at', 'share_id', 'expires_at']),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      matchCount: row.match_count,
      min: inWan(row.amount_min),
      max: inWan(row.amount_max),
      asOf: row.as_of,
      createTime: row.created_at,
      shareId: row.share_id,
      expireTime: row.expires_at,
    })),
  }
}

/** Deletes a run of the user; its link no longer works. */
export async function removeRun(k: Kernel, actor: Actor, id: number): Promise<true> {
  const gone = await k.db.deleteFrom('imitate_match_log').where('id', '=', id).where(ownRows(actor)).returning('id').executeTakeFirst()
  if (!gone) throw notFound()
  return true
}

/** The data of the caller's own company for a simulation, with consent. Other companies are reported as absent. */
export async function companyInfo(k: Kernel, actor: Actor, input: { companyId?: number | undefined; name?: string | undefined }) {
  const own = actor.companyId === null ? null : await companyCardOf(k.db, actor.companyId)
  const asked = own && (input.companyId === undefined || input.companyId === own.id) && (!input.name || input.name === own.name)
  if (actor.type !== 'QY' || !own || !asked) throw notFound()
  const whole = await archiveOf(k, actor)
  if (!whole) throw noConsent()
  const archive = answersIn(whole)
  return {
    companyId: own.id,
    companyName: await companyName(k.db, own.id),
    companyInfo: Object.fromEntries(Object.entries(archive).map(([key, { value }]) => [key, value])) as Answers,
    archive,
  }
}
