import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely'
import { expect, it } from 'vitest'
import type { RowLine, RowRule } from '../../../contract/row-rules.ts'
import type { Actor } from '../actor.ts'
import { amountWithin, anyOf, oneOf, ruled, type RowSql } from './row-rules.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new PostgresIntrospector(own),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const fields: RowSql<'declaration'> = {
  office: (offices: RawBuilder<number[]>) => sql<boolean>`d.office_id = any(${offices})`,
  own: sql<boolean>`d.made_by = 7`,
  fields: {
    state: oneOf(sql`d.state`, 'text'),
    examineDep: anyOf(sql`d.offices`, 'bigint'),
    street: oneOf(sql`d.street`, 'int'),
    amount: amountWithin(sql`d.amount`),
  },
}
const names = Object.keys(fields.fields)
const actor = (rules: RowRule[]): Actor => ({
  userId: 7,
  sessionId: '',
  type: 'YYF',
  name: '',
  companyId: null,
  officeId: 3,
  roles: [],
  permissions: new Set(),
  rules,
})
const compiled = (rules: RowRule[]) => ruled(actor(rules), 'declaration', fields).compile(db)

const CLASSIC = [
  `' or '1'='1`,
  `x') or (true`,
  `'; drop table sys_user; --`,
  `" or ""="`,
  `1); delete from audit_log; --`,
  `$1`,
  `$$;select pg_sleep(9)$$`,
  `{"a","b"}`,
  `\\' or true --`,
  `' union select password_hash from sys_user --`,
  '/**/or/**/true',
  '＇ or true',
  '__proto__',
  'constructor',
  'hasOwnProperty',
]
const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...CLASSIC))
const field = fc.oneof(fc.constantFrom(...names), anything)
const bound = fc.option(fc.double({ min: 0, max: 1e8, noNaN: true }))
/** The shape that a stored line has, with any text in its places. */
const line: fc.Arbitrary<RowLine> = fc.oneof(
  fc.record({ field, op: fc.oneof(fc.constantFrom('in', 'notIn'), anything), values: fc.array(anything, { maxLength: 4 }) }),
  fc.record({ field, op: fc.oneof(fc.constant('between'), anything), from: bound, to: bound }),
) as fc.Arbitrary<RowLine>
const rule: fc.Arbitrary<RowRule> = fc.record({
  resource: fc.oneof({ weight: 5, arbitrary: fc.constant('declaration') }, anything),
  scope: fc.oneof(fc.constantFrom('all', 'below', 'office', 'own', 'custom'), anything),
  officeIds: fc.array(fc.integer({ min: 1 }), { maxLength: 3 }),
  lines: fc.array(line, { maxLength: 4 }),
}) as fc.Arbitrary<RowRule>

/** Every word that the compiled text may be made of: those of the template, never one of a rule. */
const KNOWN =
  /^(?:[\s(),=&><:]|\[\]|\[|\]|\$\d+|d\.(?:office_id|made_by|state|offices|street|amount)|any|array|bigint|int|text|false|true|and|or|not|coalesce|with|recursive|b|id|as|select|union|o\.id|o\.parent_id|b\.id|from|office|o|join|on|7)*$/

it('no text of a rule is in the SQL: it is compiled from the fields of the resource, and every value is bound (C-06)', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 3 }), (rules) => {
      const { sql: text, parameters } = compiled(rules)
      expect(text).toMatch(KNOWN)
      // As many places for values as values, each bound.
      expect([...text.matchAll(/\$\d+/g)]).toHaveLength(parameters.length)
    }),
    { numRuns: 3000 },
  )
})

it('a field, operation or scope that the resource does not have opens no row', () => {
  const unknown = anything.filter((text) => !names.includes(text))
  const of = (one: Partial<RowRule>): RowRule => ({ resource: 'declaration', scope: 'all', officeIds: [], lines: [], ...one })
  const isClosed = (one: RowRule) => expect(compiled([one]).sql).toMatch(/false/)
  fc.assert(
    fc.property(unknown, fc.array(anything), (text, values) => {
      isClosed(of({ lines: [{ field: text, op: 'in', values }] }))
      isClosed(of({ lines: [{ field: text, op: 'notIn', values }] }))
      if (!['all', 'below', 'office', 'own', 'custom'].includes(text)) isClosed(of({ scope: text as RowRule['scope'] }))
      if (!['in', 'notIn'].includes(text)) isClosed(of({ lines: [{ field: 'state', op: text, values } as RowLine] }))
      if (text !== 'between') isClosed(of({ lines: [{ field: 'amount', op: text, from: 1, to: 2 } as unknown as RowLine] }))
    }),
    { numRuns: 1000 },
  )
})
