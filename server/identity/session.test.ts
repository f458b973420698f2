import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '../../contract/identity.ts'
import { accessText } from '../../contract/endpoint.ts'
import { movableClock } from '../kernel/clock.ts'
import { listEndpoints } from '../kernel/implement.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { logIn, personWith, type Tokens } from '../kernel/testing/people.ts'
import { forget, giveRoles } from './index.ts'
import { VISIT_LOG_DAYS } from './tidy.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
const MINUTE = 60_000
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
// No real time passes in these tests; moving the clock also expires the cached sessions.
beforeEach(() => {
  clock.advance(2000)
})

const enter = async (userName: string): Promise<Tokens> => {
  const { body } = await logIn(t.http, userName, 'Qifu@2026', 't3st')
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
const info = (token: string) => t.http.inject({ method: 'GET', url: identity.info.path, headers: { authorization: token } })
const refresh = async (token: string) => {
  const answer = await t.http.inject({ method: 'GET', url: identity.refreshToken.path, headers: { authorization: token } })
  return { status: answer.statusCode, body: answer.json<{ success: boolean; data: Tokens }>() }
}
const invalid = async (token: string | null) =>
  (await personWith(t.http, token === null ? null : async () => ({ token, refreshToken: '' })).get(identity.checkTokenInvalid.path)).body
    .data

describe('display settings (H31)', () => {
  it('are stored in the user’s own account and returned with the user at the next log-in', async () => {
    const url = identity.saveDisplay.path
    const { token } = await enter('gr1')
    const save = (authorization: string | undefined, payload: object) =>
      t.http.inject({ method: 'POST', url, payload, headers: authorization ? { authorization } : {} })
    const shown = async (who: string) => (await info((await enter(who)).token)).json().data.user.display
    expect((await save(undefined, { elder: true, contrast: false })).statusCode).toBe(401)
    expect((await save(token, { elder: 'yes' })).json()).toMatchObject({ success: false, code: 'INVALID' })
    expect((await save(token, { elder: true, contrast: false })).json()).toMatchObject({ success: true })
    expect(await shown('gr1')).toEqual({ elder: true, contrast: false })
    expect(await shown('qy2')).toBeNull()
  })
})

describe('proof of identity (S-05)', () => {
  it('is the header: raw or Bearer', async () => {
    const { token } = await enter('qy1')
    expect((await info(token)).statusCode).toBe(200)
    expect((await info(`Bearer ${token}`)).statusCode).toBe(200)
    expect((await info(`bearer ${token}`)).statusCode).toBe(200)
  })

  it('is never the cookie, for any call', async () => {
    const { token, refreshToken } = await enter('qy1')
    const guarded = listEndpoints(t.kernel).filter(({ endpoint }) => endpoint.access !== 'public')
    expect(guarded.length).toBeGreaterThan(5)
    for (const { method, path, endpoint } of guarded) {
      const answer = await t.http.inject({ method: method as 'GET', url: path, cookies: { token, refreshToken } })
      expect(`${path} ${accessText(endpoint.access)} ${answer.statusCode}`).toBe(`${path} ${accessText(endpoint.access)} 401`)
    }
    expect((await t.http.inject({ method: 'GET', url: identity.refreshToken.path, cookies: { token, refreshToken } })).statusCode).toBe(401)
    expect((await t.http.inject({ method: 'GET', url: identity.info.path, query: { token } })).statusCode).toBe(401)
  })

  it('is not a refresh token, the hash of a token, or other text', async () => {
    const { refreshToken } = await enter('qy1')
    const { hash } = await t.database.db.selectFrom('session_token').select('hash').where('kind', '=', 'access').executeTakeFirstOrThrow()
    for (const token of [refreshToken, hash, 'x', '', 'Bearer', 'null', 'undefined', `' or 1=1 --`, 'x'.repeat(600)])
      expect((await info(token)).statusCode).toBe(401)
  })

  it('an access token cannot refresh', async () => {
    const { token } = await enter('qy1')
    expect((await refresh(token)).status).toBe(401)
  })
})

describe('statuses (S-03)', () => {
  it('402 when the access token expired and the session is valid, 401 when it was idle', async () => {
    const first = await enter('editor1')
    clock.advance(20 * MINUTE)
    expect((await info(first.token)).statusCode).toBe(200)
    clock.advance(10 * MINUTE + 1000)
    const expired = await info(first.token)
    expect([expired.statusCode, expired.json().code]).toEqual([402, 'TOKEN_EXPIRED'])
    const { body } = await refresh(first.refreshToken)
    expect((await info(body.data.token)).statusCode).toBe(200)
    clock.advance(30 * MINUTE + 1000)
    expect((await info(body.data.token)).statusCode).toBe(401)
    expect((await refresh(body.data.refreshToken)).status).toBe(401)
  })

  it('403 when rights changed, and a refresh gives the new ones', async () => {
    const { token, refreshToken } = await enter('leader1')
    const { id } = await t.database.db.selectFrom('sys_user').select('id').where('user_name', '=', 'leader1').executeTakeFirstOrThrow()
    await t.database.db.transaction().execute((db) => giveRoles(db, systemCall('test'), id, ['leader', 'front']))
    expect((await auditTrail(t.kernel, 'user.roles')).at(-1)).toMatchObject({ detail: { before: ['leader'], after: ['front', 'leader'] } })
    forget(t.kernel, { users: [id] })
    const answer = await info(token)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { code: 'RIGHTS_CHANGED', data: { rights: expect.any(Number) as number } },
    ])
    const { body } = await refresh(refreshToken)
    const menus = await t.http.inject({ method: 'GET', url: identity.getMenus.path, headers: { authorization: body.data.token } })
    expect(menus.json().data.permissions).toContain('declaration:accept')
  })

  it('FORBIDDEN with 200 for a call without the permission, which is recorded', async () => {
    const answer = await t.as('editor1').form(identity.unlock.path, { id: '1' })
    expect([answer.status, answer.body.code]).toEqual([200, 'FORBIDDEN'])
    const rows = await t.database.db.selectFrom('audit_log').selectAll().where('action', '=', 'access.denied').execute()
    expect(rows).toMatchObject([{ object_id: 'POST /sys/user/unlock', result: 'refused', actor_role: 'editor' }])
  })
})

