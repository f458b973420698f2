import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Notice } from '../../contract/notice.ts'
import { dateOf } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { sealPii } from '../kernel/access/pii.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { afterQuietHours, notify, notifyMany } from './notify.ts'

let t: TestApp
let qy1: { id: number; company: number }
beforeAll(async () => {
  t = await testApp()
  const row = await t.kernel.db.selectFrom('sys_user').select(['id', 'company_id']).where('user_name', '=', 'qy1').executeTakeFirstOrThrow()
  qy1 = { id: row.id, company: row.company_id! }
  // Removes the notices of the demo’s declarations.
  await clear()
})
const tell = (notice: Partial<Parameters<typeof notify>[2]> = {}) =>
  t.kernel.db.transaction().execute((db) =>
    notify(db, t.kernel, {
      to: { companyId: qy1.company },
      kind: 'system',
      title: '平台维护',
      body: '周六停机',
      link: '/page/home',
      ...notice,
    }),
  )
const inbox = async (who: string, query = {}) =>
  (await t.as(who).get<{ total: number; unread: number; list: Notice[] }>('/sys/notice/list', query)).body.data
const clear = () => t.kernel.db.deleteFrom('notice').execute()

describe('refused', () => {
  it('without a session, and with unknown kinds', async () => {
    expect((await t.as(null).get('/sys/notice/unreadCount')).status).toBe(401)
    expect((await t.as('qy1').get('/sys/notice/list', { kind: 'gossip' })).body).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'kind' }],
    })
    expect((await t.as('qy1').post('/sys/notice/read', { ids: [] })).status).toBe(400)
  })
  it('a link that leaves the site', async () => {
    await expect(tell({ link: 'https://evil.example/' })).rejects.toThrow(/address of this site/)
    await expect(tell({ link: '//evil.example/' })).rejects.toThrow(/address of this site/)
    expect((await inbox('qy1')).total).toBe(0)
  })
  it('a change that is rolled back notifies nobody', async () => {
    await expect(
      t.kernel.db.transaction().execute(async (db) => {
        await notify(db, t.kernel, { to: { userId: qy1.id }, kind: 'system', title: '不会到达' })
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
    expect((await inbox('qy1')).total).toBe(0)
  })
  it('notices of other users are neither shown nor marked', async () => {
    await tell()
    const [mine] = (await inbox('qy1')).list
    await t.as('qy2').post('/sys/notice/read', { ids: [mine!.id] })
    expect(await inbox('qy2')).toMatchObject({ total: 0, unread: 0 })
    expect(await inbox('qy1')).toMatchObject({ total: 1, unread: 1 })
    await clear()
  })
})

describe('an inbox', () => {
  it('shows notices, newest first, until they are read', async () => {
    await tell({ title: '第一条' })
    await tell({ title: '第二条', kind: 'policy', link: undefined })
    const page = await inbox('qy1')
    expect(page).toMatchObject({ total: 2, unread: 2 })
    expect(page.list.map((n) => [n.title, n.kindName, n.link, n.read])).toEqual([
      ['第二条', '政策动态', null, false],
      ['第一条', '系统通知', '/page/home', false],
    ])
    await t.as('qy1').post('/sys/notice/read', { ids: [page.list[1]!.id] })
    expect((await t.as('qy1').get('/sys/notice/unreadCount')).body.data).toEqual({ unread: 1 })
    expect((await inbox('qy1', { unread: 'true' })).list.map((n) => n.title)).toEqual(['第二条'])
    expect((await inbox('qy1', { kind: 'system' })).list.map((n) => n.read)).toEqual([true])
  })
  it('marks all as read up to the last one seen, and leaves later ones', async () => {
    const seen = (await inbox('qy1')).list[0]!.id
    await tell({ title: '刚到' })
    await t.as('qy1').post('/sys/notice/readAll', { upTo: seen })
    expect((await inbox('qy1', { unread: 'true' })).list.map((n) => n.title)).toEqual(['刚到'])
    await t.as('qy1').post('/sys/notice/readAll', {})
    expect((await inbox('qy1')).unread).toBe(0)
    await clear()
  })
  it('gets one notice per event', async () => {
    expect(await tell({ key: 'closing:7' })).toBe(1)
    expect(await tell({ key: 'closing:7' })).toBe(0)
    expect((await inbox('qy1')).total).toBe(1)
    await clear()
  })
  it('gets one of the many notices of a job per key; disabled accounts and addresses of other sites get none', async () => {
    const rows = await t.kernel.db
      .selectFrom('sys_user')
      .select(['id', 'user_name'])
      .where('user_name', 'in', ['front1', 'dept1', 'dept2'])
      .execute()
    const id = (name: string) => rows.find(({ user_name }) => user_name === name)!.id
    const many = (more: Partial<Parameters<typeof notifyMany>[2][number]> = {}) =>
      notifyMany(t.kernel.db, t.kernel, [
        {
          key: 'job:1',
          kind: 'work',
          title: '超期一件',
          link: '/work/adminAppeal?id=1',
          userIds: [id('front1'), id('dept1'), id('dept2')],
          ...more,
        },
        { key: 'job:2', kind: 'deadline', title: '今天到期', userIds: [id('dept1')], waitsFor: 'appeal:2' },
        { key: 'job:3', kind: 'work', title: '没有人', userIds: [] },
      ])
    await expect(many({ link: '//evil.example/' })).rejects.toThrow(/address of this site/)
    await t.kernel.db.updateTable('sys_user').set({ enabled: false }).where('user_name', '=', 'dept2').execute()
    for (const _again of [1, 2]) await many()
    await t.kernel.db.updateTable('sys_user').set({ enabled: true }).where('user_name', '=', 'dept2').execute()
    const titles = async (who: string) => (await inbox(who)).list.map(({ title }) => title).toSorted()
    expect([await titles('front1'), await titles('dept1'), await titles('dept2')]).toEqual([
      ['超期一件'],
      ['今天到期', '超期一件'].toSorted(),
      [],
    ])
    expect((await inbox('front1')).list[0]).toMatchObject({ kind: 'work', link: '/work/adminAppeal?id=1' })
    await clear()
  })
  it('of staff gets notices for their permission and office, but not about their own actions', async () => {
    const front1 = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'front1').executeTakeFirstOrThrow()
    await tell({ to: { permission: 'consult:answer' }, title: '有人咨询' })
    expect([
      (await inbox('front1')).total,
      (await inbox('editor1')).total,
      (await inbox('dept1')).total,
      (await inbox('qy1')).total,
    ]).toEqual([1, 1, 0, 0])
    expect(await tell({ to: { permission: 'consult:answer' }, except: front1.id })).toBe(1)
    const { office_id } = await t.kernel.db
      .selectFrom('sys_user')
      .select('office_id')
      .where('user_name', '=', 'dept2')
      .executeTakeFirstOrThrow()
    await tell({ to: { permission: 'declaration:review', officeId: office_id }, title: '请审核' })
    expect([(await inbox('dept1')).total, (await inbox('dept2')).total]).toEqual([0, 1])
    await clear()
  })
  it('is cleared of notices after four hundred days', async () => {
    await tell({ title: '旧' })
    await tell({ title: '新' })
    await t.kernel.db
      .updateTable('notice')
      .set({ created_at: new Date(Date.now() - 401 * 86_400_000) })
      .where('title', '=', '旧')
      .execute()
    await runRecurring(t.kernel, 'notice.forget')
    expect((await inbox('qy1')).list.map((n) => n.title)).toEqual(['新'])
    await clear()
  })
})

