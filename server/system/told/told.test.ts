import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ToldKind, ToldRow } from '../../../contract/told.ts'
import { blindIndex, maskName, sealPii } from '../../kernel/access/pii.ts'
import { movableClock } from '../../kernel/clock.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { testApp, testEngine, type TestApp } from '../../kernel/testing/harness.ts'
import { statementsOf } from '../../kernel/testing/statements.ts'
import { notify } from '../index.ts'

const clock = movableClock('2026-03-10T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  // The demo has sent to every company.
  await t.kernel.db.deleteFrom('sms_send').execute()
  await t.kernel.db.deleteFrom('notice').execute()
})
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const look = async (who: string, kind: ToldKind | 'office', id: number) => (await t.as(who).get('/sys/told/list', { kind, id })).body
const rows = async (who: string, kind: ToldKind, id: number) => (await look(who, kind, id)).data.list as ToldRow[]
const companyId = async () =>
  (await t.kernel.db.selectFrom('sys_user').select('company_id').where('user_name', '=', 'qy1').executeTakeFirstOrThrow()).company_id!
const tell = (to: Parameters<typeof notify>[2]['to'], title: string, link: string) =>
  t.kernel.db.transaction().execute((db) => notify(db, t.kernel, { to, kind: 'declaration', title, link }))

const declarationId = async () =>
  (await t.kernel.db.selectFrom('declaration').select('id').where('state', '<>', 'draft').orderBy('id').executeTakeFirstOrThrow()).id