describe('refresh (S-04)', () => {
  it('gives the same pair again within 30 s, and ends the session after that', async () => {
    const first = await enter('qy2')
    const next = (await refresh(first.refreshToken)).body.data
    clock.advance(29_000)
    expect((await refresh(first.refreshToken)).body.data).toEqual(next)
    clock.advance(2000)
    expect((await refresh(first.refreshToken)).status).toBe(401)
    expect((await info(next.token)).statusCode).toBe(401)
    expect((await refresh(next.refreshToken)).status).toBe(401)
    expect(await t.database.db.selectFrom('audit_log').select('result').where('action', '=', 'session.reuse').execute()).toEqual([
      { result: 'refused' },
    ])
  })

  it('does not move the absolute end: 12 hours for staff, 7 days for others', async () => {
    for (const [name, hours] of [
      ['front1', 12],
      ['qy1', 7 * 24],
    ] as const) {
      let pair = await enter(name)
      const end = clock.now().getTime() + hours * 60 * MINUTE
      while (clock.now().getTime() + 25 * MINUTE < end) {
        clock.advance(25 * MINUTE)
        const { status, body } = await refresh(pair.refreshToken)
        expect(status).toBe(200)
        pair = body.data
      }
      clock.set(new Date(end + 1000))
      expect([(await info(pair.token)).statusCode, (await refresh(pair.refreshToken)).status]).toEqual([401, 401])
    }
  }, 60_000)
})

