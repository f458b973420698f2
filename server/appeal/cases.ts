import { sql } from 'kysely'
import type { z } from 'zod'
import { appealCodes } from '../../contract/appeal/states.ts'
import type { PublishAppeal } from '../../contract/appeal/cases.ts'
import { maskText } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { publishing } from '../kernel/offers/publishing.ts'
import { viewCounter } from '../kernel/public/views.ts'
import { findCases } from './case-search.ts'
import { caseVector, learnCase } from './case-words.ts'
import { APPEAL } from './locking.ts'
import { seenBy } from './queries.ts'
import { SEARCH_FORM } from '../search/index.ts'

const { closed, archived } = appealCodes.code
const GONE = '该公开诉求不存在或已取消公开'
export const { changing } = publishing({ topic: 'appeals', pages: '/page/appeal' })
export const countCaseView = viewCounter({
  table: 'appeal_case',
  visible: 'true',
  counter: 'appeal_case_view',
  marks: 'appeal_case_view_mark',
  key: 'case_id',
  gone: GONE,
})

const joined = (db: Db) =>
  db
    .selectFrom('appeal_case as c')
    .innerJoin('appeal_type as t', 't.id', 'c.type_id')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
const columns = [
  'c.id',
  'c.title',
  'c.question',
  'c.answer',
  'c.office_name',
  'c.publish_time',
  'c.view_num',
  't.name',
  'big.name as big_name',
] as const
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const rowsOf = (db: Db) => joined(db).select(columns).execute()
const shown = (r: Row) => ({
  id: r.id,
  title: r.title,
  question: r.question,
  answer: r.answer,
  typeName: [r.big_name, r.name].filter(Boolean).join(' / '),
  officeName: r.office_name,
  publishTime: r.publish_time,
  viewNum: r.view_num,
})

/** With search words the best matches come first, otherwise the newest. */
export async function listCases(
  k: Kernel,
  { q, typeId, ...part }: { q?: string | undefined; typeId?: number | undefined; page: number; pageSize: number },
) {
  let rows = joined(k.db)
  if (typeId !== undefined) rows = rows.where((e) => e.or([e('c.type_id', '=', typeId), e('t.parent_id', '=', typeId)]))
  if (q) {
    const ids = await findCases(k, q)
    if (ids.length === 0) return { total: 0, list: [] }
    rows = rows.where('c.id', 'in', ids)
    const { total, rows: list } = await pageOf(
      rows,
      part,
      (p) => p.orderBy(sql`array_position(${ids}::bigint[], c.id)`),
      (p) => p.select(columns),
    )
    return { total, list: list.map(shown) }
  }
  const { total, rows: list } = await pageOf(
    rows,
    part,
    (p) => p.orderBy('c.publish_time', 'desc').orderBy('c.id', 'desc'),
    (p) => p.select(columns),
  )
  return { total, list: list.map(shown) }
}

export async function findCase(k: Kernel, id: number) {
  const row = await joined(k.db).where('c.id', '=', id).select(columns).executeTakeFirst()
  if (!row) throw notFound(GONE)
  return shown(row)
}

/** Only a closed appeal whose sender agreed to publication; any other is reported as absent. */
async function publishable(db: Db, actor: Actor, id: number) {
  const row = await seenBy(db, actor)
    .where('a.id', '=', id)
    .leftJoin('appeal_case as p', 'p.appeal_id', 'a.id')
    .select([
      'a.state',
      'a.title',
      'a.content',
      'a.deal_content',
      'a.public_flag',
      'a.type_id',
      'a.user_name',
      'c.name as company_name',
      'o.name as office_name',
    ])
    .select(['p.id as case_id', 'p.title as case_title', 'p.question', 'p.answer'])
    .executeTakeFirst()
  if (!row) throw notFound('该诉求不存在或已被删除')
  if (row.state !== closed && row.state !== archived) throw refused('办结以后才能公开', 'STATE')
  if (!row.public_flag) throw refused('提出人没有同意公开该诉求', 'STATE')
  return row
}

/** The text of the appeal without names that the platform knows and without personal numbers. */
export async function publishText(k: Kernel, actor: Actor, id: number) {
  const row = await publishable(k.db, actor, id)
  if (row.case_id !== null) return { title: row.case_title!, question: row.question!, answer: row.answer!, published: true }
  const unnamed = (text: string) =>
    [row.company_name, row.user_name]
      .filter((name): name is string => Boolean(name))
      .reduce((left, name) => left.replaceAll(name, row.company_name ? '某企业' : '某人'), maskText(text))
  return { title: unnamed(row.title), question: unnamed(row.content), answer: unnamed(row.deal_content ?? ''), published: false }
}

export const publishCase = (k: Kernel, call: Call, { id, ...asked }: z.output<typeof PublishAppeal>): Promise<{ id: number }> =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    const row = await publishable(db, actor, id)
    // Personal numbers are masked once more, even in the text that the editor confirmed.
    const words = { title: maskText(asked.title), question: maskText(asked.question), answer: maskText(asked.answer) }
    const values = {
      ...words,
      type_id: row.type_id!,
      office_name: row.office_name ?? '企业服务中心',
      search: sql<string>`${caseVector(words)}::tsvector`,
      search_form: SEARCH_FORM,
    }
    const made = await db
      .insertInto('appeal_case')
      .values({ ...values, appeal_id: id, publish_time: k.clock.now(), published_by: actor.userId })
      .onConflict((c) => c.column('appeal_id').doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow()
    await learnCase(db, words)
    await audit(db, call, { action: 'appeal.publish', objectType: APPEAL, objectId: id })
    return { id: made.id }
  })

export const unpublishCase = (k: Kernel, call: Call, id: number): Promise<true> =>
  changing(k, async (db) => {
    if (!(await seenBy(db, signedIn(call.actor)).where('a.id', '=', id).select('a.id').executeTakeFirst()))
      throw notFound('该诉求不存在或已被删除')
    const gone = await db.deleteFrom('appeal_case').where('appeal_id', '=', id).returning('id').executeTakeFirst()
    if (!gone) throw notFound(GONE)
    await audit(db, call, { action: 'appeal.takeDown', objectType: APPEAL, objectId: id })
    return true as const
  })
