import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countyPolicies } from '../../seed/county.ts'
import shipped from '../../seed/data/policies.json' with { type: 'json' }
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { findPolicies } from './search/found.ts'
import { NEAR } from './search/list-sql.ts'
import { policiesChanged } from './kept.ts'
import { pageRows } from './queries.ts'

/** Published policies of the demo: the shipped samples and those of the county. */
const ALL = shipped.length + countyPolicies.length
const PAGES = Math.ceil(ALL / 10)

let app: TestApp
const clock = movableClock(new Date())
beforeAll(async () => {
  app = await testApp({ clock })
})

/** What a visitor gets at an address. */
async function visit(url: string, browser = 'a browser') {
  const res = await app.http.inject({ url: encodeURI(url), headers: { 'user-agent': browser } })
  return {
    status: res.statusCode,
    body: res.json() as { success: boolean; code?: string; msg?: string; fields?: { path: string; message: string }[]; data: any },
  }
}
const titles = async (url: string): Promise<string[]> =>
  (await visit(url)).body.data.list.map((p: { policyTitle: string }) => p.policyTitle)
const codes = async (url: string): Promise<string[]> => (await visit(url)).body.data.list.map((p: { code: string }) => p.code)

describe('the policy list refuses', () => {
  it.each([
    ['an unknown filter', '/pol/my/list?color=red', 'color'],
    ['more than 100 a page', '/pol/my/list?pageSize=101', 'pageSize'],
    ['page 0', '/pol/my/list?page=0', 'page'],
    ['a page that is no plain number', '/pol/my/list?page=1e3', 'page'],
    ['an offset beyond 100,000 rows', '/pol/my/list?page=1001&pageSize=100', 'page'],
    ['a sort that is not offered', '/pol/my/list?sort=password', 'sort'],
    ['a support mode that does not exist', '/pol/my/list?supportMode=99', 'supportMode.0'],
    ['a date that does not exist', '/pol/my/list?startTime=2026-02-30', 'startTime'],
    ['a question of 201 characters', `/pol/my/list?q=${'政'.repeat(201)}`, 'q'],
    ['a department that is no number', "/pol/my/list?policyDepId=1' or 1=1", 'policyDepId'],
  ])('%s', async (_what, url, path) => {
    const { status, body } = await visit(url)
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'INVALID' })
    expect(body.fields!.map((f) => f.path)).toContain(path)
    expect(body.msg).toMatch(/[一-鿿]/)
  })

  it('pages of a ranking beyond its last ranked row', async () => {
    const { status, body } = await visit('/pol/my/list?q=企业&page=51&pageSize=10')
    expect(status).toBe(400)
    expect(body.fields![0]!.message).toContain('相关度')
  })
})

