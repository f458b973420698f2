// Who may call what, against the live table of endpoints (reliability C-01, I-01, I-06): default deny, no weaker answer by another way to write an address.
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessText } from '../contract/endpoint.ts'
import { listEndpoints, type EndpointRow } from './kernel/implement.ts'
import { expectedOfDomains } from './kernel/testing/domain-expectations.ts'
import { testApp, type TestApp } from './kernel/testing/harness.ts'

/**
 * Reviewed: what anybody may call without a session. A new public endpoint is added after a look at what it gives away: under `public` in
 * the `testing/expected.ts` of its domain, or here when the domain has none.
 */
const REVIEWED_PUBLIC = `
GET /aboutUs/detail
GET /admin/carousel/list
GET /admin/policy/info/option
GET /admin/policy/label/list
GET /admin/policyCalculator/fieldLabels
GET /admin/policyCalculator/queryCommonQuestionnaire
GET /adver/list
GET /appeal/info/caseById
GET /appeal/info/cases
GET /appeal/info/enums
GET /appeal/statistics/overview
GET /appeal/type/options
GET /appeal/type/tree
GET /company-code/verify
GET /company/info/queryByName
GET /corp/policy/findById
GET /corp/policy/list
GET /corp/policy/options
GET /corp/policyCalculator/queryRelatedPolicy
GET /dec/project/findById
GET /dec/project/list
GET /dec/project/ofPolicy
GET /dec/receipt/verify
GET /files/download
GET /files/downloadTemplate
GET /imitate/match/log/fields
GET /imitate/match/log/getMatchCount
GET /imitate/match/log/templates
GET /mcp
GET /pol/calendar/feed
GET /pol/calendar/policy
GET /pol/info/chain
GET /pol/info/compareVersions
GET /pol/info/enums
GET /pol/info/hotList
GET /pol/info/related
GET /pol/my/facets
GET /pol/my/list
GET /pol/my/suggest
GET /pol/polDicValue/home
GET /policy/doc/applyProjectExpressList
GET /policy/doc/pagePolicySimulateList
GET /policy/doc/policyDetail
GET /sys/activeUser/checkTokenInvalid
GET /sys/activeUser/getVerifiCode
GET /sys/activeUser/refreshToken
GET /sys/activeUser/zmlLogin
GET /sys/basicDataConfig/list
GET /sys/getDict
GET /sys/link/list
GET /sys/office/options
GET /sys/openapi/publicCalls
GET /sys/user/zmlLogin
GET /tech/domain/children
GET /tech/domain/tree
GET /thirdPartApi/globalSearch
POST /appeal/info/incViewNum
POST /call/event
POST /corp/policyCalculator/calculate
POST /corp/policyCalculator/calculateFurther
POST /corp/policyCalculator/nextQuestions
POST /corp/policyCalculator/readWords
POST /corp/policyCalculator/score
POST /imitate/match/log/compare
POST /imitate/match/log/curve
POST /imitate/match/log/levers
POST /imitate/match/log/run
POST /imitate/match/log/share
POST /mcp
POST /pol/info/incViewNum
POST /pol/policyBusinessLog/add
POST /sms/sendVerificationCode
POST /sys/activeUser/enrolSecond
POST /sys/activeUser/login
POST /sys/activeUser/loginByAuthCode
POST /sys/activeUser/loginByZzdAccountId
POST /sys/activeUser/loginSecond
POST /sys/activeUser/szjjLogin
POST /sys/feedback/save
POST /sys/log/saveLog
POST /sys/queryDictOptionByOptionIds
POST /sys/user/loginByZzdAccountId
POST /sys/user/szjjLogin
POST /sys/webauthn/askAtLogIn
POST /sys/webauthn/loginSecond
`
  .trim()
  .split('\n')

/** A refusal for want of a right keeps status 200: 403 tells a client to refresh its session (architecture §4). */
const REFUSED = '200 FORBIDDEN'

let t: TestApp
let rows: EndpointRow[]
let token: string
const keyOf = ({ method, path }: EndpointRow) => `${method} ${path}`
const guarded = () => rows.filter(({ endpoint }) => endpoint.access !== 'public')

