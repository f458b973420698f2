import { sql, type RawBuilder } from 'kysely'
import { inFen } from '../../../contract/money.ts'
import { rowResourceKeys, type rowResources, type RowLine, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import type { Actor } from '../actor.ts'

type Condition = RawBuilder<boolean>
type FieldsOf<K extends RowResourceKey> = (typeof rowResources)[K]['fields']
type Worded<K extends RowResourceKey, Scope extends string> = (typeof rowResources)[K] extends Record<Scope, string> ? true : false

/** Translates the scopes and fields of a resource into SQL conditions of its domain. */
export type RowSql<K extends RowResourceKey> = { fields: { [F in keyof FieldsOf<K>]: (line: RowLine) => Condition } } & (Worded<
  K,
  'office'
> extends true
  ? { office: (offices: RawBuilder<number[]>) => Condition }
  : { office?: undefined })
  & (Worded<K, 'own'> extends true ? { own: Condition } : { own?: undefined })

const NONE = sql<boolean>`false`
const ALL = sql<boolean>`true`

/**
 * The rows of a resource that a member of staff may see, as a condition. List, count, figures, detail, export and file all use this one
 * function. The rules of all roles are united; a person without a rule sees no row.
 */
export function ruled<K extends RowResourceKey>(actor: Actor, resource: K, rows: RowSql<K>): Condition {
  const opened = (actor.rules ?? []).filter((rule) => rule.resource === resource).map((rule) => conditionOf(actor, rule, rows))
  if (opened.length === 0) return NONE
  return opened.includes(ALL) ? ALL : sql<boolean>`(${sql.join(opened, sql` or `)})`
}

/** Whether one rule opens every row, so that a domain may use an answer that is kept for everybody. */
export const opensAll = (actor: Actor, resource: RowResourceKey): boolean =>
  (actor.rules ?? []).some((rule) => rule.resource === resource && rule.scope === 'all' && rule.lines.length === 0)

/** Rules that open every row of these resources, for work that the platform does itself. */
export const everyRow = (...keys: RowResourceKey[]): RowRule[] =>
  (keys.length > 0 ? keys : rowResourceKeys).map((resource) => ({ resource, scope: 'all', officeIds: [], lines: [] }))

function conditionOf<K extends RowResourceKey>(actor: Actor, rule: RowRule, rows: RowSql<K>): Condition {
  const parts = [scopeOf(actor, rule, rows), ...linesOf(rule.lines, rows.fields)].filter((part) => part !== ALL)
  return parts.length === 0 ? ALL : sql<boolean>`(${sql.join(parts, sql` and `)})`
}

function scopeOf<K extends RowResourceKey>(actor: Actor, { scope, officeIds }: RowRule, rows: RowSql<K>): Condition {
  if (scope === 'all') return ALL
  if (scope === 'own') return rows.own ?? NONE
  if (scope === 'custom') return rows.office?.(sql<number[]>`${[...officeIds]}::bigint[]`) ?? NONE
  // A scope that we do not know, such as one that a later version stored, opens nothing.
  if (actor.officeId === null || (scope !== 'office' && scope !== 'below')) return NONE
  return rows.office?.(scope === 'office' ? sql<number[]>`array[${actor.officeId}]::bigint[]` : below(actor.officeId)) ?? NONE
}

/** The office and all offices below it, queried once per query; `union` also ends when offices form a circle. */
const below = (id: number) =>
  sql<
    number[]
  >`array(with recursive b(id) as (select ${id}::bigint union select o.id from office o join b on o.parent_id = b.id) select id from b)`

/** Lines of the same field are joined by OR, different fields by AND. A line of a field that the resource no longer has opens nothing. */
function linesOf(lines: readonly RowLine[], fields: Readonly<Record<string, (line: RowLine) => Condition>>): Condition[] {
  return [...Map.groupBy(lines, ({ field }) => field)].map(([field, own]) => {
    const conditions = own.map((line) => (Object.hasOwn(fields, field) ? fields[field]!(line) : NONE))
    return sql<boolean>`(${sql.join(conditions, sql` or `)})`
  })
}

/** For the scope of offices: the row was made by staff of one of them; `column` names its maker. */
export const madeIn =
  (column: RawBuilder<unknown>) =>
  (offices: RawBuilder<number[]>): Condition =>
    sql<boolean>`${column} in (select id from sys_user where office_id = any(${offices}))`

type Listed = 'text' | 'int' | 'bigint'
/** What no column of the type can hold is equal to no row, and must not end the query with an error. */
const holdable = (values: readonly string[], type: Exclude<Listed, 'text'>): number[] => {
  const most = type === 'int' ? 2_147_483_647 : Number.MAX_SAFE_INTEGER
  return values
    .filter((text) => /^-?\d{1,16}$/.test(text))
    .map(Number)
    .filter((number) => Math.abs(number) <= most)
}
const listOf = (values: readonly string[], type: Listed) => sql`${type === 'text' ? values : holdable(values, type)}::${sql.raw(type)}[]`
const chosen =
  (test: (values: readonly string[]) => Condition) =>
  (line: RowLine): Condition =>
    line.op === 'in' ? test(line.values) : line.op === 'notIn' ? sql<boolean>`not coalesce(${test(line.values)}, false)` : NONE

/** The column holds one of the values. */
export const oneOf = (column: RawBuilder<unknown>, type: Listed) =>
  chosen((values) => sql<boolean>`${column} = any(${listOf(values, type)})`)
/** The column, an array, holds at least one of the values. */
export const anyOf = (column: RawBuilder<unknown>, type: Listed) => chosen((values) => sql<boolean>`${column} && ${listOf(values, type)}`)
/** The column, in 分, lies within the bounds of the rule, in 万元. */
export const amountWithin =
  (column: RawBuilder<unknown>) =>
  (line: RowLine): Condition =>
    line.op === 'between'
      ? sql<boolean>`(${line.from === null ? ALL : sql`${column} >= ${inFen(line.from)}`} and ${line.to === null ? ALL : sql`${column} <= ${inFen(line.to)}`})`
      : NONE