describe('the policy list', () => {
  it.each(['publish', 'amount', 'deadline', 'relevance'] as const)(
    'by %s: a far page after a near one over the same connection',
    async (sort) => {
      const at = async (offset: number, q?: string) =>
        pageRows(
          app.kernel,
          q ? { found: await findPolicies(app.kernel, { q }, today(app.kernel.clock)) } : {},
          sort,
          { offset, limit: 10 },
          today(app.kernel.clock),
        )
      expect(await at(0)).toHaveLength(10)
      expect(await at(NEAR)).toEqual([])
      expect((await at(0, '企业')).length).toBeGreaterThan(0)
      expect(await at(NEAR, '企业')).toEqual([])
    },
  )

  it('returns the columns of the specification, ten rows a page', async () => {
    const { body } = await visit('/pol/my/list')
    expect(body.data.total).toBe(ALL)
    expect(body.data.list).toHaveLength(10)
    expect(body.data.list[0]).toMatchObject({
      id: expect.any(Number),
      policyTitle: expect.any(String),
      policyDepName: expect.any(String),
      policyCreateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      supportModes: expect.arrayContaining([expect.any(String)]),
    })
  })

  it('shows every policy exactly once over its pages, in every order', async () => {
    for (const sort of ['publish', 'deadline', 'amount', 'relevance']) {
      const seen: string[] = []
      for (let page = 1; page <= PAGES; page++) seen.push(...(await codes(`/pol/my/list?sort=${sort}&page=${page}`)))
      expect(new Set(seen).size, sort).toBe(ALL)
    }
    const asked: string[] = []
    for (let page = 1; page <= PAGES; page++) asked.push(...(await codes(`/pol/my/list?q=企业&sort=relevance&page=${page}`)))
    expect(new Set(asked).size).toBe((await visit('/pol/my/list?q=企业')).body.data.total)
  })

  it('returns an empty page beyond the end', async () => {
    expect((await visit(`/pol/my/list?page=${PAGES + 1}`)).body.data).toEqual({ total: ALL, list: [] })
  })

  it('finds policies by words, abbreviations, document number, exact title and pinyin initials', async () => {
    expect(await titles('/pol/my/list?q=高新技术企业认定')).toContain('高新技术企业认定')
    expect((await titles('/pol/my/list?q=高新技术企业认定'))[0]).toBe('高新技术企业认定')
    expect(await titles('/pol/my/list?q=高企')).toContain('高新技术企业认定')
    expect(await titles('/pol/my/list?q=设备 贴息')).toContain('设备更新贷款财政贴息')
    expect(await codes('/pol/my/list?q=国科发火〔2016〕32号')).toEqual(expect.arrayContaining(['hnte']))
    expect((await codes('/pol/my/list?q=国科发火[2016]32号'))[0]).toBe('hnte')
    expect(await codes('/pol/my/list?q=gxjsqyrd')).toContain('hnte')
    expect(await codes('/pol/my/list?q=GXJS')).toContain('hnte')
    expect(await codes('/pol/my/list?q=xjrqy')).toEqual(expect.arrayContaining(['xjr-2026', 'xjr-2022']))
    const { list } = (await visit('/pol/my/list?q=区块链养殖')).body.data
    expect(list.every((p: { maybe?: boolean }) => p.maybe)).toBe(true)
  })

  it('treats wildcards and operators in a question as text', async () => {
    for (const q of ['%', '_', "' | 'a", '!企业', '企业:*', '\\', '()', "'", '👍', 'a|b', '<script>']) {
      const { status, body } = await visit(`/pol/my/list?q=${q}`)
      expect(status, q).toBe(200)
      expect(body.success, q).toBe(true)
    }
    expect((await visit('/pol/my/list?policyTitle=_')).body.data.total).toBe(0)
    expect(await titles('/pol/my/list?policyTitle=0%')).toEqual([
      '研发费用加计扣除（100%）',
      '集成电路和工业母机企业研发费用加计扣除（120%）',
    ])
  })

  it('is filtered by status, level, support mode, industry, department and dates', async () => {
    const open = await visit('/pol/my/list?status=open&pageSize=100')
    expect(open.body.data.list.every((p: any) => ['open', 'closing'].includes(p.status))).toBe(true)
    const closed = await visit('/pol/my/list?status=closed&pageSize=100')
    const notYet = await visit('/pol/my/list?status=notYet&pageSize=100')
    expect(open.body.data.total + closed.body.data.total + notYet.body.data.total).toBe(ALL)
    expect(notYet.body.data.total).toBe(1)
    expect((await visit('/pol/my/list?status=closing')).body.data.total).toBe(2)
    expect((await visit('/pol/my/list?status=open,closed,notYet')).body.data.total).toBe(ALL)
    expect((await visit('/pol/my/list?level=1')).body.data.total).toBe(15)
    expect((await visit('/pol/my/list?level=4')).body.data.total).toBe(
      [...shipped, ...countyPolicies].filter((p) => p.level === '区县级').length,
    )
    const interest = await visit('/pol/my/list?supportMode=02&pageSize=100')
    expect(interest.body.data.list.every((p: any) => p.supportModes.includes('贷款贴息'))).toBe(true)
    const mining = await visit('/pol/my/list?industry=B&pageSize=100')
    expect(mining.body.data.list.every((p: any) => p.industries.includes('B') || p.industries.includes('*'))).toBe(true)
    const office = (await visit('/admin/policy/info/option')).body.data.find((o: any) => o.label === '税务总局')
    const ofOffice = await visit(`/pol/my/list?policyDepId=${office.value}&pageSize=100`)
    expect(ofOffice.body.data.total).toBeGreaterThan(3)
    expect(ofOffice.body.data.list.every((p: any) => p.policyDepName.includes('税务总局'))).toBe(true)
    const day = today(clock)
    expect((await visit(`/pol/my/list?startTime=${addDays(day, 1)}`)).body.data.total).toBe(0)
    expect((await visit(`/pol/my/list?endTime=${day}`)).body.data.total).toBe(ALL)
    const soon = await visit(`/pol/my/list?deadlineStart=${day}&deadlineEnd=${addDays(day, 7)}`)
    expect(soon.body.data.total).toBe(2)
  })

  it('sorts by deadline with the nearest first and past ones last, and by amount with the highest first', async () => {
    const byDeadline = (await visit('/pol/my/list?sort=deadline&pageSize=100')).body.data.list
    const day = today(clock)
    const group = (p: any) => (p.applyTo === null ? 1 : p.applyTo >= day ? 0 : 2)
    expect(byDeadline.map(group)).toEqual(byDeadline.map(group).toSorted((a: number, b: number) => a - b))
    const coming = byDeadline.filter((p: any) => group(p) === 0).map((p: any) => p.applyTo)
    expect(coming).toEqual(coming.toSorted())
    expect(byDeadline[0].status).toBe('closing')
    const amounts = (await visit('/pol/my/list?sort=amount&pageSize=100')).body.data.list.map((p: any) => p.maxAmount)
    expect(amounts[0]).toBe(3000)
    expect(amounts.filter((a: number | null) => a !== null)).toEqual(
      amounts.filter((a: number | null) => a !== null).toSorted((a: number, b: number) => b - a),
    )
    expect(amounts.at(-1)).toBeNull()
  })

  it('a policy is open, then closing, then closed as days pass, without a job', async () => {
    const [first] = (await visit('/pol/my/list?sort=deadline')).body.data.list
    expect(first).toMatchObject({ status: 'closing', statusName: '即将截止' })
    clock.advance((first.daysLeft + 1) * 86_400_000)
    const found = (await visit(`/pol/my/list?status=closed&pageSize=100`)).body.data.list.find((p: any) => p.id === first.id)
    expect(found).toMatchObject({ status: 'closed', statusName: '已截止', daysLeft: null })
    clock.advance(-(first.daysLeft + 1) * 86_400_000)
  })

  it('its total is correct within five seconds after a change in another process', async () => {
    expect((await visit('/pol/my/list')).body.data.total).toBe(ALL)
    await app.kernel.db.updateTable('policy').set({ state: 3 }).where('code', '=', 'demo-talent').execute()
    const changedAt = Date.now()
    while ((await visit('/pol/my/list')).body.data.total !== ALL - 1) {
      if (Date.now() - changedAt > 5000) throw new Error('total is older than five seconds')
      await new Promise((done) => setTimeout(done, 250))
    }
    await app.kernel.db.updateTable('policy').set({ state: 2 }).where('code', '=', 'demo-talent').execute()
    policiesChanged(app.kernel)
    expect((await visit('/pol/my/list')).body.data.total).toBe(ALL)
  })
})

