import { beforeAll, describe, expect, it } from 'vitest'
import { dateOf } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests, simple } from './test-project.ts'

let t: TestApp
let policyId: number
const { as, one, firm, project, draft, sent, decide, versionOf } = declarationTests(() => t)
beforeAll(async () => {
  t = await testApp()
  policyId = (await one<{ id: number }>(`select id from policy where code = 'demo-talent'`)).id
  // Removes the demo's data, which is not counted here.
  await t.database.pool.query(
    "update project set apply_start = apply_start - interval '9 years', apply_end = apply_end - interval '9 years', examine_start = examine_start - interval '9 years', examine_end = examine_end - interval '9 years' where policy_id = $1",
    [policyId],
  )
  await t.database.pool.query(
    'update declaration set deleted_at = now() where project_id in (select id from project where policy_id = $1)',
    [policyId],
  )
})
const hanging = async (action: string, who: string | null = 'editor1') => {
  const { body } = await as(who).get<{ name: string; count: number; effect: string }[]>('/pol/info/dependents', { id: policyId, action })
  return Object.fromEntries((body.data ?? []).map((d) => [d.name, d]))
}

describe('before a policy is taken down, deleted or repealed', () => {
  it('only editors can ask, and only about these three', async () => {
    expect((await as(null).get('/pol/info/dependents', { id: policyId })).status).toBe(401)
    expect((await as('qy1').get('/pol/info/dependents', { id: policyId })).body.code).toBe('FORBIDDEN')
    expect((await as('editor1').get('/pol/info/dependents', { id: policyId, action: 'publish' })).status).toBe(400)
  })
  it('the editor sees open projects, drafts and running declarations, each with the consequence', async () => {
    for (const action of ['takeDown', 'delete', 'repeal'])
      for (const name of ['未截止的申报项目', '未提交的申报草稿', '正在审核的申报']) expect(await hanging(action)).not.toHaveProperty(name)
    const open = await project(simple())
    await draft(await firm(), open.id, { title: '还没写完' })
    await sent(open.id)
    const decided = await sent(open.id)
    await decide('front1', decided.id)
    for (const action of ['takeDown', 'delete', 'repeal']) {
      const found = await hanging(action)
      expect(found['未截止的申报项目'], action).toMatchObject({ count: 1 })
      expect(found['未提交的申报草稿'], action).toMatchObject({ count: 1 })
      expect(found['正在审核的申报'], action).toMatchObject({ count: 1, effect: '继续审核，结果照常告知企业' })
    }
    expect((await hanging('repeal'))['未提交的申报草稿']!.effect).toBe('保留，自废止日起不能提交')
  })
  it('the consequence is as shown: from the day of the repeal nothing new is submitted, submitted ones are decided', async () => {
    const open = await project(simple())
    const early = await sent(open.id)
    const who = await firm()
    const { id, version } = (await draft(who, open.id, { title: '晚了' })).body.data
    await t.database.pool.query('update policy set repealed_on = $2 where id = $1', [policyId, dateOf(new Date())])
    const late = await as(who).post('/dec/my/submit', { id, version, promise: true })
    expect(late.body).toMatchObject({ success: false, code: 'CLOSED', msg: expect.stringContaining('废止') })
    expect((await decide('front1', early.id)).success).toBe(true)
    await t.database.pool.query('update policy set repealed_on = null where id = $1', [policyId])
    expect((await as(who).post('/dec/my/submit', { id, version: await versionOf(id), promise: true })).body.success).toBe(true)
  })
})