describe('end of a session (S-02, S-06, S-07)', () => {
  it('log-out invalidates both tokens at once', async () => {
    const { token, refreshToken } = await enter('qy1')
    const person = personWith(t.http, async () => ({ token, refreshToken }))
    expect(await invalid(token)).toBe(false)
    expect((await person.post(identity.logout.path)).body.data).toBe(true)
    expect([(await info(token)).statusCode, (await refresh(refreshToken)).status]).toEqual([401, 401])
    expect(await invalid(token)).toBe(true)
    expect((await person.post(identity.logout.path)).status).toBe(401)
  })

  it('reaches a process that cached the session, within a second', async () => {
    const { token } = await enter('qy1')
    expect((await info(token)).statusCode).toBe(200)
    await t.database.db.updateTable('session').set({ revoked_at: clock.now() }).where('revoked_at', 'is', null).execute()
    clock.advance(1000)
    expect((await info(token)).statusCode).toBe(401)
  })

  it('refuses a disabled user', async () => {
    const { token, refreshToken } = await enter('gr1')
    await t.database.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'gr1').execute()
    clock.advance(1000)
    expect([(await info(token)).statusCode, (await refresh(refreshToken)).status, await invalid(token)]).toEqual([401, 401, true])
    await t.database.db.updateTable('sys_user').set({ enabled: true }).where('user_name', '=', 'gr1').execute()
  })

  it('is not delayed by the periodic check', async () => {
    const { token } = await enter('qy2')
    clock.advance(29 * MINUTE)
    expect(await invalid(token)).toBe(false)
    clock.advance(2 * MINUTE)
    expect(await invalid(token)).toBe(true)
    expect(await invalid(null)).toBe(true)
  })

  it('staff have at most three sessions; the oldest ends', async () => {
    const statuses = async (sessions: Tokens[]) => {
      const all = []
      for (const { token } of sessions) all.push((await info(token)).statusCode)
      return all
    }
    const four = []
    for (let i = 0; i < 4; i++) {
      four.push(await enter('dept1'))
      clock.advance(1000)
    }
    expect(await statuses(four)).toEqual([401, 200, 200, 200])
    // The person who logged in ended it, although nobody was logged in yet in that call.
    const { id } = await t.database.db.selectFrom('sys_user').select('id').where('user_name', '=', 'dept1').executeTakeFirstOrThrow()
    const ended = t.database.db.selectFrom('audit_log').select(['actor_id', 'actor_type']).where('action', '=', 'session.evict')
    expect(await ended.orderBy('id', 'desc').executeTakeFirst()).toEqual({ actor_id: id, actor_type: 'YYF' })
    const enterprise = []
    for (let i = 0; i < 4; i++) {
      enterprise.push(await enter('qy2'))
      clock.advance(1000)
    }
    expect(await statuses(enterprise)).toEqual([200, 200, 200, 200])
  })

  it('a log-in does not end itself when all began at the same moment', async () => {
    for (let i = 0; i < 8; i++) expect((await info((await enter('dept2')).token)).statusCode, String(i)).toBe(200)
  })
})

