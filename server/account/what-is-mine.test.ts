import { writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MyData } from '../../contract/account-data.ts'
import { collectPersonal } from '../kernel/access/personal-data.ts'
import { sealPii, blindIndex } from '../kernel/access/pii.ts'
import { movableClock } from '../kernel/clock.ts'
import { keepMade, withTemporary } from '../kernel/files/files.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { actingFor } from '../kernel/testing/acting.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import type { Person } from '../kernel/testing/people.ts'
import { multipart, pdf } from '../kernel/testing/samples.ts'
import { sendText } from '../system/index.ts'
import { askCode, newestCode } from './testing/codes.ts'
import { unzip } from './testing/unzip.ts'

let t: TestApp
const clock = movableClock(new Date())
beforeAll(async () => {
  t = await testApp({ clock })
})
const NAME = '程金雀'
const PHONE = '13912341071'
const accountOf = (name: string) =>
  t.kernel.db.selectFrom('sys_user').select(['id', 'company_id']).where('user_name', '=', name).executeTakeFirstOrThrow()
const mine = async (who: string) => (await t.as(who).get<MyData>('/sys/account/data')).body.data
const rowsOf = async (who: string, key: string) => {
  const { columns, rows } = (await t.as(who).get<{ columns: string[]; rows: string[][] }>('/sys/account/dataRows', { key })).body.data
  return rows.map((row) => Object.fromEntries(columns.map((column, n) => [column, row[n]])))
}
const everything = async (who: string) => JSON.stringify(await collectPersonal(t.kernel.db, (await accountOf(who)).id))
const binding = async (who: string, companyId: number, state: 1 | 3) => {
  const { id } = await accountOf(who)
  await t.kernel.db
    .insertInto('personal_company')
    .values({ user_id: id, company_id: companyId, position: '经办', state, created_at: clock.now().toISOString() })
    .execute()
}

