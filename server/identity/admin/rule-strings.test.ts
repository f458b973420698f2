import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowResource, rowResourceKeys, type RowLine, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import type { Actor } from '../../kernel/actor.ts'
import { rowSource } from '../../kernel/access/row-sources.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { ruleDesk } from './testing/rules.ts'

/** C-06: any text in the places of a row rule, through the form and as a stored rule, on real SQL. SEED repeats a run. */
const RUNS = Number(process.env.RUNS ?? 120)
const SEED = Number(process.env.SEED ?? 20261129)
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const { ruleOf } = ruleDesk(() => t)

const CLASSIC = [
  `' or '1'='1`,
  `approved' or true --`,
  `x') or (true`,
  `'; drop table row_rule; --`,
  `1); delete from row_rule; --`,
  `$1`,
  `{"a","b"}`,
  `' union select password_hash from sys_user --`,
  `1 or 1=1`,
  `1::text`,
  `9999999999999999999`,
  `1e400`,
  'NaN',
  '-1',
  '1.5',
  '0x10',
  '__proto__',
  'constructor',
  '%',
  '_',
]
const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom(...CLASSIC))

const counts = async () => {
  const { rows } = await t.database.pool.query<{ text: string }>(
    `select (select md5(string_agg(r::text, '|' order by id)) from row_rule r) || (select count(*) from sys_user) as text`,
  )
  return rows[0]!.text
}

describe('any text in a rule of the form', () => {
  it('is refused at the field that holds it, and nothing is saved', async () => {
    const { id, version, roleId } = await ruleOf('dept', 'declaration')
    const rule = { id, version, roleId, resource: 'declaration', scope: 'all', officeIds: [] as unknown[], lines: [] as unknown[] }
    const known = Object.entries(rowResource('declaration').fields)
    const states = known.flatMap(([, field]) => (field.kind === 'choice' ? Object.keys(field.options ?? {}) : []))
    const before = await counts()
    const refusedAt = async (body: object, path: RegExp) => {
      const answer = await t.as('security1').post('/sys/dataRule/saveOrUpdate', body)
      const said = JSON.stringify([body, answer.body])
      expect(answer.status, said).toBeLessThan(500)
      expect(answer.body.success, said).toBe(false)
      // Text that no column can hold is refused as such, before the rule is looked at.
      if (answer.body.code !== 'BAD_TEXT') expect(answer.body.fields?.[0]?.path ?? '', said).toMatch(path)
    }
    const value = anything.filter((text) => !states.includes(text))
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom('state', 'examineDep', 'street'), async (text, field) => {
        await refusedAt({ ...rule, resource: text }, /^resource$/)
        await refusedAt({ ...rule, scope: text }, /^scope$/)
        await refusedAt({ ...rule, scope: 'custom', officeIds: [text] }, /^officeIds/)
        await refusedAt({ ...rule, lines: [{ field: text, op: 'in', values: ['x'] }] }, /^lines\.0/)
        await refusedAt({ ...rule, lines: [{ field, op: text, values: ['x'] }] }, /^lines\.0/)
        await refusedAt({ ...rule, lines: [{ field, op: 'in', values: [text] }] }, /^lines\.0/)
        await refusedAt({ ...rule, lines: [{ field, op: 'notIn', values: [text] }] }, /^lines\.0/)
        await refusedAt({ ...rule, lines: [{ field: 'amount', op: 'between', from: text, to: null }] }, /^lines\.0/)
      }),
      { numRuns: Math.ceil(RUNS / 4), seed: SEED },
    )
    expect(await counts()).toBe(before)
  }, 120_000)
})

describe('any text in a stored rule', () => {
  const actor = (rules: RowRule[]): Actor => ({
    userId: 1,
    sessionId: '',
    type: 'YYF',
    name: '',
    companyId: null,
    officeId: 1,
    roles: [],
    permissions: new Set(rowResourceKeys.flatMap((key) => rowResource(key).needs)),
    rules,
  })
  // jsonb holds no NUL.
  const text = anything.map((one) => one.replaceAll('\u0000', ''))
  const bound = fc.option(fc.double({ min: 0, max: 1e8, noNaN: true }))
  const ruleOn = (resource: RowResourceKey): fc.Arbitrary<RowRule> => {
    const field = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...Object.keys(rowResource(resource).fields)) }, text)
    const line = fc.oneof(
      fc.record({ field, op: fc.constantFrom('in', 'notIn'), values: fc.array(text, { maxLength: 3 }) }),
      fc.record({ field, op: text, values: fc.array(text, { maxLength: 3 }) }),
      fc.record({ field, op: fc.constant('between'), from: bound, to: bound }),
    ) as fc.Arbitrary<RowLine>
    return fc.record({
      resource: fc.constant(resource),
      scope: fc.constantFrom('all', 'below', 'office', 'own', 'custom'),
      officeIds: fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 2 }),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<RowRule>
  }

  it.each(rowResourceKeys)(
    '%s: opens only rows that would be seen without it, and none by an error',
    async (resource) => {
      const source = rowSource(t.kernel, resource)
      const whole: RowRule = { resource, scope: 'all', officeIds: [], lines: [] }
      const all = await source.count(actor([whole]))
      const before = await counts()
      await fc.assert(
        fc.asyncProperty(ruleOn(resource), async (rule) => {
          const seen = await source.count(actor([rule]))
          expect(seen).toBeLessThanOrEqual(all)
          // Beside the rule that opens everything it adds nothing and takes nothing away: its rows are among those.
          expect(await source.count(actor([whole, rule]))).toBe(all)
          // Its lines narrow: the same rule without them sees at least as much.
          expect(seen).toBeLessThanOrEqual(await source.count(actor([{ ...rule, lines: [] }])))
        }),
        { numRuns: Math.ceil(RUNS / 6), seed: SEED },
      )
      expect(await counts()).toBe(before)
    },
    60_000,
  )
})
