import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
const office: Record<string, number> = {}
beforeAll(async () => {
  t = await testApp()
  await t.kernel.db.deleteFrom('appeal').execute()
  for (const row of await t.kernel.db.selectFrom('office').select(['id', 'code']).execute()) office[row.code] = row.id
})
const words = { typeId: 1601, content: '每周限电两天', contact: '林小满', phone: '13812345678', submit: true }
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(`/appeal/info/${what}`, body)).body
const read = async (who: string, id: number) => (await t.as(who).get('/appeal/info/findById', { id })).body.data
const todo = async (who: string) => (await t.as(who).get('/appeal/info/list', { forMe: 1 })).body.data.total as number

it('an assisting office gives the responsible one its opinion once; the sender reads nothing of it', async () => {
  const { id } = (await post('qy1', 'save', { ...words, title: '两个部门的事' })).data
  const say = (who: string | null, more: object = {}) => post(who, 'assist', { id, content: '线路由我办协调', ...more })
  expect((await t.as(null).post('/appeal/info/assist', { id, content: '线路' })).status).toBe(401)
  expect((await say('qy1')).code).toBe('FORBIDDEN')
  expect((await say('dept2')).code, 'not theirs yet').toBe('NOT_FOUND')
  expect((await say('front1')).success, 'nobody assists').toBe(false)
  await post('front1', 'transfer', { id, officeId: office.jxj, assistOfficeIds: [office.kjj] })
  expect((await say('dept1')).code, 'who is responsible answers').toBe('FORBIDDEN')
  expect((await say('dept2', { content: ' ' })).fields?.[0]?.path).toBe('content')
  expect((await say('dept2', { content: '字'.repeat(2001) })).fields?.[0]?.path).toBe('content')
  expect([await todo('dept1'), await todo('dept2')]).toEqual([1, 1])
  const { version } = await read('dept2', id)
  expect((await say('dept2', { version })).data).toMatchObject({ state: 2 })
  expect((await say('dept2', { version })).code, 'stale').toBe('CONFLICT')
  expect([await todo('dept1'), await todo('dept2')]).toEqual([1, 0])

  const desk = await read('dept1', id)
  expect(desk.offices).toMatchObject([
    { part: 'main', assistedAt: null },
    { part: 'assist', assistedAt: expect.stringMatching(/^20/) },
  ])
  expect(desk.steps.at(-1)).toMatchObject({ name: '协办意见', reason: '线路由我办协调' })
  const notices = (await t.as('dept1').get('/sys/notice/list')).body.data.list as { title: string; body: string }[]
  expect(notices[0]).toMatchObject({ title: expect.stringContaining('协办部门已提意见'), body: '线路由我办协调' })
  const mine = await read('qy1', id)
  expect(JSON.stringify(mine)).not.toContain('线路由我办协调')
  expect(mine.steps.map((step: { move: string }) => step.move)).toEqual(['submit', 'transfer'])
  expect(mine.offices.every((one: { assistedAt: string | null }) => one.assistedAt === null)).toBe(true)

  // A new assignment asks for a new opinion. An office that had the appeal earlier can read it, but gives no opinion.
  await post('dept1', 'transfer', { id, officeId: office.kjj, assistOfficeIds: [office.jxj] })
  expect((await read('dept2', id)).offices.map((one: { assistedAt: string | null }) => one.assistedAt)).toEqual([null, null])
  expect((await say('dept2')).code).toBe('FORBIDDEN')
  expect((await say('dept1')).success).toBe(true)
  await post('dept2', 'transfer', { id, officeId: office.swj })
  expect((await say('dept1')).code).toBe('FORBIDDEN')
})

it('who assisted is asked anew when the sender wants it handled again', async () => {
  const others = await todo('dept2')
  const mine = async () => (await todo('dept2')) - others
  const { id } = (await post('qy1', 'save', { ...words, title: '重办要再问协办' })).data
  await post('front1', 'transfer', { id, officeId: office.jxj, assistOfficeIds: [office.kjj] })
  expect(await mine()).toBe(1)
  await post('dept2', 'assist', { id, content: '线路由我办协调' })
  expect(await mine()).toBe(0)
  await post('dept1', 'deal', { id, dealContent: '已协调错峰。', result: 'solved' })
  await post('front1', 'examine', { id, examineState: 1 })
  expect(await post('qy1', 'evaluate', { id, score: 1, content: '没有解决', redo: true })).toMatchObject({ data: { state: 2 } })
  expect(await mine()).toBe(1)
  expect((await read('dept1', id)).offices.map((one: { assistedAt: string | null }) => one.assistedAt)).toEqual([null, null])
})

it('who gave an opinion, or entered the appeal for a company, does not review its answer; lists and messages agree', async () => {
  const { db } = t.kernel
  const front1 = await db.selectFrom('sys_user').select(['id', 'office_id']).where('user_name', '=', 'front1').executeTakeFirstOrThrow()
  const { company_id } = await db.selectFrom('sys_user').select('company_id').where('user_name', '=', 'qy1').executeTakeFirstOrThrow()
  const told = async (title: string) => {
    const { list } = (await t.as('front1').get('/sys/notice/list', { pageSize: 50 })).body.data
    return (list as { title: string }[]).some((one) => one.title.startsWith('待审核的诉求答复') && one.title.includes(title))
  }
  const examine = (who: string, id: number, examineState = 1) => post(who, 'examine', { id, examineState, opinion: '请补充' })

  const plain = (await post('qy1', 'save', { ...words, title: '旁人写的答复' })).data
  await post('front1', 'transfer', { id: plain.id, officeId: office.jxj })
  await post('dept1', 'deal', { id: plain.id, dealContent: '已协调。', result: 'solved' })
  const before = await todo('front1')
  expect((await read('front1', plain.id)).allowed).toContain('pass')
  expect(await told('旁人写的答复')).toBe(true)

  const assisted = (await post('qy1', 'save', { ...words, title: '服务中心提过意见' })).data
  await post('front1', 'transfer', { id: assisted.id, officeId: office.jxj, assistOfficeIds: [front1.office_id] })
  expect((await post('front1', 'assist', { id: assisted.id, content: '建议错峰' })).success).toBe(true)
  await post('dept1', 'deal', { id: assisted.id, dealContent: '已协调。', result: 'solved' })
  const entered = (
    await post('front1', 'enter', {
      typeId: words.typeId,
      content: words.content,
      contact: words.contact,
      phone: words.phone,
      title: '代企业录入的',
      companyId: company_id,
      entrust: '电话委托',
      sourceType: '02',
    })
  ).data
  await post('front1', 'transfer', { id: entered.id, officeId: office.jxj })
  await post('dept1', 'deal', { id: entered.id, dealContent: '已协调。', result: 'solved' })
  for (const [{ id }, title] of [
    [assisted, '服务中心提过意见'],
    [entered, '代企业录入的'],
  ] as const) {
    for (const state of [1, 2]) expect((await examine('front1', id, state)).code, title).toBe('OWN_WORK')
    expect((await read('front1', id)).allowed, title).not.toContain('pass')
    expect(await told(title), title).toBe(false)
    expect((await read('leader1', id)).allowed, title).toContain('pass')
  }
  expect(await todo('front1')).toBe(before)
  expect((await examine('leader1', assisted.id)).data).toMatchObject({ state: 4 })
  expect((await examine('leader1', entered.id)).success).toBe(true)
})
