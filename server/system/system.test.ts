import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../kernel/clock.ts'
import { openPii } from '../kernel/access/pii.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

const get = async (url: string) => (await t.http.inject({ method: 'GET', url })).json()
const post = async (url: string, payload: object) => {
  const r = await t.http.inject({ method: 'POST', url, payload })
  return { status: r.statusCode, body: r.json() }
}

describe('字典', () => {
  it('refuses unknown query keys', async () => {
    expect(await get('/sys/getDict?type=a')).toMatchObject({ success: false, code: 'INVALID', fields: [{ path: 'type' }] })
  })
  it('returns every enabled type with label and value, and children with their parent', async () => {
    const { success, data } = await get('/sys/getDict')
    expect(success).toBe(true)
    expect(Object.keys(data).length).toBeGreaterThanOrEqual(45)
    expect(data.supportMode[0]).toEqual({ label: '资金补助', value: '01' })
    expect(data.industry.find((i: { value: string }) => i.value === 'C')).toMatchObject({ value: 'C' })
    expect(data.industry.some((i: { parent?: string }) => i.parent === 'C')).toBe(true)
  })
  it('leaves out disabled values, but still finds them for old records', async () => {
    await t.kernel.db
      .updateTable('dict_value')
      .set({ enabled: false })
      .where('dict_type', '=', 'urgency')
      .where('value', '=', '1')
      .execute()
    const { data } = await get('/sys/getDict?types=urgency,supportMode,nothing')
    expect(Object.keys(data)).toEqual(['supportMode', 'urgency'])
    expect(data.urgency.map((i: { value: string }) => i.value)).not.toContain('1')
    const { body } = await post('/sys/queryDictOptionByOptionIds', { optionIds: ['1', '404'], dictTypeCode: 'urgency' })
    expect(body.data).toEqual([{ id: '1', label: expect.any(String), value: '1' }])
  })
})

describe('留言反馈', () => {
  const good = { name: '标题', textarea: '留言', othervalue: '其他', namevalue: '王小明', phonevalue: '15412345678' }
  it('M036 M037 M038 K009 K010 V007 V011: refuses what spec §5 refuses, with its texts', async () => {
    for (const [field, value, message] of [
      ['name', '', '请输入标题'],
      ['name', '长'.repeat(31), '最多 30 个字'],
      ['textarea', ' ', '请输入留言'],
      ['textarea', '长'.repeat(301), '最多 300 个字'],
      ['othervalue', '', '请输入留言'],
      ['namevalue', '', '请输入留言'],
      ['phonevalue', '12812345678', '请输入正确的手机号'],
      ['phonevalue', '1541234567', '请输入正确的手机号'],
    ]) {
      const r = await post('/sys/feedback/save', { ...good, [field!]: value })
      expect(r).toMatchObject({ status: 400, body: { code: 'INVALID', fields: [{ path: field, message }] } })
    }
    expect(await t.kernel.db.selectFrom('feedback').select('id').execute()).toEqual([])
  })
  it('is stored with encrypted contact data', async () => {
    const fresh = await testApp()
    const r = await fresh.http.inject({ method: 'POST', url: '/sys/feedback/save', payload: good })
    expect(r.json()).toEqual({ success: true, data: true })
    const [row] = await fresh.kernel.db.selectFrom('feedback').selectAll().execute()
    expect(JSON.stringify(row)).not.toMatch(/15412345678|王小明/)
    expect(openPii(fresh.kernel, row!.phone_sealed)).toBe('15412345678')
  })
})

