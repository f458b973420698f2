import { beforeAll, describe, expect, it } from 'vitest'
import type { DeclarationRow, ProjectDetail } from '../../contract/declaration.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests, demoForm } from './test-project.ts'

// Taking in hand: dept1 and dept3 review for 县经信局, dept2 for 县科技局, leader1 leads.
let t: TestApp
let project: ProjectDetail
const { addCompany, requiredFiles, demoProject, one: sqlOne } = declarationTests(() => t)
const idOf = async (userName: string) => (await sqlOne<{ id: number }>('select id from sys_user where user_name = $1', [userName])).id

beforeAll(async () => {
  t = await testApp()
  project = await demoProject('demo-talent')
})

/** An accepted declaration, which waits for the department. */
async function accepted(): Promise<{ id: number; version: number; who: string }> {
  const { who } = await addCompany()
  const files = await requiredFiles(who, project)
  const saved = (await t.as(who).post('/dec/my/save', { projectId: project.id, formData: demoForm, files })).body.data
  await t.as(who).post('/dec/my/submit', { id: saved.id, version: saved.version, promise: true })
  const { data } = (
    await t.as('front1').post('/dec/declare/updateReviewState', { id: saved.id, version: saved.version + 1, reviewState: 'pass' })
  ).body
  return { id: saved.id, version: data.version, who }
}
const give = async (who: string, { id, version }: { id: number; version: number }, to: string | null) => {
  const userId = to === null ? null : await idOf(to)
  const { body } = await t.as(who).post('/dec/declare/assign', { items: [{ id, version }], userId })
  return body.success ? (body.data.list[0] as { ok: boolean; code: string; message: string }) : (body as { code: string })
}
const holderOf = async (who: string, id: number) =>
  ((await t.as(who).get('/dec/declare/findById', { id })).body.data as DeclarationRow).holder?.name ?? null
const listed = async (who: string, holder: string) =>
  ((await t.as(who).get('/dec/declare/list', { holder, pageSize: 100 })).body.data.list as DeclarationRow[]).map((r) => r.id)
const told = async (who: string, id: number) =>
  ((await t.as(who).get('/sys/notice/list', { kind: 'work' })).body.data.list as { title: string; link: string }[])
    .filter((n) => n.link.endsWith(`?id=${id}`) && n.title.includes('指派您办理'))
    .map((n) => n.title)

