import { sql } from 'kysely'
import { UNIT_TYPE_HOST } from '../../contract/constants.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import type { Db } from '../kernel/db/index.ts'
import { htmlToText } from '../kernel/http/sanitize.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { addSearchSource, rankedPage, searchColumns, surelyFound, type Hit } from '../search/index.ts'
import { activityAddress, infoAddress } from './offers.ts'

const BODY_CHARACTERS = 20_000
type Kind = 'train_activity' | 'train_info'
interface Told {
  id: number
  title: string
  labels: string
  summary: string
  body: string
}

/** The search text contains no contacts. */
const told: { [K in Kind]: (db: Db, ids: readonly number[]) => Promise<Told[]> } = {
  train_activity: async (db, ids) =>
    (
      await db
        .selectFrom('train_activity')
        .select(['id', 'title', 'type', 'summary', 'place', 'units', 'agenda', 'content'])
        .where('id', 'in', ids)
        .execute()
    ).map(({ id, title, type, summary, place, units, agenda, content }) => ({
      id,
      title,
      labels: `${type} ${units
        .filter((one) => one.unitType === UNIT_TYPE_HOST)
        .map((one) => one.unitName)
        .join(' ')}`,
      summary: `${summary} ${place}`,
      body: `${agenda.map((row) => `${row.topic} ${row.speaker}`).join(' ')} ${htmlToText(content)}`.slice(0, BODY_CHARACTERS),
    })),
  train_info: async (db, ids) =>
    (await db.selectFrom('train_info').select(['id', 'title', 'kind', 'summary', 'content']).where('id', 'in', ids).execute()).map(
      (row) => ({
        id: row.id,
        title: row.title,
        labels: row.kind,
        summary: row.summary,
        body: htmlToText(row.content).slice(0, BODY_CHARACTERS),
      }),
    ),
}

/** The search columns of activities and reports. */
export const searchWords = {
  train_activity: searchColumns('train_activity', told.train_activity),
  train_info: searchColumns('train_info', told.train_info),
} as const

interface Found {
  id: number
  publish_time: string
  close: number
  any: number
  title: string
  summary: string
}
const findActivities = (k: Kernel, words: string): Promise<number[]> =>
  surelyFound<Found & { type: string; place: string }>(k, words, {
    table: 'train_activity',
    where: () => 'p.published_at is not null and p.state = 2 and not p.deleted',
    columns: 'p.title, p.summary, p.type, p.place',
    said: (row) => ({ title: row.title, summary: `${row.summary} ${row.place}`, labels: row.type, issuer: '' }),
  })
const findReports = (k: Kernel, words: string): Promise<number[]> =>
  surelyFound<Found & { kind: string }>(k, words, {
    table: 'train_info',
    where: () => 'p.state = 1 and not p.deleted',
    columns: 'p.title, p.summary, p.kind',
    said: (row) => ({ title: row.title, summary: row.summary, labels: row.kind, issuer: '' }),
  })

async function activityHits(k: Kernel, ids: readonly number[]): Promise<Hit[]> {
  if (ids.length === 0) return []
  const rows = await k.db
    .selectFrom('train_activity')
    .select(['id', 'title', 'type', 'start_at', 'place', 'online', 'published_at'])
    .where('id', 'in', ids)
    .orderBy(sql`array_position(${ids}::bigint[], id)`)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    summary: `${row.type}，${shanghaiMinute(row.start_at)}，${row.online ? '线上' : row.place}`,
    url: activityAddress(row.id),
    time: new Date(row.published_at!).toISOString(),
  }))
}

async function reportHits(k: Kernel, ids: readonly number[]): Promise<Hit[]> {
  if (ids.length === 0) return []
  const rows = await k.db
    .selectFrom('train_info')
    .select(['id', 'title', 'summary', 'publish_time'])
    .where('id', 'in', ids)
    .orderBy(sql`array_position(${ids}::bigint[], id)`)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    summary: row.summary,
    url: infoAddress(row.id),
    time: row.publish_time && new Date(row.publish_time).toISOString(),
  }))
}

/** Adds activities and reports to the site search. As with services, they do not count in its word statistics (ADR 0570). */
export function offerTrainingSearch(k: Kernel): void {
  for (const [type, label, kind, find, hits] of [
    ['activity', '培训活动', 'train_activity', findActivities, activityHits],
    ['trainInfo', '宣传报道', 'train_info', findReports, reportHits],
  ] as const)
    addSearchSource(k, {
      type,
      label,
      vectors: `select p.search from ${kind} p where false`,
      rewrite: searchWords[kind].rewrite,
      async find(kernel, keyword, page) {
        const ids = await find(kernel, keyword)
        return { total: ids.length, list: await hits(kernel, rankedPage(ids, page)) }
      },
    })
}
