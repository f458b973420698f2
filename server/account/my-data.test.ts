import yauzl from 'yauzl'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MyData } from '../../contract/account-data.ts'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
const clock = movableClock(new Date('2026-11-23T02:00:00Z'))
beforeAll(async () => {
  t = await testApp({ clock })
  const note = { name: '金丝雀的留言', textarea: '下载后打不开。', othervalue: '个人', namevalue: '金丝雀', phonevalue: '15412345678' }
  await t.as('gr1').post('/sys/feedback/save', note)
  await t.as('gr1').post('/sys/draft/save', { form: 'label:12', content: JSON.stringify({ typed: '金丝雀的草稿' }) })
})
const mine = async (who: string) => (await t.as(who).get<MyData>('/sys/account/data')).body.data
const kindOf = async (who: string, title: string) => (await mine(who)).kinds.find((one) => one.title === title)
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
/** File names in a zip file, and the text of one entry. */
async function unzip(bytes: Buffer, wanted: string): Promise<{ names: string[]; text: string }> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const names: string[] = []
  let text = ''
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName)
    if (entry.fileName !== wanted) continue
    for await (const piece of await zip.openReadStreamPromise(entry)) text += String(piece)
  }
  return { names, text }
}

describe('personal data', () => {
  it('is visible only to its owner: each kind with its count, its rows in words, and its end when the account is closed', async () => {
    expect((await t.as(null).get('/sys/account/data')).status).toBe(401)
    expect(await kindOf('gr1', '留言反馈')).toMatchObject({ count: 1, erasable: false, kept: '留言与答复作为政务服务记录保存' })
    expect(await kindOf('gr1', '登录记录')).toMatchObject({ erasable: false, kept: '账号存在期间需要，注销时删除' })
    expect(await kindOf('gr1', '未提交的表单')).toMatchObject({ count: 1, erasable: true, kept: '' })
    const { columns, rows } = (await t.as('gr1').get<{ columns: string[]; rows: string[][] }>('/sys/account/dataRows', { key: 'feedback' }))
      .body.data
    expect(columns).toContain('电话')
    expect(rows[0]).toEqual(expect.arrayContaining(['金丝雀的留言', '15412345678', '2026-11-23 10:00:00']))
    expect((await t.as('qy2').get<{ rows: [] }>('/sys/account/dataRows', { key: 'feedback' })).body.data.rows).toEqual([])
    const logIns = (await t.as('gr1').get<{ rows: string[][] }>('/sys/account/dataRows', { key: 'session' })).body.data.rows
    expect(logIns[0]).toContain('未知浏览器')
    for (const key of ['sys_user', 'password_history', 'policy', 'feedback; drop table x'])
      expect((await t.as('gr1').get('/sys/account/dataRows', { key })).body.code, key).toBe('NOT_FOUND')
  })

  it('is erased by kind, except kinds that are needed', async () => {
    expect((await t.as('gr1').form('/sys/account/eraseData', { key: 'session' })).body.msg).toBe('这类数据不能单独删除')
    expect((await t.as('gr1').form('/sys/account/eraseData', { key: 'feedback' })).body.success).toBe(false)
    expect((await t.as('gr1').form('/sys/account/eraseData', { key: 'form_draft' })).body.data).toEqual({ erased: 1 })
    expect(await kindOf('gr1', '未提交的表单')).toBeUndefined()
  })

  it('is downloaded as one file, which nobody else can open and which is deleted after a week', async () => {
    const { taskId } = (await t.as('gr1').post<{ taskId: string }>('/sys/account/copyData', {})).body.data
    const copy = await eventually(async () => {
      const { copy } = await mine('gr1')
      expect(copy).toMatchObject({ taskId, state: 'done', filePath: expect.any(String) })
      return copy!
    }, 30_000)
    const token = async (who: string) => (await t.as(who).get<{ url: string }>('/files/link', { filePath: copy.filePath! })).body
    expect((await token('qy2')).success).toBe(false)
    const file = await t.as('gr1').get('/files/download', { filePath: copy.filePath! })
    expect(file.status).toBe(200)
    const { names, text } = await unzip(file.raw, 'data.json')
    expect(names).toEqual(expect.arrayContaining(['data.json', '表格/账号.xlsx', '表格/留言反馈.xlsx']))
    const said = JSON.parse(text) as { 数据: Record<string, Record<string, unknown>[]> }
    expect(said.数据['留言反馈']?.[0]).toMatchObject({ 标题: '金丝雀的留言', 电话: '15412345678' })
    expect(text).not.toContain('password')
    expect(text).toMatch(/"生成时间": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00"/)
    expect(text).not.toMatch(/\d\d:\d\d(?:\.\d+)?Z"/)
    // The database dates a task by its own clock.
    clock.set(new Date(Date.now() + 8 * 86_400_000))
    await runRecurring(t.kernel, 'account.copies')
    expect((await mine('gr1')).copy).toBeNull()
    expect(await t.kernel.db.selectFrom('file').select('key').where('object_type', '=', 'myData').execute()).toEqual([])
  }, 40_000)
})

describe('closing an account', () => {
  const word = { word: '注销' }
  it('is for companies and individuals, who confirm it by typing a word; accounts of staff are ended by administrators', async () => {
    expect((await t.as('dept1').form('/sys/account/close', word)).body.code).toBe('FORBIDDEN')
    expect((await mine('dept1')).closeElsewhere).toContain('系统管理员')
    expect((await t.as('gr1').form('/sys/account/close', { word: '是' })).body.fields?.[0]).toEqual({
      path: 'word',
      message: '请输入“注销”',
    })
  })

  it('names before what is still under way, with the day by which a company must act', async () => {
    expect((await mine('dept1')).open).toEqual([])
    const { open } = await mine('qy2')
    const { company_id } = await t.kernel.db
      .selectFrom('sys_user')
      .select('company_id')
      .where('user_name', '=', 'qy2')
      .executeTakeFirstOrThrow()
    const returned = await t.kernel.db
      .selectFrom('declaration')
      .select('id')
      .where('company_id', '=', company_id)
      .where('state', '=', 'returned')
      .where('deleted_at', 'is', null)
      .execute()
    expect(returned.length).toBeGreaterThan(0)
    expect(open).toContainEqual({
      title: '政策申报（待补正）',
      count: returned.length,
      deadline: expect.stringMatching(/^\d{4}-\d\d-\d\d/) as string,
      to: '/work/myProject',
    })
    expect(open.map(({ title }) => title)).toContain('还没有拨付的补贴')
    // Another person's matters are not among them.
    expect((await mine('gr1')).open.map(({ title }) => title)).not.toContain('政策申报（待补正）')
  })

  it('names what waits for the company’s answer in a list without application, until the end of its last day', async () => {
    const asked = async (who: string) => (await mine(who)).open.find(({ to }) => to === '/work/myDirect')
    let seen = 0
    for (const who of ['qy1', 'qy2']) {
      const { total, list } = (await t.as(who).get('/direct/my/list', { waiting: '1', pageSize: 100 })).body.data
      seen += total
      const last = (list as { publicTo: string }[]).map(({ publicTo }) => publicTo).toSorted()[0]
      const matter = { title: '还没有确认的免申即享', count: total, deadline: `${last}T23:59:59+08:00`, to: '/work/myDirect' }
      expect(await asked(who), who).toEqual(total === 0 ? undefined : matter)
    }
    expect(seen).toBeGreaterThan(0)
    expect(await asked('gr1')).toBeUndefined()
  })

  it('can be withdrawn for seven days; a repeated request keeps the first due date', async () => {
    const first = (await t.as('gr1').form<{ dueOn: string }>('/sys/account/close', word)).body.data
    clock.advance(86_400_000)
    expect((await t.as('gr1').form('/sys/account/close', word)).body.data).toEqual(first)
    expect((await mine('gr1')).closing).toMatchObject(first)
    // The next log-in says so.
    const told = async () =>
      ((await t.as('gr1').get('/work/list')).body.data.list as { kind: string; first: { list: { title: string }[] } }[])
        .filter(({ kind }) => kind === 'account-closing')
        .flatMap((kind) => kind.first.list.map(({ title }) => title))
    expect(await told()).toEqual([`账号将于 ${first.dueOn} 注销`])
    expect((await t.as('gr1').post('/sys/account/keepOpen', {})).body.success).toBe(true)
    clock.advance(8 * 86_400_000)
    await runRecurring(t.kernel, 'account.close')
    expect((await mine('gr1')).closing).toBeNull()
    expect(await told()).toEqual([])
  })

  it('removes name and number: kept records name nobody, and the user can no longer log in', async () => {
    const id = await idOf('gr1')
    const name = (await t.kernel.db.selectFrom('sys_user').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
    const person = t.as('gr1')
    await person.form('/sys/account/close', word)
    await runRecurring(t.kernel, 'account.close')
    expect((await mine('gr1')).closing).not.toBeNull()
    clock.advance(7 * 86_400_000 - 60_000)
    expect((await t.as('gr1').get('/sys/activeUser/info')).status).toBe(200)
    const { token } = await t.as('gr1').tokens()
    clock.advance(60_000)
    await runRecurring(t.kernel, 'account.close')
    expect((await t.http.inject({ url: '/sys/activeUser/info', headers: { authorization: token } })).statusCode).toBe(401)
    const row = await t.kernel.db.selectFrom('sys_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      user_name: `closed-${id}`,
      name: `已注销用户 #${id}`,
      mobile: null,
      mobile_index: null,
      account_id: null,
      enabled: false,
    })
    expect(await t.kernel.db.selectFrom('session').select('id').where('user_id', '=', id).execute()).toEqual([])
    expect((await t.as('admin1').form('/sys/user/editEnableFlag', { id: String(id), enableFlag: '1' })).body).toMatchObject({
      code: 'STATE',
      msg: '该账号已由本人注销，不能再启用',
    })
    const kept = await t.kernel.db.selectFrom('feedback').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
    expect([kept.title, kept.phone_index]).toEqual(['金丝雀的留言', ''])
    const desk = (await t.as('front1').get<{ list: { id: number; namevalue: string }[] }>('/sys/feedback/list', { pageSize: 50 })).body.data
      .list
    expect(JSON.stringify(desk)).not.toContain('金丝雀"')
    expect(await whereStill(t, name)).toEqual([])
    const log = await t.kernel.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', String(id))
      .where('action', '=', 'user.close')
      .execute()
    expect(log).toHaveLength(1)
  })
})

/** Tables whose text contains the name; entries of the audit and flow logs contain only names of officials. */
async function whereStill(app: TestApp, name: string): Promise<string[]> {
  const { rows } = await app.kernel.pool.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and table_name not in ('audit_log')`,
  )
  const found: string[] = []
  for (const { place } of rows) {
    const [table, column] = place.split('.')
    const { rowCount } = await app.kernel.pool.query(`select 1 from "${table}" where "${column}" = $1 limit 1`, [name])
    if (rowCount) found.push(place)
  }
  return found
}
