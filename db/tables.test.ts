import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type TsType, type TsTypeElement } from '@swc/core'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../server/kernel/testing/harness.ts'

interface Column {
  nullable: boolean
  /** Whether an insert may omit the column. */
  optional: boolean
  /** What the column holds (number, string, boolean, array, instant or json); null when its type does not say so. */
  kind: string | null
}
const tables = new Map<string, Map<string, Column>>()
const computed = new Set<string>()
const found = new Map<string, Map<string, Column & { type: string }>>()

const nameOf = (type: TsType | undefined): string =>
  type?.type === 'TsTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.value : ''
const argumentsOf = (type: TsType | undefined): TsType[] => (type?.type === 'TsTypeReference' ? (type.typeParams?.params ?? []) : [])
const holds = (type: TsType | undefined, keyword: string): boolean =>
  type?.type === 'TsUnionType' ? type.types.some((part) => holds(part, keyword)) : type?.type === 'TsKeywordType' && type.kind === keyword
const kindOf = (type: TsType | undefined): string | null => {
  if (type?.type === 'TsKeywordType' && ['number', 'string', 'boolean'].includes(type.kind)) return type.kind
  return type?.type === 'TsArrayType' ? 'array' : null
}

/** Reads the type of a column, written with the names of db/columns.ts. */
function columnOf(type: TsType): Column {
  const [first, second] = argumentsOf(type)
  switch (nameOf(type)) {
    case 'Id':
      return { nullable: false, optional: true, kind: 'number' }
    case 'At':
      return { nullable: false, optional: true, kind: 'instant' }
    case 'MaybeAt':
      return { nullable: true, optional: true, kind: 'instant' }
    case 'Json':
      return { nullable: false, optional: false, kind: 'json' }
    case 'MaybeJson':
      return { nullable: true, optional: true, kind: 'json' }
    case 'Maybe':
      return { nullable: true, optional: true, kind: kindOf(first) }
    case 'Default':
      return { nullable: holds(first, 'null'), optional: true, kind: kindOf(first) }
    case 'Generated':
    case 'GeneratedAlways':
      return { nullable: holds(first, 'null'), optional: true, kind: kindOf(first) }
    case 'ColumnType':
      return { nullable: holds(first, 'null'), optional: holds(second, 'undefined') || holds(second, 'never'), kind: null }
    default:
      return { nullable: holds(type, 'null'), optional: false, kind: kindOf(type) }
  }
}

const membersOf = (members: readonly TsTypeElement[]): [name: string, type: TsType][] =>
  members.flatMap((member) =>
    member.type === 'TsPropertySignature' && member.key.type === 'Identifier' && member.typeAnnotation
      ? [[member.key.value, member.typeAnnotation.typeAnnotation]]
      : [],
  )

function readTypes(): void {
  const folder = join(import.meta.dirname, 'tables')
  const interfaces = readdirSync(folder).flatMap((file) =>
    parseSync(readFileSync(join(folder, file), 'utf8'), { syntax: 'typescript' }).body.flatMap((item) =>
      item.type === 'ExportDeclaration' && item.declaration.type === 'TsInterfaceDeclaration'
        ? [item.declaration]
        : item.type === 'TsInterfaceDeclaration'
          ? [item]
          : [],
    ),
  )
  const own = new Map(interfaces.map((one) => [one.id.value, one]))
  const members = ({ extends: bases, body }: (typeof interfaces)[number]): TsTypeElement[] => [
    ...bases.flatMap(({ expression }) => {
      const base = expression.type === 'Identifier' ? own.get(expression.value) : undefined
      return base ? members(base) : []
    }),
    ...body.body,
  ]
  const bodies = new Map(interfaces.map((one) => [one.id.value, members(one)]))
  for (const [name, list] of bodies)
    if (name.endsWith('Tables'))
      for (const [table, type] of membersOf(list)) {
        const columns = type.type === 'TsTypeLiteral' ? type.members : bodies.get(nameOf(type))
        if (!columns) throw new Error(`the table ${table} has no interface`)
        tables.set(table, new Map(membersOf(columns).map(([column, of]) => [column, columnOf(of)])))
      }
}

const kinds: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  // The type parsers return a decimal as the stored text.
  numeric: 'string',
  'double precision': 'number',
  real: 'number',
  boolean: 'boolean',
  jsonb: 'json',
  json: 'json',
  'timestamp with time zone': 'instant',
  ARRAY: 'array',
}

beforeAll(async () => {
  readTypes()
  const { kernel } = await testApp()
  const { rows } = await sql<{ table: string; column: string; type: string; nullable: boolean; optional: boolean; computed: boolean }>`
    select c.table_name as "table", c.column_name as "column", c.data_type as type, c.is_nullable = 'YES' as nullable,
      c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' or c.is_nullable = 'YES' as optional,
      c.is_generated = 'ALWAYS' as computed
    from information_schema.columns c join information_schema.tables i using (table_schema, table_name)
    where c.table_schema = 'public' and i.table_type = 'BASE TABLE'`.execute(kernel.db)
  for (const { table, column } of rows.filter((row) => row.computed)) computed.add(`${table}.${column}`)
  for (const { table, column, type, nullable, optional } of rows)
    found.set(table, (found.get(table) ?? new Map()).set(column, { nullable, optional, type, kind: kinds[type] ?? 'string' }))
})

/** Columns where the types and the schema differ, as `table.column: type, null or not null`. */
const differing = (differs: (said: Column, is: Column & { type: string }) => boolean) =>
  [...tables].flatMap(([table, columns]) =>
    [...columns].flatMap(([column, said]) => {
      const is = found.get(table)?.get(column)
      return is && differs(said, is) ? [`${table}.${column}: ${is.type}, ${is.nullable ? 'null' : 'not null'}`] : []
    }),
  )

describe('the types of the tables', () => {
  it('name the columns that the migrations made, and no others', () => {
    expect(tables.size).toBeGreaterThan(80)
    const columns = (of: typeof tables) => [...of].flatMap(([table, names]) => [...names.keys()].map((column) => `${table}.${column}`))
    const made = new Set(columns(found))
    const typed = new Set(columns(tables))
    expect([...typed].filter((place) => !made.has(place))).toEqual([])
    // A computed column that no code reads need not be in the types.
    expect([...made].filter((place) => !typed.has(place) && !computed.has(place) && tables.has(place.split('.')[0]!))).toEqual([])
  })
  it('say which columns can be null', () => {
    // The schema does not say whether a computed column can be null.
    const wrong = differing((said, is) => said.nullable !== is.nullable)
    expect(wrong.filter((place) => !computed.has(place.split(':')[0]!))).toEqual([])
  })
  it('let an insert omit only columns that the database fills', () => {
    expect(differing((said, is) => said.optional && !is.optional)).toEqual([])
  })
  it('say the kind of value of each column', () => {
    // A point in time that is only copied and compared may be typed as a string.
    const fits = (said: string, is: string) => said === is || (said === 'string' && is === 'instant')
    expect(differing((said, is) => said.kind !== null && !fits(said.kind, is.kind!))).toEqual([])
  })
})