describe('menus and rights', () => {
  it.each([
    ['qy1', '/work/enterprise'],
    ['gr1', '/work/personal'],
    ['front1', '/work/operator'],
    ['dept1', '/work/operator'],
    ['editor1', '/work/operator'],
    ['admin1', '/work/operator'],
    ['security1', '/work/operator'],
    ['audit1', '/work/operator'],
    ['leader1', '/work/operator'],
  ])('%s begins at %s', async (name, url) => {
    const { body } = await t.as(name).get(identity.getMenus.path)
    expect(body.data.menuList[0]).toMatchObject({ url, order: expect.any(Number), hidden: false, disabled: false, desc: '' })
    expect(body.data.permissions.length > 0).toBe(!['qy1', 'gr1'].includes(name))
  })

  it('includes the heading of an entry that no role names itself', async () => {
    const { body } = await t.as('editor1').get(identity.getMenus.path)
    expect(
      body.data.menuList
        .find((m: { name: string }) => m.name === '政策管理')
        .children.map((m: { url: string }) => m.url)
        .slice(0, 2),
    ).toEqual(['/work/policyserveradmin', '/work/projectmanage'])
  })

  it('gives everybody their own messages and account, also users of roles created later', async () => {
    for (const who of ['qy1', 'gr1', 'dept1', 'admin1', 'fin1', 'appeal1']) {
      const { menuList } = (await t.as(who).get(identity.getMenus.path)).body.data
      const urls = menuList.map((m: { url: string }) => m.url)
      expect([who, urls.includes('/work/notice'), urls.includes('/work/account')]).toEqual([who, true, true])
    }
  })

  it('has no group of more than seven entries', async () => {
    for (const who of ['qy1', 'gr1', 'front1', 'dept1', 'editor1', 'leader1', 'admin1', 'security1', 'audit1', 'fin1']) {
      const { menuList } = (await t.as(who).get(identity.getMenus.path)).body.data
      const crowded = menuList.filter((m: { children: unknown[] }) => m.children.length > 7)
      expect(crowded.map((m: { name: string }) => `${who} ${m.name}`)).toEqual([])
    }
    const front = (await t.as('front1').get(identity.getMenus.path)).body.data.menuList
    expect(front.length).toBeLessThanOrEqual(10)
    expect(front.find((m: { name: string }) => m.name === '企业管理').children).toHaveLength(6)
    // The company keeps its own code, although staff read theirs at the same address.
    const company = (await t.as('qy1').get(identity.getMenus.path)).body.data.menuList
    const grouped = company.filter((m: { children: unknown[] }) => m.children.length > 0)
    expect(grouped.map((m: { name: string; children: unknown[] }) => `${m.name} ${m.children.length}`)).toEqual([
      '企业信息 3',
      '政策与项目 5',
      '互动与办事 5',
      '供需市场 4',
    ])
    expect(company.length).toBeLessThanOrEqual(7)
    expect(grouped[0].children.map((m: { name: string }) => m.name)).toEqual(['企业档案', '人员绑定', '企业码'])
    const { menuList } = (await t.as('editor1').get(identity.getMenus.path)).body.data
    const names = menuList.map((m: { name: string }) => m.name)
    expect(names.slice(names.indexOf('政策管理'), names.indexOf('政策管理') + 3)).toEqual(['政策管理', '规则与测算', '门户与搜索'])
  })

  it('includes everything above an entry, at any depth', async () => {
    const put = (name: string, url: string, parent_id: number | null) =>
      t.database.db
        .insertInto('menu')
        .values({ name, url, parent_id, icon: '', description: '', sort: 90 })
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id: top } = await put('园区服务', '', null)
    const { id: middle } = await put('载体', '', top)
    const { id: third } = await put('厂房', '', middle)
    const { id: leaf } = await put('空置厂房', '/work/plants', third)
    const role = await t.database.db.selectFrom('role').select('id').where('code', '=', 'front').executeTakeFirstOrThrow()
    await t.database.db.insertInto('role_menu').values({ role_id: role.id, menu_id: leaf }).execute()
    const names = (list: any[]): unknown => list.map((m) => [m.name, names(m.children)])
    const own = (await t.as('front1').get(identity.getMenus.path)).body.data.menuList
    expect(names(own.filter((m: any) => m.id === top))).toEqual([['园区服务', [['载体', [['厂房', [['空置厂房', []]]]]]]]])
    const others = (await t.as('dept1').get(identity.getMenus.path)).body.data.menuList
    expect(JSON.stringify(others)).not.toContain('园区服务')
    await t.database.db.deleteFrom('role_menu').where('menu_id', '=', leaf).execute()
    for (const id of [leaf, third, middle, top]) await t.database.db.deleteFrom('menu').where('id', '=', id).execute()
  })

  it('keeps hidden, disabled and http entries as data', async () => {
    await t.database.db.updateTable('menu').set({ hidden: true }).where('url', '=', '/ecall').execute()
    type Shown = { url: string; hidden: boolean; disabled: boolean; children: Shown[] }
    const flat = (list: Shown[]): Shown[] => list.flatMap((m) => [m, ...flat(m.children)])
    const front = flat((await t.as('front1').get(identity.getMenus.path)).body.data.menuList)
    expect(front.filter((m: { hidden: boolean }) => m.hidden)).toMatchObject([{ url: '/ecall' }])
    await t.database.db.updateTable('menu').set({ hidden: false }).where('url', '=', '/ecall').execute()
    expect(front.filter((m: { disabled: boolean }) => m.disabled)).toMatchObject([{ url: '/work/chatService' }])
    const menu = (await t.as(null).get('/sys/link/list', { position: 'menu' })).body.data
    expect(menu.filter((l: { hidden: boolean }) => !l.hidden).map((l: { url: string }) => l.url)).toEqual([
      '/page/home',
      '/page/policyserver',
      '/page/appeal',
      '/page/sdmarket',
      '/page/commercialLaw',
      '/page/aboutus',
    ])
    expect(menu.some((l: { url: string; disabled: boolean }) => l.url.startsWith('http') && l.disabled)).toBe(true)
    // The click event belongs to the entry, wherever it leads.
    expect(menu.filter((l: { eventLabel: string }) => l.eventLabel !== '')).toMatchObject([
      { url: '/page/commercialLaw', eventLabel: '商事法律服务' },
    ])
  })

  it('never gives two of the three administrators to one user (C-06)', async () => {
    const { id } = await t.database.db.selectFrom('sys_user').select('id').where('user_name', '=', 'admin1').executeTakeFirstOrThrow()
    await expect(
      t.database.db.transaction().execute((db) => giveRoles(db, systemCall('test'), id, ['sysadmin', 'auditor'])),
    ).rejects.toMatchObject({
      code: 'EXCLUSIVE_ROLES',
    })
    const auditor = await t.database.db.selectFrom('role').select('id').where('code', '=', 'auditor').executeTakeFirstOrThrow()
    await expect(t.database.db.insertInto('user_role').values({ user_id: id, role_id: auditor.id }).execute()).rejects.toMatchObject({
      code: '23505',
    })
  })
})