describe('events of other domains', () => {
  it('a question notifies those who answer, the answer notifies the one who asked', async () => {
    const { id } = (await t.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data
    await t.as('gr1').form('/pol/my/getPolConsult', { polInfoId: String(id), consultContent: '认定后多久兑付？' })
    const [asked] = (await inbox('front1')).list
    expect(asked).toMatchObject({ kind: 'work', body: '认定后多久兑付？' })
    const consultId = Number(new URL(asked!.link!, 'http://h').searchParams.get('id'))
    await t.as('front1').post('/pol/consult/reply', { id: consultId, replyContent: '三个月内。' })
    expect((await inbox('gr1')).list[0]).toMatchObject({ kind: 'consult', body: '三个月内。', link: '/work/myconsult?replyState=1' })
    expect((await inbox('qy1')).total).toBe(0)
    await clear()
  })
})

describe('text messages', () => {
  const ask = (smsKinds: string[]) => t.as('qy1').post('/sys/notice/saveSetting', { smsKinds })
  const sent = async () => {
    const text = await readFile(join(t.kernel.config.DATA_DIR, 'sms.jsonl'), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { phone: string; text: string })
  }
  it('are refused for accounts without a number', async () => {
    expect((await ask(['declaration'])).body).toMatchObject({
      success: false,
      fields: [{ path: 'smsKinds', message: '账号没有登记手机号，不能接收短信' }],
    })
  })
  it('are sent only to users who want them, only for the chosen kinds, once', async () => {
    const day = dateOf(new Date())
    await t.kernel.db
      .updateTable('sys_user')
      .set({ mobile: sealPii(t.kernel, '13900001111') })
      .where('id', '=', qy1.id)
      .execute()
    expect((await ask(['declaration'])).body).toEqual({ success: true, data: true })
    expect((await t.as('qy1').get('/sys/notice/setting')).body.data).toEqual({
      smsKinds: ['declaration'],
      offKinds: [],
      mobile: '139****1111',
      smsAvailable: true,
    })
    await tell({ title: '不发短信' })
    await tell({ title: '已受理', kind: 'declaration' })
    const waiting = await t.kernel.db.selectFrom('outbox').select(['payload', 'run_after']).where('kind', '=', 'sms').execute()
    expect(waiting.map((w) => w.payload)).toEqual([{ userId: qy1.id, text: '【企业综合服务平台】已受理' }])
    expect(dateOf(new Date(waiting[0]!.run_after)) >= day).toBe(true)
    await t.kernel.db.updateTable('outbox').set({ run_after: new Date() }).where('kind', '=', 'sms').execute()
    await tell({ title: '再次', kind: 'declaration' })
    await t.kernel.db.updateTable('outbox').set({ run_after: new Date() }).where('kind', '=', 'sms').execute()
    await eventually(async () => expect((await sent()).map((m) => m.phone)).toEqual(['13900001111', '13900001111']))
    const many = (key: string, kind: 'declaration' | 'work') => ({ key, kind, title: `一批里的 ${key}`, userIds: [qy1.id] })
    await notifyMany(t.kernel.db, t.kernel, [many('甲', 'declaration'), many('乙', 'work'), many('丙', 'declaration')])
    await t.kernel.db.updateTable('outbox').set({ run_after: new Date() }).where('kind', '=', 'sms').execute()
    const texts = async () => (await sent()).map((m) => m.text).filter((text) => text.includes('一批里的'))
    await eventually(async () =>
      expect((await texts()).toSorted()).toEqual(['【企业综合服务平台】一批里的 甲', '【企业综合服务平台】一批里的 丙'].toSorted()),
    )
    expect((await ask([])).body.success).toBe(true)
  })
  it('wait for the morning', () => {
    const at = (utc: string) => afterQuietHours(new Date(utc)).toISOString()
    expect(at('2026-03-02T04:00:00Z')).toBe('2026-03-02T04:00:00.000Z')
    expect(at('2026-03-02T13:30:00Z')).toBe('2026-03-03T00:00:00.000Z')
    expect(at('2026-03-02T19:00:00Z')).toBe('2026-03-03T00:00:00.000Z')
    expect(at('2026-03-01T23:59:00Z')).toBe('2026-03-02T00:00:00.000Z')
  })
})

describe('a switched-off kind', () => {
  const save = async (body: object) => (await t.as('qy1').post('/sys/notice/saveSetting', { smsKinds: [], ...body })).body
  it('must be one of the optional kinds, and is left out of the inbox; other kinds are not', async () => {
    expect((await save({ offKinds: ['work'] })).fields?.[0]).toEqual({ path: 'offKinds.0', message: '这类消息不能停收' })
    expect(await save({ offKinds: ['invitation', 'invitation'] })).toMatchObject({ success: true })
    // Without the field the setting stays unchanged.
    expect(await save({})).toMatchObject({ success: true })
    expect((await t.as('qy1').get('/sys/notice/setting')).body.data).toMatchObject({ offKinds: ['invitation'] })
    await clear()
    const colleagues = await t.kernel.db.selectFrom('sys_user').select('id').where('company_id', '=', qy1.company).execute()
    expect(await tell({ kind: 'invitation', title: '邀请' })).toBe(colleagues.length - 1)
    await tell({ kind: 'training', title: '活动延期' })
    expect((await inbox('qy1')).list.map((one) => one.title)).toEqual(['活动延期'])
    expect(await save({ offKinds: [] })).toMatchObject({ success: true })
    expect(await tell({ kind: 'invitation', title: '又一次邀请' })).toBe(colleagues.length)
  })
})