describe('业务日志', () => {
  it('K043: refuses other types, missing labels, unknown keys and more than 2 KB', async () => {
    for (const body of [
      { type: 2, eventLabel: 'a' },
      { type: 1 },
      { type: 1, eventLabel: '' },
      { type: 1, eventLabel: 'a', policy: { id: 3 } },
      { type: 1, eventLabel: 'a', ids: [1] },
      { type: 1, eventLabel: 'a', 'a b': 1 },
      { type: 1, eventLabel: 'a', ...Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, n])) },
      { type: 1, eventLabel: 'a', remark: '字'.repeat(800) },
    ]) {
      expect((await post('/pol/policyBusinessLog/add', body)).status).toBe(400)
    }
  })
  it('records the event without phone numbers', async () => {
    expect(
      (await post('/pol/policyBusinessLog/add', { type: 1, eventLabel: '商事法律', url: '/page/home', remark: '15412345678' })).body,
    ).toEqual({ success: true, data: true })
    const [row] = await t.kernel.db.selectFrom('business_log').selectAll().execute()
    expect(row).toMatchObject({ kind: '1', detail: { eventLabel: '商事法律', remark: '154****5678' } })
  })
  it('accepts further fields for the business log: flat, masked, within 2 KB', async () => {
    const more = { policyId: 12, keyword: '致电 15412345678', first: true, none: null, constructor: 'x' }
    expect((await post('/pol/policyBusinessLog/add', { type: 1, eventLabel: '点击政策', ...more })).body).toEqual({
      success: true,
      data: true,
    })
    const row = await t.kernel.db.selectFrom('business_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(row.detail).toEqual({
      eventLabel: '点击政策',
      policyId: 12,
      keyword: '致电 154****5678',
      first: true,
      none: null,
      constructor: 'x',
    })
    expect((await post('/pol/policyBusinessLog/add', { type: 1, eventLabel: 'a', keyword: '字'.repeat(800) })).status).toBe(400)
  })
  it('is limited to 60 a minute from one address', async () => {
    let refused = 0
    for (let n = 0; n < 70; n++) refused += Number((await post('/pol/policyBusinessLog/add', { type: 1, eventLabel: 'a' })).status === 429)
    expect(refused).toBeGreaterThan(0)
  })
})