describe('facets', () => {
  it('count the rows of the list with that value', async () => {
    const { data } = (await visit('/pol/my/facets?q=企业&level=4')).body
    for (const [facet, filter] of [
      ['status', 'status'],
      ['supportMode', 'supportMode'],
      ['industry', 'industry'],
      ['department', 'policyDepId'],
    ] as const) {
      for (const { value, count } of data[facet].slice(0, 3)) {
        const { data: list } = (await visit(`/pol/my/list?q=企业&level=4&${filter}=${value}`)).body
        expect(list.total, `${facet} ${value}`).toBe(count)
      }
    }
    for (const { value, count } of data.level)
      expect((await visit(`/pol/my/list?q=企业&level=${value}`)).body.data.total, `level ${value}`).toBe(count)
    expect(data.total).toBe((await visit('/pol/my/list?q=企业&level=4')).body.data.total)
  })
})

describe('labels', () => {
  it('are a facet that counts the rows of the list with that label; disabled labels are not listed', async () => {
    const { list } = (await app.as('editor1').get('/admin/policy/label/list', { pageSize: 9000 })).body.data
    const [kept, hidden] = list.filter((l: { policyNum: number }) => l.policyNum > 0) as { id: number; labelName: string }[]
    const { data } = (await visit('/pol/my/facets?level=4')).body
    for (const { value, count } of data.label)
      expect((await visit(`/pol/my/list?level=4&labelId=${value}`)).body.data.total, `label ${value}`).toBe(count)
    expect(data.label.length).toBeGreaterThan(0)
    const under = (await visit(`/pol/my/facets?labelId=${kept!.id}`)).body.data
    expect(under.total).toBe((await visit(`/pol/my/list?labelId=${kept!.id}`)).body.data.total)
    // A facet ignores its own filter; the others apply it.
    expect(under.label.find((f: { value: string }) => f.value !== String(kept!.id))).toBeDefined()
    expect(under.level.reduce((n: number, f: { count: number }) => n + f.count, 0)).toBe(under.total)
    await app.kernel.db.updateTable('policy_label').set({ enabled: false }).where('id', '=', hidden!.id).execute()
    policiesChanged(app.kernel)
    const after = (await visit('/pol/my/facets')).body.data.label as { value: string; label: string }[]
    expect(after.map((f) => f.value)).not.toContain(String(hidden!.id))
    expect(after).toContainEqual(expect.objectContaining({ value: String(kept!.id), label: kept!.labelName }))
    await app.kernel.db.updateTable('policy_label').set({ enabled: true }).where('id', '=', hidden!.id).execute()
    policiesChanged(app.kernel)
  })
  it('selected labels stay in the facet when no policy has them under the other filters', async () => {
    const [first] = (await visit('/pol/my/facets')).body.data.label as { value: string; label: string }[]
    const { label } = (await visit(`/pol/my/facets?q=没有这样的政策词&labelId=${first!.value}`)).body.data
    expect(label).toEqual([{ ...first, count: 0 }])
  })
})

