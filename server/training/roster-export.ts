import { sql } from 'kysely'
import { query, id as idField } from '../../contract/fields.ts'
import { enrolStates } from '../../contract/training/states.ts'
import { signedIn } from '../kernel/actor.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { listSheet, refuseTooMany } from '../kernel/sheet/list-sheet.ts'
import { managed } from './activity-queries.ts'
import { inOrder } from './missed.ts'
import { openAnswers } from './questions.ts'

const { cancelled } = enrolStates.code
const AT_ONCE = 2000
const fixed = [
  { key: 'contact', title: '参加人', width: 14 },
  { key: 'companyName', title: '企业', width: 34 },
  { key: 'phone', title: '手机号', width: 16, mask: maskPhone },
  { key: 'state', title: '状态', width: 14 },
  { key: 'createTime', title: '报名时间', width: 22 },
  { key: 'checkTime', title: '签到时间', width: 22 },
  { key: 'evaluated', title: '评价', width: 8 },
]
type Row = { id: number } & Record<string, unknown>

const enrolments = (db: Db, id: number) =>
  db.selectFrom('train_enrol as e').where('e.activity_id', '=', id).where('e.state', '!=', cancelled)
const countOf = async (db: Db, id: number): Promise<number> =>
  (
    await enrolments(db, id)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** One column per present question; answers to removed questions are together in the last column. */
const columnsOf = (labels: readonly string[]) => [
  ...fixed,
  ...labels.map((title, n) => ({ key: `answer${n}`, title, width: 20 })),
  { key: 'others', title: '以前的问题', width: 30 },
]
const questionsOf = async (db: Db, id: number): Promise<string[]> => {
  const { questions } = await db.selectFrom('train_activity').select('questions').where('id', '=', id).executeTakeFirstOrThrow()
  return questions.map(({ label }) => label)
}

/** Places on the waiting list, computed once for the whole export. */
async function placesOf(db: Db, id: number): Promise<ReadonlyMap<number, number>> {
  const rows = await enrolments(db, id)
    .select(['e.id', sql<number>`row_number() over (order by ${inOrder('e')})::int`.as('place')])
    .where('e.wait_no', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.place]))
}

async function rowsOf(k: Kernel, db: Db, id: number, known: Known, { after, limit }: { after: number; limit: number }): Promise<Row[]> {
  const rows = await enrolments(db, id)
    .leftJoin('company as c', 'c.id', 'e.company_id')
    .select(['e.id', 'e.contact', 'e.phone', 'e.state', 'e.checked_at', 'e.score', 'e.answers', 'e.created_at'])
    .select('c.name as company_name')
    .where('e.id', '>', after)
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const answers = openAnswers(k, row.answers)
    const place = known.places.get(row.id)
    return {
      id: row.id,
      contact: openPii(k, row.contact),
      companyName: row.company_name ?? '个人',
      phone: openPii(k, row.phone),
      state: place === undefined ? enrolStates.labels[row.state as 0] : `候补第 ${place} 位`,
      createTime: row.created_at,
      checkTime: row.checked_at,
      evaluated: row.score === null ? '' : '已评价',
      ...Object.fromEntries(known.labels.map((label, n) => [`answer${n}`, answers.find((one) => one.label === label)?.words])),
      others: answers
        .filter(({ label }) => !known.labels.includes(label))
        .map(({ label, words }) => `${label}：${words}`)
        .join('；'),
    }
  })
}
interface Known {
  labels: readonly string[]
  places: ReadonlyMap<number, number>
}

/** The roster as a sheet at once with masked numbers, for whoever manages the activity, including companies. */
export async function exportRoster(k: Kernel, call: Call, { id }: { id: number }): Promise<FileAnswer> {
  const actor = signedIn(call.actor)
  const { title } = await managed(k.db, actor, id)
  refuseTooMany(await countOf(k.db, id))
  const labels = await questionsOf(k.db, id)
  const columns = columnsOf(labels)
  const rows = await rowsOf(k, k.db, id, { labels, places: await placesOf(k.db, id) }, { after: 0, limit: AT_ONCE })
  return listSheet(k, call, {
    title: `报名名单_${title}`,
    thing: 'trainActivity',
    detail: { roster: id },
    heads: columns.map((column) => column.title),
    rows: rows.map((row) => columns.map(({ key }) => (key === 'phone' ? maskPhone(String(row.phone)) : row[key]))),
  })
}

/** The same as a job with progress, for any length (POST /export/start, bizType trainEnrol); unmasked numbers need the right for them. */
export function offerRosterExport(k: Kernel): void {
  offersExport<{ id: number }, Row>(k, 'trainEnrol', {
    title: '报名名单',
    access: 'train:read',
    filters: query({ id: idField }),
    admit: async (kernel, call, { id }) => void (await managed(kernel.db, signedIn(call.actor), id)),
    columns: async ({ k: kernel, filters: { id } }) => columnsOf(await questionsOf(kernel.db, id)),
    count: ({ db, filters: { id } }) => countOf(db, id),
    rows: async function* ({ k: kernel, db, filters: { id }, signal }) {
      const known = { labels: await questionsOf(db, id), places: await placesOf(db, id) }
      yield* byKeyset(signal, (after, limit) => rowsOf(kernel, db, id, known, { after, limit }))
    },
  })
}