describe('日志', () => {
  it('refuses the audit log to everybody but the auditor, and both logs to users without rights', async () => {
    for (const user of ['qy1', 'front1', 'security1'])
      expect((await t.as(user).get('/sys/log/list')).body).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect((await t.as('admin1').get('/sys/log/list', { kind: 'audit' })).body).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect((await t.as('admin1').get('/sys/log/check')).body).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect((await t.as(null).get('/sys/log/list')).status).toBe(401)
  })
  it('shows visits to the system administrator', async () => {
    await t.as('front1').post('/sys/log/saveLog', { routerName: '/work/checkmanage', pageTitle: '审核 13812341234' })
    const { body } = await t.as('admin1').get('/sys/log/list', { routerName: 'checkmanage' })
    expect(body.data).toMatchObject({
      total: 1,
      list: [{ routerName: '/work/checkmanage', pageTitle: '审核 138****1234', userType: 'YYF' }],
    })
    expect((await t.as('admin1').get('/sys/log/list', { routerName: '%' })).body.data.total).toBe(0)
  })
  it('visits by words are those of the pages that have them, newest first, under every other filter too', async () => {
    const visit = (who: string, routerName: string, pageTitle = '') => t.as(who).post('/sys/log/saveLog', { routerName, pageTitle })
    for (const n of [1, 2, 3]) {
      await visit('front1', `/work/zebra${n % 2}`, n === 2 ? '斑马甲' : '')
      await visit('dept1', '/work/other', '看斑马')
    }
    const all = (await t.as('admin1').get('/sys/log/list', { kind: 'visit', pageSize: 100 })).body.data.list as {
      id: number
      routerName: string
      pageTitle: string | null
      userName: string
    }[]
    const of = async (query: object) =>
      (await t.as('admin1').get('/sys/log/list', { kind: 'visit', ...query })).body.data as {
        total: number
        more: boolean
        list: { id: number }[]
      }
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
    const by = (words: string) => all.filter(({ routerName, pageTitle }) => routerName.includes(words) || pageTitle?.includes(words))
    for (const [words, many] of [
      ['zebra', 3],
      ['斑马', 4],
      ['zebra1', 2],
    ] as const) {
      expect(by(words), words).toHaveLength(many)
      expect(await of({ routerName: words, pageSize: 100 }), words).toMatchObject({ total: many, more: false })
      expect(ids((await of({ routerName: words, pageSize: 100 })).list), words).toEqual(ids(by(words)))
    }
    expect(ids((await of({ routerName: '斑马', page: 2, pageSize: 3 })).list)).toEqual(ids(by('斑马').slice(3)))
    const { userName } = by('/work/other')[0]!
    expect(ids((await of({ routerName: '斑马', userName })).list)).toEqual(ids(by('/work/other')))
    expect(await of({ routerName: '斑马', endTime: '2000-01-01' })).toMatchObject({ total: 0, list: [] })
    expect(await of({ routerName: '没有这样的页面' })).toMatchObject({ total: 0, list: [] })
    await t.kernel.db.deleteFrom('visit_log').where('router_name', '=', '/work/zebra1').execute()
    await runRecurring(t.kernel, 'identity.pages')
    const pages = await t.kernel.db.selectFrom('visit_page').select('router_name').where('router_name', 'like', '/work/zebra%').execute()
    expect(pages).toEqual([{ router_name: '/work/zebra0' }])
  })
  it('shows the audit log to the auditor, audits the reading, and confirms the chain', async () => {
    const first = await t.as('audit1').get('/sys/log/list', { pageSize: 100 })
    expect(first.body.data.total).toBeGreaterThan(0)
    const { body } = await t.as('audit1').get('/sys/log/list', { action: 'audit.read' })
    expect(body.data.list[0]).toMatchObject({ action: 'audit.read', result: 'ok' })
    expect((await t.as('audit1').get('/sys/log/check')).body.data).toMatchObject({ ok: true })
  })
  it('returns the values by which the audit log can be filtered, and finds the entry of a request', async () => {
    expect((await t.as('admin1').get('/sys/log/facets')).body.code).toBe('FORBIDDEN')
    const { data } = (await t.as('audit1').get('/sys/log/facets')).body
    const { rows } = await t.kernel.pool.query('select action from audit_log group by action order by action collate "C"')
    expect(data.actions.toSorted()).toEqual(rows.map((row: { action: string }) => row.action))
    expect(data.objectTypes).toContain('audit_log')
    const [one] = (await t.as('audit1').get('/sys/log/list', { action: 'audit.read' })).body.data.list
    const found = (await t.as('audit1').get('/sys/log/list', { requestId: one.requestId })).body.data
    expect(found.list.map((row: { id: number }) => row.id)).toContain(one.id)
    expect(found).toMatchObject({ more: false })
  })
  it('names the account and the roles behind the codes of an entry, to the auditor alone', async () => {
    const person = await t.kernel.db
      .selectFrom('sys_user')
      .select(['id', 'name', 'version'])
      .where('user_name', '=', 'dept4')
      .executeTakeFirstOrThrow()
    const role = await t.kernel.db.selectFrom('role').select(['id', 'name']).where('code', '=', 'leader').executeTakeFirstOrThrow()
    const terms = [{ roleId: role.id, to: addDays(today(t.kernel.clock), 3) }]
    const given = await t.as('security1').post('/sys/user/saveRoles', { id: person.id, version: person.version, roleIds: [], terms })
    expect(given.body.data).toBe(true)
    const { list } = (await t.as('audit1').get('/sys/log/list', { action: 'user.roles', objectId: String(person.id) })).body.data
    const [{ id, detail }] = list
    expect(detail).toMatchObject({ before: ['dept'], after: ['leader'], terms: [{ roleId: role.id }] })
    expect((await t.as('admin1').get('/sys/log/names', { id })).body.code).toBe('FORBIDDEN')
    expect((await t.as('audit1').get('/sys/log/names', { id: 999_999_999 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('audit1').get('/sys/log/names', { id })).body.data).toEqual({
      users: { [person.id]: person.name },
      roles: { [role.id]: role.name },
      offices: {},
      menus: {},
      roleCodes: { dept: expect.any(String), leader: role.name },
      rule: null,
      object: person.name,
    })
  })
  it('lists the newest 1,000 visits and says that there are more', async () => {
    await t.kernel.pool.query(
      `insert into visit_log (at, user_type, router_name) select now() - n * interval '1 minute', 'GR', '/page/many' from generate_series(1, 1001) n`,
    )
    const list = async (query: object) =>
      (await t.as('admin1').get('/sys/log/list', { routerName: '/page/many', pageSize: 100, ...query })).body.data
    const last = await list({ page: 10 })
    expect(last).toMatchObject({ total: 1000, more: true })
    expect(last.list).toHaveLength(100)
    expect((await list({ page: 11 })).list).toEqual([])
  })
  it('returns the offices', async () => {
    expect((await t.as(null).get('/sys/office/options')).body.data.map((o: { label: string }) => o.label)).toEqual(
      expect.arrayContaining(['县经济和信息化局', '县科技局']),
    )
  })
})