describe('what a person made for somebody else', () => {
  it('shows staff nothing of those for whom they file an appeal, and says why', async () => {
    const { company_id: companyId } = await accountOf('qy1')
    const words = { entrust: '来电登记', sourceType: '02', typeId: 1601, title: '代为提交：增容', content: `请联系 ${PHONE}。` }
    const filed = await t.as('front1').post('/appeal/info/enter', { ...words, companyId, contact: NAME, phone: PHONE })
    expect(filed.body.success).toBe(true)
    const [row] = await rowsOf('front1', 'appeal')
    expect(row).toMatchObject({ 联系人: '程**', 电话: '139****1071', 内容: '请联系 139****1071。' })
    expect(row!['说明']).toBe('代企业提交，联系人与电话是该企业的')
    const all = await everything('front1')
    for (const word of [NAME, PHONE]) expect(all).not.toContain(word)
    // What the company itself files is its own.
    await t
      .as('qy1')
      .post('/appeal/info/save', { typeId: 1601, title: '本企业的', content: '增容', contact: NAME, phone: PHONE, submit: true })
    const [own] = await rowsOf('qy1', 'appeal')
    expect(own).toMatchObject({ 联系人: NAME, 电话: PHONE })
    expect(own).not.toHaveProperty('说明')
  })

  it('does not open what staff have typed and not sent', async () => {
    const content = JSON.stringify({ contact: NAME, phone: PHONE })
    for (const who of ['agent1', 'gr1']) await t.as(who).post('/sys/draft/save', { form: 'call:new', content })
    const [row] = await rowsOf('agent1', 'form_draft')
    expect(row).toMatchObject({ 内容: '（不在本人数据里）', 说明: expect.stringContaining('请在该表单里继续') })
    expect(await everything('agent1')).not.toContain(PHONE)
    expect((await rowsOf('gr1', 'form_draft'))[0]).toEqual({ 表单: '来电（未提交）', 内容: content, 保存时间: expect.any(String) })
  })

  it('masks the contacts of a company for which the person no longer acts', async () => {
    const { company_id: companyId } = await accountOf('qy2')
    const { id: userId } = await accountOf('gr1')
    const { id } = await t.kernel.db
      .selectFrom('train_enrol')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const seal = (word: string) => sealPii(t.kernel, word)
    await t.kernel.db
      .updateTable('train_enrol')
      .set({ company_id: companyId, contact: seal(NAME), phone: seal(PHONE), phone_index: blindIndex(t.kernel, PHONE) })
      .where('id', '=', id)
      .execute()
    await t.kernel.db
      .updateTable('market_item')
      .set({ user_id: userId, contact: seal(NAME), phone: seal(PHONE) })
      .where('id', '=', (e) => e.selectFrom('market_item').select('id').where('company_id', '=', companyId).orderBy('id').limit(1))
      .execute()
    await binding('gr1', companyId!, 1)
    expect(await everything('gr1')).toContain(PHONE)
    await t.kernel.db.updateTable('personal_company').set({ state: 3 }).where('user_id', '=', userId).execute()
    const all = JSON.parse(await everything('gr1')) as { title: string; rows: Record<string, unknown>[] }[]
    for (const title of ['培训报名', '供需信息']) {
      const row = all.find((kind) => kind.title === title)!.rows.find((one) => one['电话'] === '139****1071')
      expect(row, title).toMatchObject({ 联系人: '程**', 说明: '代企业办理，现在已不代表该企业' })
    }
  })

  it('is not given to somebody who represents the company no longer: neither its papers nor what was asked and reckoned for it', async () => {
    const { person, self, bindingId } = await actingFor(t, 'gr2', 'qy1')
    const upload = async (by: Person, name: string) => {
      const { payload, headers } = multipart({ name, content: pdf(2000) })
      return (await by.send({ method: 'POST', url: '/files/upload', payload, headers })).body.data.filePath as string
    }
    const secret = '公司机密'
    const filePath = await upload(person, `${secret}证明.pdf`)
    expect((await person.post('/dec/evidence/save', { kind: 'licence', name: secret, filePath })).body).toMatchObject({ success: true })
    const policy = (await t.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data
    const asked = await person.form('/pol/my/getPolConsult', { consultContent: `${secret}：如何申报？`, polInfoId: String(policy.id) })
    expect(asked.body).toMatchObject({ success: true })
    const reckoned = { answers: { employees: 4711 }, name: `${secret}测算` }
    expect((await person.post('/corp/policyCalculator/save', reckoned)).body).toMatchObject({ success: true })
    const tried = { companyInfo: { employees: 4711 }, name: `${secret}模拟` }
    expect((await person.post('/imitate/match/log/improveCompanyInfoImitate', tried)).body).toMatchObject({ success: true })
    const gone = await t.as('front1').form('/personal/company/delete', { id: String(bindingId) })
    expect(gone.body).toMatchObject({ success: true })

    const own = await self()
    const mineToo = await upload(own, '本人的.pdf')
    expect((await own.get('/files/link', { filePath })).body.code).toBe('NOT_FOUND')
    expect((await own.get('/files/link', { filePath: mineToo })).body.success).toBe(true)
    const rows = await rowsOf('gr2', 'file')
    expect(rows.map((row) => [row['文件名'], row['说明']])).toEqual(
      expect.arrayContaining([
        ['（不在本人数据里）', '属于企业或已不由本人办理的事项，请在该事项里下载'],
        ['本人的.pdf', ''],
      ]),
    )
    const copied = await own.post('/sys/account/copyData', {})
    expect(copied.body).toMatchObject({ success: true })
    const copy = await eventually(async () => {
      const made = (await mine('gr2')).copy!
      expect(made.state).toBe('done')
      return made
    }, 80_000)
    const entries = await unzip((await own.get('/files/download', { filePath: copy.filePath! })).raw)
    const packed = [...entries.keys()].filter((name) => name.startsWith('文件/'))
    expect(packed).toEqual(expect.arrayContaining([expect.stringMatching(/_本人的\.pdf$/)]))
    expect(packed.filter((name) => name.includes(filePath.slice(0, 8)))).toEqual([])
    const said = entries.get('data.json')!.toString()
    for (const word of [secret, '4711']) expect(said).not.toContain(word)
    const { 数据: data } = JSON.parse(said) as { 数据: Record<string, Record<string, unknown>[]> }
    expect(data['政策咨询']).toMatchObject([{ 咨询内容: '（不在本人数据里）', 说明: '代企业办理，现在已不代表该企业' }])
  }, 90_000)

  it('packs no papers of others: uploads of staff are named only, refused rows of imports are left out', async () => {
    const { id } = await accountOf('front1')
    const kept = (name: string, objectType: string) =>
      withTemporary(t.kernel, async (path) => {
        await writeFile(path, `${NAME} ${PHONE}`)
        return keepMade(t.kernel, path, { name, mime: 'text/plain', ownerId: id, bizType: 'test', objectType, objectId: '1' })
      })
    await kept('营业执照.txt', 'appeal')
    await kept('失败行.txt', 'import')
    await t.as('front1').post('/sys/account/copyData', {})
    const copy = await eventually(async () => {
      const made = (await mine('front1')).copy!
      expect(made.state).toBe('done')
      return made
    }, 80_000)
    const file = await t.as('front1').get('/files/download', { filePath: copy.filePath! })
    const entries = await unzip(file.raw)
    expect([...entries.keys()].filter((name) => name.startsWith('文件/'))).toEqual([])
    const said = JSON.parse(entries.get('data.json')!.toString()) as { 未装入的文件: { 文件名: string; 原因: string }[] }
    expect(said.未装入的文件).toContainEqual({ 文件名: '营业执照.txt', 原因: '工作中上传，属于所办的事项' })
    for (const [name, bytes] of entries) expect(bytes.includes(PHONE), name).toBe(false)
  }, 90_000)
})

describe('the number of an account and what was texted to it', () => {
  const number = '13977770001'
  const bulk = async (phone: string, createdAt: string) => {
    const template = await t.kernel.db.selectFrom('sms_template').select('id').limit(1).executeTakeFirstOrThrow()
    const send = { name: '惠企政策宣讲', template_id: template.id, purpose: 'notice' as const, content: '{姓名}：宣讲会改期' }
    const { id } = await t.kernel.db
      .insertInto('sms_send')
      .values({
        ...send,
        values: '{}',
        audience: '{}',
        persons_sealed: sealPii(t.kernel, '[]'),
        created_by_name: '运营',
        state: 4,
        begun_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.kernel.db
      .insertInto('sms_message')
      .values({
        send_id: id,
        name_sealed: sealPii(t.kernel, '周小溪'),
        phone_sealed: sealPii(t.kernel, phone),
        phone_index: blindIndex(t.kernel, phone),
        segments: 1,
        state: 2,
        serial: `mine-${id}`,
        created_at: createdAt,
      })
      .execute()
  }

  it('are in the copy: the number, the messages and codes sent; never the digits, and nothing from before the number was theirs', async () => {
    expect((await t.as(null).get('/sys/account/dataRows', { key: 'text' })).status).toBe(401)
    expect((await rowsOf('gr1', 'account'))[0]).toMatchObject({ 用户名: 'gr1', 手机号: '' })
    expect((await mine('gr1')).kinds.find((kind) => kind.key === 'text')).toBeUndefined()
    await bulk(number, '2026-01-01T00:00:00Z')
    await askCode(t, t.as('gr1'), number)
    const code = await newestCode(t, number, 1)
    expect((await t.as('gr1').post('/sys/account/bindMobile', { phone: number, code })).body.success).toBe(true)
    await bulk(number, new Date(clock.now().getTime() + 60_000).toISOString())
    const [self] = await rowsOf('gr1', 'account')
    expect(self).toMatchObject({ 手机号: number, 手机号绑定时间: expect.stringMatching(/^\d{4}-/) })
    const texts = await eventually(async () => {
      const found = await rowsOf('gr1', 'text')
      expect(found.every((row) => row['结果'] === '已发')).toBe(true)
      return found
    })
    expect(texts).toEqual([{ 时间: expect.any(String), 种类: '验证码（绑定手机号）', 内容: '（验证码不保存）', 结果: '已发' }])
    const sends = await rowsOf('gr1', 'sms')
    expect(sends).toHaveLength(1)
    expect(sends[0]).toMatchObject({ 种类: '惠企政策宣讲', 内容: expect.stringContaining('周小溪：宣讲会改期'), 结果: '已送达' })
    const { kinds } = await mine('gr1')
    expect(kinds.find((kind) => kind.key === 'text')).toMatchObject({
      title: '短信',
      count: 1,
      erasable: false,
      kept: expect.stringContaining('30 天'),
    })
    expect(kinds.find((kind) => kind.key === 'account')).toMatchObject({ title: '账号', count: 1 })
    expect(await everything('gr1')).not.toContain(code)
    expect(await everything('qy2')).not.toContain('宣讲会改期')
    expect((await t.as('gr1').form('/sys/account/eraseData', { key: 'text' })).body.msg).toBe('这类数据不能单独删除')
  })

  it('includes a message to the number itself, and none of another account', async () => {
    const values = { time: '10:00', due: '12:00' }
    for (const [phone, key] of [
      [number, 'a'],
      ['13977770002', 'b'],
    ] as const)
      await sendText(t.kernel.db, t.kernel, { to: { phone }, template: 'missedCall', values, key: `test:${key}` })
    const found = await rowsOf('gr1', 'text')
    expect(found.filter((row) => row['种类'] === '平台通知')).toHaveLength(1)
    expect(found[0]!['内容']).toContain('10:00')
    expect(await rowsOf('qy2', 'text')).toEqual([])
  })
})