beforeAll(async () => {
  t = await testApp()
  rows = listEndpoints(t.kernel)
  token = (await t.as('qy1').tokens()).token
})

/** Each call comes from a source of its own: the general limit of calls a minute is another test's subject. */
let calls = 0
async function call(row: EndpointRow, options: Omit<InjectOptions, 'method'> = {}) {
  calls += 1
  const answer = await t.http.inject({
    method: row.method as 'GET' | 'POST',
    url: row.path,
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    ...(row.method === 'POST' ? bodyOf(row, {}) : {}),
    ...options,
  })
  const json = String(answer.headers['content-type'] ?? '').startsWith('application/json')
  return { status: answer.statusCode, code: json ? (answer.json<{ code?: string }>().code ?? 'none') : 'no json', text: answer.body }
}
function bodyOf({ endpoint }: EndpointRow, value: unknown): Pick<InjectOptions, 'payload' | 'headers'> {
  if (endpoint.as === 'multipart') return { payload: '--x--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  return { payload: JSON.stringify(value), headers: { 'content-type': 'application/json' } }
}
const withHeaders = (row: EndpointRow, headers: Record<string, string>) => {
  const body = row.method === 'POST' ? bodyOf(row, {}) : {}
  return call(row, { ...body, headers: { ...body.headers, ...headers } })
}
/** Lines "METHOD path: answer" of the rows whose answer is not the one wanted. */
async function others(
  list: EndpointRow[],
  ask: (row: EndpointRow) => Promise<{ status: number; code: string }>,
  wanted: string,
): Promise<string[]> {
  const found: string[] = []
  for (const row of list) {
    const { status, code } = await ask(row)
    if (`${status} ${code}` !== wanted) found.push(`${keyOf(row)} (${accessText(row.endpoint.access)}): ${status} ${code}`)
  }
  return found
}

describe('without a session', () => {
  it('only the reviewed addresses are open', async () => {
    expect(
      rows
        .filter(({ endpoint }) => endpoint.access === 'public')
        .map(keyOf)
        .toSorted(),
    ).toEqual([...REVIEWED_PUBLIC, ...(await expectedOfDomains()).flatMap(({ calls }) => calls.public ?? [])].toSorted())
    expect(guarded().length).toBeGreaterThan(60)
  })
  it('every other address answers 401 before it checks the request', async () => {
    expect(await others(guarded(), (row) => call(row), '401 UNAUTHENTICATED')).toEqual([])
  })
  it('a cookie, a query parameter or a body key does not replace the session', async () => {
    expect(
      await others(
        guarded(),
        (row) => withHeaders(row, { cookie: `token=${token}; authorization=${token}; qftToken=${token}` }),
        '401 UNAUTHENTICATED',
      ),
    ).toEqual([])
    expect(
      await others(
        guarded(),
        (row) => call(row, { query: { token, authorization: token, Authorization: `Bearer ${token}` } }),
        '401 UNAUTHENTICATED',
      ),
    ).toEqual([])
    expect(
      await others(
        guarded().filter(({ method }) => method === 'POST'),
        (row) => call(row, bodyOf(row, { token, actor: { type: 'YYF' } })),
        '401 UNAUTHENTICATED',
      ),
    ).toEqual([])
  })
  it('headers that name a user or another method are ignored', async () => {
    const claims = {
      'x-user': 'admin1',
      'x-forwarded-user': 'admin1',
      'x-original-url': '/sys/link/list',
      'x-rewrite-url': '/sys/link/list',
      'x-http-method-override': 'GET',
    }
    expect(await others(guarded(), (row) => withHeaders(row, claims), '401 UNAUTHENTICATED')).toEqual([])
  })
})

describe('with the session of a company', () => {
  it('has no permission of staff', async () => {
    const staff = rows.filter(({ endpoint }) => typeof endpoint.access === 'object' && 'can' in endpoint.access)
    expect(staff.length).toBeGreaterThan(25)
    expect(await others(staff, (row) => withHeaders(row, { authorization: token }), REFUSED)).toEqual([])
  })
  it('is refused what is only for staff or individuals', async () => {
    const kinds = rows.filter(
      ({ endpoint }) => typeof endpoint.access === 'object' && 'types' in endpoint.access && !endpoint.access.types.includes('QY'),
    )
    expect(await others(kinds, (row) => withHeaders(row, { authorization: token }), REFUSED)).toEqual([])
  })
})

describe('other spellings of an address', () => {
  const variants: [string, (path: string) => string][] = [
    ['a slash at the end', (path) => `${path}/`],
    ['two slashes', (path) => path.replace(/(.)\//, '$1//')],
    ['two slashes at the start', (path) => `/${path}`],
    ['a dot segment', (path) => path.replace(/(.)\//, '$1/./')],
    ['an encoded dot segment', (path) => path.replace(/(.)\//, '$1/%2e/')],
    ['a way up and down again', (path) => `/sys/link/..%2f..${path}`],
    ['an encoded letter', (path) => path.replace(/[a-z]$/, (c) => `%${c.charCodeAt(0).toString(16)}`)],
    ['capitals', (path) => path.toUpperCase()],
    ['a path parameter', (path) => `${path};a=b`],
    ['a suffix', (path) => `${path}.json`],
    ['a NUL', (path) => `${path}%00`],
  ]
  it.each(variants)('%s is no way around: refused or unknown', async (_name, write) => {
    const open: string[] = []
    for (const row of guarded()) {
      const { status } = await call({ ...row, path: write(row.path) })
      if (![400, 401, 404].includes(status)) open.push(`${row.method} ${write(row.path)}: ${status}`)
    }
    expect(open).toEqual([])
  })
  it('HEAD answers as GET does, without a body; calls that change something refuse HEAD', async () => {
    const odd: string[] = []
    for (const { path, endpoint } of rows.filter(({ method }) => method === 'GET')) {
      const ask = (method: 'GET' | 'HEAD') => t.http.inject({ method, url: path, remoteAddress: '10.255.0.2' })
      const [get, head] = [await ask('GET'), await ask('HEAD')]
      const wanted = endpoint.changes ? 404 : get.statusCode
      if (head.statusCode !== wanted || head.body !== '') odd.push(`${path}: ${get.statusCode}, HEAD ${head.statusCode}`)
    }
    expect(odd).toEqual([])
  })
  it('other methods are no way around', async () => {
    const open: string[] = []
    const known = new Set(rows.map(keyOf))
    for (const { path } of guarded())
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const) {
        if (known.has(`${method} ${path}`)) continue
        const { statusCode } = await t.http.inject({ method, url: path, remoteAddress: '10.255.0.1' })
        if (statusCode < 400 || statusCode >= 500) open.push(`${method} ${path}: ${statusCode}`)
      }
    expect(open).toEqual([])
  })
})

describe('keys of the prototype (I-06)', () => {
  const poison = '{"__proto__":{"polluted":true,"permissions":["audit:read"],"type":"YYF"},"constructor":{"prototype":{"polluted":true}}}'
  const clean = () => expect(Object.keys({}).concat(Object.keys(Object.prototype), 'polluted' in {} ? ['polluted'] : [])).toEqual([])

  it('in a body give no access and have no effect', async () => {
    const weak: string[] = []
    for (const row of rows.filter(({ method, endpoint }) => method === 'POST' && endpoint.as !== 'multipart')) {
      const { status } = await call(row, { payload: poison, headers: { 'content-type': 'application/json' } })
      const allowed = row.endpoint.access === 'public' ? status < 500 : status === 401 || status === 400
      if (!allowed) weak.push(`${keyOf(row)}: ${status}`)
    }
    expect(weak).toEqual([])
    clean()
  })
  it('in a body or a query give a company no permission of staff', async () => {
    const staff = rows.filter(({ endpoint }) => typeof endpoint.access === 'object' && 'can' in endpoint.access)
    const send = (row: EndpointRow) =>
      call(row, {
        query: { '__proto__[permissions]': 'audit:read', 'constructor.prototype.type': 'YYF', prototype: '1' },
        ...(row.method === 'POST' ? bodyOf(row, { constructor: { prototype: { polluted: true } } }) : {}),
        headers: { ...(row.method === 'POST' ? bodyOf(row, {}).headers : {}), authorization: token },
      })
    expect(await others(staff, send, REFUSED)).toEqual([])
    clean()
  })
})
