import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { company } from '../../contract/company.ts'
import { myDeclaration, project, review } from '../../contract/declaration.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

const CASES = 100
/** A user with the required right, so that the input passes the access check and reaches validation and use case. */
const callers: Record<string, string> = { 'project:manage': 'editor1', 'company:read': 'editor1', 'declaration:read': 'dept1' }
const callerOf = (e: Endpoint): string => (typeof e.access === 'object' && 'can' in e.access ? callers[e.access.can]! : 'qy2')

const hard = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    "' or pg_sleep(1)--",
    '\u0000',
    '\ud800',
    '%',
    '1e3',
    ' 1',
    '-1',
    '9'.repeat(40),
    'a'.repeat(5000),
    '2026-02-30',
    '<script>',
    '[object Object]',
  ),
  fc.constantFrom<unknown>(null, true, 0, -1, 1, 1.5, 1e21, [], {}, [null], { $ne: 1 }, '1', '2'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
)
/** Known and unknown keys with difficult values; known keys often get valid values, so that the use cases are reached. */
const keys = [
  'id',
  'version',
  'policyId',
  'projectId',
  'formData',
  'files',
  'fields',
  'items',
  'reviewState',
  'reason',
  'values',
  'template',
  'page',
  'pageSize',
  'state',
  'sort',
  'companyId',
  'name',
  '__proto__',
  'extra',
]
const likely = new Map<string, unknown[]>(
  Object.entries({
    id: [1, 2, 3, '4'],
    version: [1, 2, 3],
    policyId: [40, '41'],
    projectId: [1, 2],
    formData: [{}, { amount: 1 }, { amount: -1 }, { ['__proto__']: 1 }],
    files: [{}, { contracts: [] }, { contracts: ['x'.repeat(32)] }],
    reviewState: ['pass', 'refuse'],
    reason: ['理由'],
    items: [[{ id: 1, version: 1 }], [{ id: 1 }]],
    fields: [[{ path: 'form.amount', message: '改' }]],
    values: [{ employees: 1 }, { employees: [] }],
    page: [1, 9999],
    pageSize: [1, 100],
    state: [0, 7],
  }),
)
const body = fc
  .array(
    fc
      .constantFrom(...keys)
      .chain((key) =>
        fc.tuple(
          fc.constant(key),
          likely.has(key) ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...likely.get(key)!) }, { weight: 2, arbitrary: hard }) : hard,
        ),
      ),
    { maxLength: 7 },
  )
  .map((entries) => JSON.stringify(Object.assign(Object.create(null) as object, Object.fromEntries(entries))))

describe('乱填的内容', () => {
  const operations = [
    ...Object.values(company),
    ...Object.values(project),
    ...Object.values(myDeclaration),
    ...Object.values(review),
  ] as Endpoint[]
  it.each(operations.map((e) => [`${e.method} ${e.path}`, e] as const))(
    '%s answers every one of a hundred with a refusal or a result, never with a fault (I-01)',
    async (_name, endpoint) => {
      const who = callerOf(endpoint)
      await fc.assert(
        fc.asyncProperty(body, async (text) => {
          const query = Object.fromEntries(
            Object.entries(JSON.parse(text) as object).map(([k, v]) => [k, typeof v === 'string' ? v : JSON.stringify(v)]),
          )
          const answer =
            endpoint.method === 'GET'
              ? await t.as(who).send({ method: 'GET', url: endpoint.path, query })
              : await t.as(who).send({ method: 'POST', url: endpoint.path, headers: { 'content-type': 'application/json' }, payload: text })
          expect([200, 400, 429], `${text} → ${answer.raw.toString()}`).toContain(answer.status)
          expect(answer.raw.toString()).not.toMatch(/ at .+\.ts:\d+|select .+ from |syntax error/)
        }),
        { numRuns: CASES },
      )
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
  )
})
