import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let policy: number
/** a question of the company and one of a person */
let ofCompany: number
let ofPerson: number
/** a declaration of the company qy1 and one of another */
let declared: number
let foreign: number
let titleOfDeclared: string
beforeAll(async () => {
  t = await testApp({ clock })
  policy = (await t.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data.id
  const ask = async (who: string, consultContent: string) => {
    await t.as(who).form('/pol/my/getPolConsult', { consultContent, polInfoId: String(policy) })
    return (await t.kernel.db.selectFrom('policy_consult').select('id').where('content', '=', consultContent).executeTakeFirstOrThrow()).id
  }
  ofCompany = await ask('qy1', '研发费用怎么归集？')
  ofPerson = await ask('gr1', '个人能申报吗？')
  const project = await t.kernel.db
    .selectFrom('project as p')
    .innerJoin('policy as y', 'y.id', 'p.policy_id')
    .where('y.code', '=', 'demo-talent')
    .select(['p.id', 'p.name'])
    .executeTakeFirstOrThrow()
  const declare = async (who: string) =>
    (await t.as(who).post('/dec/my/save', { projectId: project.id, formData: { employees: 1 }, files: {} })).body.data.id
  declared = await declare('qy1')
  titleOfDeclared = project.name
  foreign = await declare('qy2')
})
let n = 0
const words = (more: object = {}) => ({
  typeId: 1601,
  title: `答复与实际不符 ${++n}`,
  content: '窗口答复与公布的条件不一致，请核对。',
  contact: '林小满',
  phone: '13812345678',
  submit: true,
  ...more,
})
const save = (who: string, more: object) => t.as(who).post('/appeal/info/save', words(more))
const read = async (who: string, id: number) => (await t.as(who).get('/appeal/info/findById', { id })).body.data
const wrong = (r: { body: { fields?: { path: string; message: string }[] } }) => r.body.fields?.map((f) => `${f.path} ${f.message}`)

describe('an appeal based on a consultation or declaration is refused', () => {
  it('when kind or number is missing, or the kind is unknown', async () => {
    expect(wrong(await save('qy1', { fromKind: 'consult' }))).toEqual(['fromId 来源不完整'])
    expect(wrong(await save('qy1', { fromId: ofCompany }))).toEqual(['fromId 来源不完整'])
    expect(wrong(await save('qy1', { fromKind: 'visit', fromId: 1 }))).toEqual(['fromKind 不支持的来源'])
  })
  it('when the source is absent or belongs to another user, with the same message', async () => {
    for (const [who, fromKind, fromId] of [
      ['qy1', 'consult', 999_999],
      ['qy2', 'consult', ofCompany],
      ['gr1', 'consult', ofCompany],
      ['qy1', 'consult', ofPerson],
    ] as const)
      expect(wrong(await save(who, { fromKind, fromId }))).toEqual(['fromId 该政策咨询不存在或已被删除'])
    for (const fromId of [999_999, foreign])
      expect(wrong(await save('qy1', { fromKind: 'declaration', fromId }))).toEqual(['fromId 该项目申报不存在或已被删除'])
  })
  it('and stores nothing', async () => {
    expect(await t.kernel.db.selectFrom('appeal').select('id').where('title', 'like', '答复与实际不符%').execute()).toEqual([])
  })
})

describe('an appeal based on', () => {
  it('a consultation takes over its policy, and its sender can return to it', async () => {
    const { id } = (await save('qy1', { fromKind: 'consult', fromId: ofCompany })).body.data
    expect(await read('qy1', id)).toMatchObject({
      policy: { id: policy },
      from: { kind: 'consult', to: `/work/myconsult?id=${ofCompany}` },
    })
  })
  it('a record is shown to staff with title and address only if they may see that record', async () => {
    const { id } = (await save('qy1', { fromKind: 'consult', fromId: ofCompany })).body.data
    const office = (await t.kernel.db.selectFrom('office').select('id').where('code', '=', 'jxj').executeTakeFirstOrThrow()).id
    expect((await t.as('front1').post('/appeal/info/transfer', { id, officeId: office })).body.success).toBe(true)
    expect((await read('front1', id)).from).toMatchObject({ kind: 'consult', to: `/work/policyconsult?id=${ofCompany}` })
    const seen = (await t.as('dept1').get('/pol/consult/list', { pageSize: 50 })).body.data?.list?.some(
      (row: { id: number }) => row.id === ofCompany,
    )
    const { from } = await read('dept1', id)
    expect(from.kind).toBe('consult')
    expect(from.title !== null).toBe(Boolean(seen))
    expect(from.to !== null).toBe(Boolean(seen))
  })
  it('a declaration keeps a different policy that was chosen', async () => {
    const other = (await t.as(null).get('/policy/doc/policyDetail', { code: 'xinchang-cloud' })).body.data.id
    const { id } = (await save('qy1', { fromKind: 'declaration', fromId: declared, polInfoId: other })).body.data
    expect(await read('qy1', id)).toMatchObject({
      policy: { id: other },
      from: { kind: 'declaration', title: titleOfDeclared, to: `/page/policyserverdectail?id=${declared}` },
    })
  })
  it('a consultation whose policy is no longer published has no policy', async () => {
    await t.kernel.db.updateTable('policy').set({ state: 3 }).where('id', '=', policy).execute()
    const { id } = (await save('gr1', { fromKind: 'consult', fromId: ofPerson })).body.data
    expect(await read('gr1', id)).toMatchObject({ policy: null, from: { kind: 'consult' } })
    await t.kernel.db.updateTable('policy').set({ state: 2 }).where('id', '=', policy).execute()
  })
})