describe('outside links and visits', () => {
  const sign = (name: string | null, url: string) => t.as(name).get(identity.getCurrentUserSign.path, { url })

  it('signs only for enterprises, and only for listed hosts', async () => {
    const good = 'https://www.gjzwfw.gov.cn/'
    expect((await sign(null, good)).status).toBe(401)
    expect((await sign('gr1', good)).body.code).toBe('FORBIDDEN')
    for (const url of [
      'https://evil.example/',
      'https://www.gjzwfw.gov.cn.evil.example/',
      'https://www.gjzwfw.gov.cn@evil.example/',
      'https://evil@www.gjzwfw.gov.cn/',
      'http://www.gjzwfw.gov.cn/',
      'https://www.gjzwfw.gov.cn:8443/',
      '//www.gjzwfw.gov.cn/',
      'javascript:alert(1)',
      'https://www.gov.cn/',
      '/page/home',
      'https:\\\\evil.example\\@www.gjzwfw.gov.cn',
    ]) {
      expect([url, (await sign('qy1', url)).body.code]).toEqual([url, 'NOT_ALLOWED'])
    }
    // The demo's stand-in for the city platform, under this machine's own names only.
    expect((await sign('qy1', 'http://127.0.0.1:3000/demo-city')).body.data.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/demo-city\?qf_aud=/)
    for (const url of ['http://evil.example:3000/demo-city', 'http://127.0.0.1:3000/page/home', 'http://127.0.0.1:3001/demo-city'])
      expect([url, (await sign('qy1', url)).body.code]).toEqual([url, 'NOT_ALLOWED'])
    expect((await sign('qy1', good)).body.data.url).toMatch(/^https:\/\/www\.gjzwfw\.gov\.cn\/\?qf_aud=/)
  })

  it('is verified by the receiver, names nobody, and differs for another user', async () => {
    const { createHmac } = await import('node:crypto')
    const { linkKey } = await import('./signed-link.ts')
    const p = new URL((await sign('qy1', 'https://www.gjzwfw.gov.cn/a?b=1')).body.data.url).searchParams
    const other = new URL((await sign('qy2', 'https://www.gjzwfw.gov.cn/a?b=1')).body.data.url).searchParams
    const text = (q: URLSearchParams) => [q.get('qf_aud'), q.get('qf_user'), q.get('qf_ts'), q.get('qf_nonce')].join('\n')
    const expected = (q: URLSearchParams) => createHmac('sm3', linkKey(t.kernel.secret, 'www.gjzwfw.gov.cn')).update(text(q)).digest('hex')
    expect(p.get('qf_sign')).toBe(expected(p))
    expect(p.get('b')).toBe('1')
    expect(Number(p.get('qf_exp')) - Number(p.get('qf_ts'))).toBe(300)
    expect(other.get('qf_user')).not.toBe(p.get('qf_user'))
    other.set('qf_user', p.get('qf_user')!)
    expect(other.get('qf_sign')).not.toBe(expected(other))
  })

  it('the demo’s stand-in for the city platform checks the signature as a receiver does', async () => {
    const { data } = (await sign('qy1', 'http://127.0.0.1:3000/demo-city')).body
    const signed = new URL(data.url)
    const open = (search: string) => t.http.inject({ url: `/demo-city${search}`, headers: { accept: 'text/html' } })
    expect((await open(signed.search)).body).toContain('签名有效')
    expect((await open('')).body).toContain('没有签名')
    signed.searchParams.set('qf_user', 'f'.repeat(32))
    expect((await open(signed.search)).body).toContain('签名无效')
    expect((await open('?qf_aud=<script>&qf_sign=x')).body).not.toContain('<script>')
    const production = await testApp({ env: { CITY_PLATFORM_URL: 'https://city.example' } })
    expect((await production.http.inject('/demo-city')).statusCode).toBe(404)
  })

  it('records visits without their query, anonymous or not, and refuses what is too long', async () => {
    const known = await t.database.db.selectFrom('visit_log').select('id').orderBy('id', 'desc').executeTakeFirst()
    expect((await t.as(null).post(identity.saveLog.path, { routerName: '/page/home?code=secret', pageTitle: '首页' })).body.data).toBe(true)
    expect((await t.as('qy1').post(identity.saveLog.path, { routerName: '/work/enterprise', pageTitle: '企业工作台' })).body.data).toBe(
      true,
    )
    const rows = await t.database.db
      .selectFrom('visit_log')
      .select(['router_name', 'user_type'])
      .where('id', '>', known?.id ?? 0)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { router_name: '/page/home', user_type: null },
      { router_name: '/work/enterprise', user_type: 'QY' },
    ])
    expect((await t.as(null).post(identity.saveLog.path, { routerName: `/${'a'.repeat(3000)}`, pageTitle: '' })).status).toBe(400)
    expect((await t.as(null).post(identity.saveLog.path, { routerName: 'javascript:1', pageTitle: '' })).status).toBe(400)
    expect((await t.as(null).post(identity.saveLog.path, { routerName: '/a', pageTitle: '', userId: 1 })).status).toBe(400)
  })
})

describe('the visit log', () => {
  it('keeps visits for 184 days', async () => {
    const at = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
    const visit = (router_name: string, days: number) => ({ router_name, at: at(days) })
    await t.kernel.db
      .insertInto('visit_log')
      .values([visit('/kept', VISIT_LOG_DAYS - 1), visit('/gone', VISIT_LOG_DAYS + 1)])
      .execute()
    const click = (kind: string, days: number) => ({ kind, at: at(days) })
    await t.kernel.db
      .insertInto('business_log')
      .values([click('kept', VISIT_LOG_DAYS - 1), click('gone', VISIT_LOG_DAYS + 1)])
      .execute()
    await runRecurring(t.kernel, 'identity.tidy')
    const clicks = await t.kernel.db.selectFrom('business_log').select('kind').where('kind', 'in', ['kept', 'gone']).execute()
    expect(clicks).toEqual([{ kind: 'kept' }])
    const left = await t.kernel.db.selectFrom('visit_log').select('router_name').where('router_name', 'in', ['/kept', '/gone']).execute()
    expect(left).toEqual([{ router_name: '/kept' }])
  })
})