describe('领取与指派', () => {
  it('is refused to companies, another office, users who cannot act on it, and for a stale version', async () => {
    const one = await accepted()
    expect((await t.as(null).post('/dec/declare/assign', { items: [one], userId: null })).status).toBe(401)
    expect(await give(one.who, one, null)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await give('dept2', one, 'dept2')).toMatchObject({ ok: false, code: 'NOT_FOUND' })
    // It is no longer the window's turn.
    expect(await give('front1', one, 'front1')).toMatchObject({ ok: false, code: 'FORBIDDEN' })
    expect(await give('dept1', { ...one, version: one.version - 1 }, 'dept1')).toMatchObject({ ok: false, code: 'CONFLICT' })
    expect(await give('dept1', one, 'dept2')).toMatchObject({ ok: false, message: '该人员现在不能办理这件申报' })
    expect(await give('dept1', one, null)).toMatchObject({ ok: false, code: 'FREE' })
    expect((await t.as('dept2').get('/dec/declare/reviewers', { id: one.id })).body.code).toBe('NOT_FOUND')
    expect(await holderOf('dept1', one.id)).toBeNull()
    expect(await auditTrail(t.kernel, 'declaration.take')).toHaveLength(0)
  })

  it('is seen by colleagues, can be filtered, excludes other users, and ends with the step', async () => {
    const one = await accepted()
    expect(await give('dept1', one, 'dept1')).toMatchObject({ ok: true, message: '已领取' })
    expect(await holderOf('dept3', one.id)).toBe('审核员 江诚')
    expect((await t.as(one.who).get('/dec/my/findById', { id: one.id })).body.data.holder).toBeNull()
    expect(await listed('dept1', 'mine')).toContain(one.id)
    expect(await listed('dept3', 'mine')).not.toContain(one.id)
    expect(await listed('dept3', 'others')).toContain(one.id)
    expect(await listed('dept3', 'none')).not.toContain(one.id)
    expect(await give('dept3', one, 'dept3')).toMatchObject({ ok: false, code: 'TAKEN', message: expect.stringContaining('江诚已领取') })
    // Taking in hand is not a lock: a colleague may act when the holder is away.
    const moved = (await t.as('dept3').post('/dec/declare/updateReviewState', { id: one.id, version: one.version, reviewState: 'pass' }))
      .body
    expect(moved).toMatchObject({ success: true })
    expect(await holderOf('dept3', one.id)).toBeNull()
    expect(await listed('dept1', 'mine')).not.toContain(one.id)
  })

  it('is passed to a colleague, who is notified and has it as a to-do; when put back it is free', async () => {
    const one = await accepted()
    await give('dept1', one, 'dept1')
    const people = (await t.as('dept1').get('/dec/declare/reviewers', { id: one.id })).body.data as { id: number; holds: number }[]
    expect(people.map((p) => p.id)).not.toContain(await idOf('dept2'))
    const held = people.find((p) => p.holds > 0)!
    expect(held).toMatchObject({ id: await idOf('dept1'), officeName: '县经济和信息化局' })
    const before = (await t.as('dept3').get('/dec/declare/statistics')).body.data.held
    expect(await give('dept1', one, 'dept3')).toMatchObject({ ok: true, message: '已指派给审核员 沈川' })
    expect(await told('dept3', one.id)).toHaveLength(1)
    expect(await told('dept1', one.id)).toHaveLength(0)
    expect((await t.as('dept3').get('/dec/declare/statistics')).body.data.held).toBe(before + 1)
    expect(await give('dept1', one, null)).toMatchObject({ ok: false, code: 'TAKEN' })
    expect(await give('dept3', one, null)).toMatchObject({ ok: true, message: '已放回' })
    expect(await listed('dept1', 'none')).toContain(one.id)
    expect(await auditTrail(t.kernel, 'declaration.handTo')).toHaveLength(1)
    expect(await auditTrail(t.kernel, 'declaration.putBack')).toHaveLength(1)
  })

  // Seen red: the former holder went on as if it were theirs.
  it('whose declaration the head of the office passes on or puts back is told', async () => {
    const one = await accepted()
    const heard = async (who: string) =>
      ((await t.as(who).get('/sys/notice/list', { kind: 'declaration' })).body.data.list as { title: string }[])
        .map(({ title }) => title)
        .filter((title) => title.includes('您领取的'))
    await give('dept1', one, 'dept1')
    expect(await give('leader1', one, 'dept3')).toMatchObject({ ok: true })
    expect(await heard('dept1')).toEqual([expect.stringMatching(/^您领取的.*的申报，已由.*转给审核员 沈川办理$/)])
    expect(await give('leader1', one, null)).toMatchObject({ ok: true, message: '已放回' })
    expect(await heard('dept3')).toEqual([expect.stringMatching(/放回了您领取的.*的申报$/)])
    expect(await heard('leader1')).toEqual([])
  })

  it('ends when the account of its holder ends', async () => {
    const one = await accepted()
    await give('dept3', one, 'dept3')
    expect(await listed('dept1', 'none')).not.toContain(one.id)
    const id = await idOf('dept3')
    expect((await t.as('admin1').post('/sys/user/disable', { id, takers: [] })).body.success).toBe(true)
    expect(await holderOf('dept1', one.id)).toBeNull()
    expect(await give('dept1', one, 'dept1')).toMatchObject({ ok: true, message: '已领取' })
    await t.as('admin1').form('/sys/user/editEnableFlag', { id: String(id), enableFlag: '1' })
  })

  it('counts the user’s decisions of today; revoked ones do not count', async () => {
    const today = async () => (await t.as('dept1').get('/dec/declare/statistics')).body.data.handledToday as number
    const before = await today()
    const one = await accepted()
    const pass = { id: one.id, version: one.version, reviewState: 'pass' }
    const { version } = (await t.as('dept1').post('/dec/declare/updateReviewState', pass)).body.data
    expect(await today()).toBe(before + 1)
    await t.as('dept1').post('/dec/declare/revoke', { id: one.id, version })
    expect(await today()).toBe(before)
  })
})