describe('the policy detail', () => {
  it.each(['id=999999', 'code=no-such-policy'])('of %s is not found', async (query) => {
    const { status, body } = await visit(`/policy/doc/policyDetail?${query}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, code: 'NOT_FOUND' })
  })
  it('requires either id or code', async () => {
    expect((await visit('/policy/doc/policyDetail')).status).toBe(400)
    expect((await visit('/policy/doc/policyDetail?id=1&code=hnte')).status).toBe(400)
  })
  it.each([
    [0, '草稿'],
    [1, '待审核'],
    [3, '已下架'],
    // M023
    [4, '审核未通过'],
  ] as const)('hides state %i (%s) in every public call', async (state, _name) => {
    const { id } = (await visit('/policy/doc/policyDetail?code=huaibei-green')).body.data
    await app.kernel.db.updateTable('policy').set({ state }).where('id', '=', id).execute()
    policiesChanged(app.kernel)
    try {
      expect((await visit(`/policy/doc/policyDetail?id=${id}`)).body.code).toBe('NOT_FOUND')
      for (const url of [
        '/pol/my/list?q=淮北市绿色工厂奖励',
        '/pol/my/list?pageSize=100',
        '/thirdPartApi/globalSearch?keyword=绿色工厂',
        '/pol/info/hotList?pageSize=50',
        '/policy/doc/applyProjectExpressList?pageSize=100',
      ])
        expect(
          (await visit(url)).body.data.list.map((p: any) => String(p.id)),
          url,
        ).not.toContain(String(id))
      expect(
        (
          await app.http.inject({
            method: 'POST',
            url: '/pol/info/incViewNum',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: `id=${id}`,
          })
        ).json().code,
      ).toBe('NOT_FOUND')
    } finally {
      await app.kernel.db.updateTable('policy').set({ state: 2 }).where('id', '=', id).execute()
      policiesChanged(app.kernel)
    }
  })
  it('holds body, materials, process, sources, rule and versions', async () => {
    const { data } = (await visit('/policy/doc/policyDetail?code=hnte')).body
    expect(data).toMatchObject({
      code: 'hnte',
      policyTitle: '高新技术企业认定',
      origin: 'sample',
      originName: '公开文件样例',
      versionNumber: 1,
      levelName: '国家级',
    })
    expect(data.content).toContain('科技人员占比不低于10%')
    expect(data.content).not.toContain('undefined')
    expect(data.materials).toHaveLength(8)
    expect(data.sources[0]).toContain('most.gov.cn')
    expect(data.process.length).toBeGreaterThan(2)
    expect(data.rule.conditions.all.length).toBeGreaterThan(5)
    expect(data.rule.closable).toContain('hnte.c5')
    expect(data.rule.closable).not.toContain('hnte.c1')
    expect(data.rule.conditions.all[1]).toMatchObject({ field: 'registeredDays', op: 'gte', value: 365 })
    expect(data.versions).toHaveLength(1)
    const byId = (await visit(`/policy/doc/policyDetail?id=${data.id}`)).body.data
    expect(byId).toEqual(data)
  })
  it('links a superseded policy with its successor in both directions', async () => {
    const old = (await visit('/policy/doc/policyDetail?code=zjtx-2022')).body.data
    expect(old).toMatchObject({ status: 'closed', supersededBy: { code: 'zjtx-2026' } })
    const next = (await visit('/policy/doc/policyDetail?code=zjtx-2026')).body.data
    expect(next.supersedes.map((p: any) => p.code)).toEqual(['zjtx-2022'])
    expect((await visit(`/pol/info/related?id=${old.id}`)).body.data[0].code).toBe('zjtx-2026')
  })
})

describe('views', () => {
  const view = async (id: number, remoteAddress: string, browser = 'Firefox') => {
    const res = await app.http.inject({
      method: 'POST',
      url: '/pol/info/incViewNum',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': browser },
      payload: `id=${id}`,
    })
    return res.json().data.viewNum as number
  }
  let id: number
  beforeEach(async () => {
    id = (await visit('/policy/doc/policyDetail?code=demo-talent')).body.data.id
  })

  const ZHANG = '203.0.113.7'
  it('count an address once in ten minutes', async () => {
    const before = (await visit(`/policy/doc/policyDetail?id=${id}`)).body.data.viewNum
    expect(await view(id, ZHANG)).toBe(before + 1)
    expect(await view(id, ZHANG)).toBe(before + 1)
    expect(await view(id, '203.0.113.8')).toBe(before + 2)
    clock.advance(9 * 60_000)
    expect(await view(id, ZHANG)).toBe(before + 2)
    clock.advance(61_000)
    expect(await view(id, ZHANG)).toBe(before + 3)
    for (let n = 0; n < 20; n++) await view(id, `198.51.100.${n + 1}`)
    expect((await visit(`/policy/doc/policyDetail?id=${id}`)).body.data.viewNum).toBe(before + 23)
    policiesChanged(app.kernel) // a list may show a count that is a second old
    expect((await visit('/pol/info/hotList')).body.data.list[0].id).toBe(id)
    expect((await app.kernel.db.selectFrom('policy_view').select('visitor').execute()).map((v) => v.visitor).join()).not.toContain('203.0')
  })
  it('are not raised by changing the browser name, nor by addresses of one IPv6 network', async () => {
    clock.advance(11 * 60_000)
    const first = await view(id, ZHANG)
    for (let n = 0; n < 5; n++) expect(await view(id, ZHANG, `browser ${n}`)).toBe(first)
    for (let n = 1; n < 5; n++) expect(await view(id, `2001:db8:1:2::${n}`)).toBe(first + 1)
    expect(await view(id, '2001:db8:1:3::1')).toBe(first + 2)
  })
})

describe('other public reading', () => {
  it('lists what can be applied for now, with the nearest deadline first', async () => {
    const { data } = (await visit('/policy/doc/applyProjectExpressList?pageSize=100')).body
    expect(data.list.every((p: any) => ['open', 'closing'].includes(p.status))).toBe(true)
    expect(data.list.slice(0, 2).map((p: any) => p.status)).toEqual(['closing', 'closing'])
    expect(data.total).toBe(data.list.length)
  })
  it('searches the whole site, filtered by kind', async () => {
    const { data } = (await visit('/thirdPartApi/globalSearch?keyword=专精特新')).body
    expect(data.list[0]).toMatchObject({
      type: 'policy',
      typeName: '政策',
      url: expect.stringMatching(/^\/page\/policyserverdetail\?id=\d+$/),
    })
    expect(data.types.reduce((sum: number, type: { count: number }) => sum + type.count, 0)).toBe(data.total)
    expect(data.types[0]).toMatchObject({ value: 'policy', label: '政策' })
    expect((await visit('/thirdPartApi/globalSearch?keyword=专精特新&type=nothing')).status).toBe(400)
    expect((await visit('/thirdPartApi/globalSearch')).body.data).toMatchObject({ total: 0, list: [] })
  })
  it('lists the departments, those of the county first', async () => {
    const labels = (await visit('/admin/policy/info/option')).body.data.map((o: any) => o.label)
    expect(labels.indexOf('县经信局')).toBeLessThan(labels.indexOf('财政部'))
    expect(labels.indexOf('财政部')).toBeLessThan(labels.indexOf('广东省工信厅'))
    expect(new Set(labels).size).toBe(labels.length)
  })
  it('lists its enumerations', async () => {
    const { data } = (await visit('/pol/info/enums')).body
    expect(data.supportMode).toHaveLength(19)
    expect(data.status.map((o: any) => o.label)).toEqual(['申报中', '即将截止', '未开始', '已截止', '已废止'])
  })
})