describe('告知记录', () => {
  it('is for staff with the right to the record, by the rules of its list', async () => {
    const declaration = await t.kernel.db
      .selectFrom('declaration')
      .select('id')
      .where('state', '<>', 'draft')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    for (const who of ['qy1', 'gr1']) expect((await look(who, 'declaration', declaration.id)).code, who).toBe('FORBIDDEN')
    for (const [who, kind] of [
      ['admin1', 'declaration'],
      ['audit1', 'company'],
      ['fin1', 'policy'],
      ['front1', 'user'],
      ['security1', 'user'],
    ] as const)
      expect((await look(who, kind, 1)).code, `${who} ${kind}`).toBe('FORBIDDEN')
    expect((await look('front1', 'office', 1)).fields).toEqual([{ path: 'kind', message: '没有这类记录' }])
    expect((await look('leader1', 'declaration', 999_999)).code).toBe('NOT_FOUND')
    expect((await look('admin1', 'user', 999_999)).code).toBe('NOT_FOUND')
    // A rule that opens no declaration also closes what was told about it.
    const { id: roleId } = await t.kernel.db.selectFrom('role').select('id').where('code', '=', 'leader').executeTakeFirstOrThrow()
    expect((await look('leader1', 'declaration', declaration.id)).success).toBe(true)
    await t.kernel.db.deleteFrom('row_rule').where('role_id', '=', roleId).where('resource', '=', 'declaration').execute()
    clock.advance(5000)
    expect((await look('leader1', 'declaration', declaration.id)).code).toBe('NOT_FOUND')
  })

  it('names who was told what, whether it was read, and why there was no text message', async () => {
    const id = await declarationId()
    await tell({ userId: await idOf('qy1') }, '您的申报已受理', `/page/policyserverdectail?id=${id}`)
    await tell({ userId: await idOf('dept1') }, '一件申报待审核', `/work/govcheckmanage?id=${id}`)
    await tell({ userId: await idOf('dept1') }, '另一件申报待审核', `/work/govcheckmanage?id=${id}0`)
    const found = await rows('front1', 'declaration', id)
    expect(found.map((row) => row.text)).toEqual(['一件申报待审核', '您的申报已受理'])
    expect(found[0]).toMatchObject({ to: '审核员 江诚（县经济和信息化局）', receipt: '未读', sms: '没有发：没有登记手机号' })
    expect(found[1]!.to).toBe('云溪县星澜精密轴承有限公司（示例）')
    const [notice] = (await t.as('qy1').get('/sys/notice/list', {})).body.data.list
    await t.as('qy1').post('/sys/notice/read', { ids: [notice.id] })
    expect((await rows('front1', 'declaration', id))[1]!.receipt).toBe('已读')
    // The reader of a company or of a person sees that they were told, not the text about records of others.
    const [ofCompany] = await rows('front1', 'company', await companyId())
    expect(ofCompany).toMatchObject({ way: '站内消息', what: '申报进度', text: null, receipt: '已读' })
    expect(await rows('admin1', 'user', await idOf('qy1'))).toMatchObject([{ text: null }])
    expect(JSON.stringify(await look('admin1', 'user', await idOf('qy1')))).not.toContain('已受理')
    expect((await auditTrail(t.kernel, 'told.read')).at(-1)).toMatchObject({ object_type: 'user' })
  })

  it('names a company by its public name, also when its account bears the name of a person', async () => {
    const id = await declarationId()
    const account = await t.kernel.db.selectFrom('sys_user').select(['id', 'name']).where('user_name', '=', 'qy1').executeTakeFirstOrThrow()
    const named = (name: string) => t.kernel.db.updateTable('sys_user').set({ name }).where('id', '=', account.id).execute()
    await tell({ userId: account.id }, '您的申报已受理', `/page/policyserverdectail?id=${id}`)
    await named('林知夏')
    expect((await rows('front1', 'declaration', id))[0]!.to).toBe('云溪县星澜精密轴承有限公司（示例）')
    await named(account.name)
  })

  it.runIf(testEngine === 'postgres')('asks the database as often for two companies as for one', async () => {
    const { db } = t.kernel
    const accounts = await db
      .selectFrom('sys_user')
      .select(['id', 'company_id'])
      .distinctOn('company_id')
      .where('type', '=', 'QY')
      .where('company_id', 'is not', null)
      .where('enabled', '=', true)
      .orderBy('company_id')
      .orderBy('id')
      .execute()
    expect(accounts.length).toBeGreaterThan(1)
    const { id } = await db.selectFrom('policy').select('id').where('deleted', '=', false).orderBy('id').offset(2).executeTakeFirstOrThrow()
    const told = (users: typeof accounts) =>
      tell({ userIds: users.map((account) => account.id) }, '政策将截止', `/page/policyserverdetail?id=${id}`)
    await told(accounts.slice(0, 1))
    expect(await rows('editor1', 'policy', id)).toHaveLength(1)
    const one = await statementsOf(() => rows('editor1', 'policy', id))
    await told(accounts.slice(1))
    expect(new Set((await rows('editor1', 'policy', id)).map(({ to }) => to)).size).toBe(accounts.length)
    expect(await statementsOf(() => rows('editor1', 'policy', id))).toEqual(one)
  })

  it('knows the notices of a policy by its number, by its code, and when they open a comparison', async () => {
    const [policy, other] = await t.kernel.db
      .selectFrom('policy')
      .select(['id', 'code'])
      .where('deleted', '=', false)
      .orderBy('id')
      .limit(2)
      .execute()
    const to = { userId: await idOf('gr1') }
    await tell(to, '政策将截止', `/page/policyserverdetail?id=${policy!.id}`)
    await tell(to, '列入企业名单', `/page/policyserverdetail?id=${policy!.code}`)
    await tell(to, '政策已修订', `/page/policyserver/compare?id=${policy!.id}&from=1&to=2`)
    await tell(to, '另一项政策', `/page/policyserverdetail?id=${other!.id}`)
    const found = await rows('editor1', 'policy', policy!.id)
    expect(new Set(found.map((row) => row.to))).toEqual(new Set([maskName('周小溪（示例）')]))
    expect(found.map(({ text }) => text)).toEqual(['政策已修订', '列入企业名单', '政策将截止'])
  })

  it('finds the notices of a record along their index', async () => {
    const plan = await t.kernel.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select n.id from notice n
        where split_part(n.link, '&', 1) = any(${['/work/checkmanage?id=1']}) and n.link like '%?id=%'`.execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('notice_link')
  })

  it('shows the text message: sent, left out at the limit, not chosen', async () => {
    const dept2 = await idOf('dept2')
    const phone = '13812340099'
    await t.kernel.db
      .updateTable('sys_user')
      .set({ mobile: sealPii(t.kernel, phone), mobile_index: blindIndex(t.kernel, phone) })
      .where('id', '=', dept2)
      .execute()
    const last = async () => (await rows('admin1', 'user', dept2))[0]!.sms
    await tell({ userId: dept2 }, '第一条', '/work/workbench')
    expect(await last()).toBe('没有发：没有选择这类短信')
    expect((await t.as('dept2').post('/sys/notice/saveSetting', { smsKinds: ['declaration'] })).body.success).toBe(true)
    await tell({ userId: dept2 }, '第二条', '/work/workbench')
    await eventually(async () => expect(await last()).toBe('已发'))
    for (let n = 0; n < 10; n++) await tell({ userId: dept2 }, `第${n}条`, '/work/workbench')
    const all = async () => (await rows('admin1', 'user', dept2)).map(({ sms }) => sms)
    await eventually(async () => expect(await all()).toContain('没有发：号码或平台当日已达上限'))
    await t.kernel.db.deleteFrom('outbox').execute()
    clock.advance(31 * 86_400_000)
    expect(await last()).toBe('短信的记录已清理')
  })

  it('shows the sends to a company, also those that left it out', async () => {
    const id = await companyId()
    const phone = '13812340088'
    await t.kernel.db
      .updateTable('company')
      .set({ contact_phone: sealPii(t.kernel, phone), contact_phone_index: blindIndex(t.kernel, phone) })
      .where('id', '=', id)
      .execute()
    const send = async () => {
      const { id: templateId, content } = await t.kernel.db
        .selectFrom('sms_template')
        .select(['id', 'content'])
        .where('name', '=', '座谈会通知')
        .where('state', '=', 2)
        .executeTakeFirstOrThrow()
      const places = [...content.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!).filter((name) => !['企业名称', '姓名'].includes(name))
      const audience = { companyIds: [id], tagIds: [], filter: null, policyIds: [], persons: [{ phone: '13812340077', name: '' }] }
      const body = { name: '座谈会', templateId, values: Object.fromEntries(places.map((name) => [name, '示例'])), audience }
      const made = (await t.as('op1').post('/sms/send/save', body)).body.data
      const saved = { id: made.id, version: made.version }
      const { hash } = (await t.as('op1').post('/sms/send/dryRun', saved)).body.data
      const { version } = (await t.as('op1').post('/sms/send/submit', { ...saved, hash })).body.data
      await t.as('op2').post('/sms/send/updateReviewState', { id: saved.id, version, reviewState: 1, hash })
      await runRecurring(t.kernel, 'sms.send')
    }
    const messages = async () => (await rows('front1', 'company', id)).filter(({ way, what }) => way === '群发短信' && what === '座谈会')
    await send()
    await eventually(async () => expect(await messages()).toMatchObject([{ to: '138****0088', text: null }]))
    await t.as('op1').post('/sms/optOut/save', { phone, noticeFlag: 0, promotionFlag: 0 })
    clock.advance(60_000)
    await send()
    await eventually(async () => expect((await messages()).map(({ receipt }) => receipt)).toContain('跳过：已退订'))
  })
})
