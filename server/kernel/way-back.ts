import { sql } from 'kysely'
import type { ChangeRow } from '../../contract/way-back.ts'
import { signedIn } from './actor.ts'
import type { Db } from './db/index.ts'
import { notFound, refused } from './errors.ts'
import { kernelOf } from './kernel-of.ts'
import type { Call, Kernel } from './kernel.ts'
import { pageOf } from './lists/page-of.ts'

type Values = Record<string, unknown>
interface Change<V extends Values> {
  kind: string
  rowId: number
  name: string
  /** null: the row was added */
  before: V | null
  /** null: the row was deleted */
  after: V | null
}

/** The values of a row that are kept. */
export const only = <T extends object, K extends keyof T>(row: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<T, K>

/** Keeps a change of a row in the transaction of the change, so that it can be taken back. */
export async function keepChange<V extends Values>(db: Db, call: Call, { kind, rowId, name, before, after }: Change<V>): Promise<void> {
  const { userId, name: by } = signedIn(call.actor)
  const json = (values: V | null) => (values === null ? null : JSON.stringify(values))
  await db
    .insertInto('row_change')
    .values({
      kind,
      row_id: rowId,
      name,
      before: json(before),
      after: json(after),
      changed_by: userId,
      changed_by_name: by,
      changed_at: kernelOf(db).clock.now(),
    })
    .execute()
}

/**
 * The change that a person takes back, marked as such; the caller restores `before` in the same transaction. Of one row the newest change is
 * taken back first, so what is restored was the state just before it. `lockRow` locks the row as its other changes do: one that has not
 * committed yet is then waited for, and seen as a later change.
 */
export async function takeBack<V extends Values>(
  db: Db,
  kind: string,
  id: number,
  lockRow: (rowId: number) => Promise<unknown>,
): Promise<Change<V>> {
  const found = db.selectFrom('row_change').selectAll().where('id', '=', id).where('kind', '=', kind)
  const about = await found.executeTakeFirst()
  if (about) await lockRow(about.row_id)
  const row = await found.forUpdate().executeTakeFirst()
  if (!row) throw notFound('该修改记录不存在')
  if (row.undone_at !== null) throw refused('这项修改已经撤销', 'STATE')
  const later = await db
    .selectFrom('row_change')
    .select('id')
    .where('kind', '=', kind)
    .where('row_id', '=', row.row_id)
    .where('undone_at', 'is', null)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst()
  if (later) throw refused('其后又有修改，请先撤销后来的', 'STATE')
  await db
    .updateTable('row_change')
    .set({ undone_at: kernelOf(db).clock.now() })
    .where('id', '=', id)
    .execute()
  return { kind, rowId: row.row_id, name: row.name, before: row.before as V | null, after: row.after as V | null }
}

/** Nothing differs between the two. */
export const isSameChange = (before: Values, after: Values): boolean => Object.keys(undoneValues(before, after)).length === 0

/** Only what the change itself changed is put back; what others changed on the row, without a change of their own, stays. */
export const undoneValues = <V extends Values>(before: V, after: V): Partial<V> =>
  Object.fromEntries(Object.entries(before).filter(([key, value]) => value !== after[key])) as Partial<V>

/**
 * Puts deleted rows back under the ids that they had, so that what names them still does: their earlier changes, a change that waits for its
 * time. Ids are not given twice. With the version too, when it was kept: the row is as it was.
 */
export const putBack = async (
  db: Db,
  table: 'link' | 'basic_data' | 'dict_type' | 'dict_value',
  rows: readonly (Values & { id: number })[],
): Promise<void> => {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  if (rows.length > 0)
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(db)
}

/** A deleted row came back under another id: its earlier changes belong to it. */
export const changesMoved = (db: Db, kind: string, from: number, to: number) =>
  db.updateTable('row_change').set({ row_id: to }).where('kind', '=', kind).where('row_id', '=', from).execute()

/** A label for each value that a reader sees; a value without a label is not shown. */
type Labels = Readonly<Record<string, string>>
const words = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '空' : typeof value === 'boolean' ? (value ? '是' : '否') : String(value)

type Say = Readonly<Record<string, (value: unknown) => string>>

/** `say`: words of values that a reader would not understand as they are stored. */
export interface ChangeWords {
  labels: Labels
  say?: Say
}

/** What a reader sees of a change. */
export const changesBetween = ({ labels, say = {} }: ChangeWords, before: Values, after: Values): ChangeRow['changes'] =>
  Object.entries(labels)
    .filter(([key]) => key in before && words(before[key]) !== words(after[key]))
    .map(([key, label]) => {
      const said = say[key] ?? words
      return { label, before: said(before[key]), after: said(after[key]) }
    })

export async function changesOf(k: Kernel, kind: string, labels: Labels, asked: { page: number; pageSize: number }, say: Say = {}) {
  const { total, rows } = await pageOf(
    k.db.selectFrom('row_change as c').where('c.kind', '=', kind),
    asked,
    (q) => q.orderBy('c.id', 'desc'),
    (q) =>
      q.selectAll('c').select(
        sql<boolean>`c.undone_at is null and not exists (select from row_change l
            where l.kind = c.kind and l.row_id = c.row_id and l.undone_at is null and l.id > c.id)`.as('last'),
      ),
  )
  return {
    total,
    list: rows.map(({ id, name, before, after, changed_by_name, changed_at, undone_at, last }): ChangeRow => ({
      id,
      name,
      what: before === null ? '新增' : after === null ? '删除' : '修改',
      by: changed_by_name,
      time: changed_at,
      undone: undone_at !== null,
      last,
      changes: before === null || after === null ? [] : changesBetween({ labels, say }, before, after),
    })),
  }
}
