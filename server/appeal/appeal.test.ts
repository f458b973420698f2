import { beforeAll, describe, expect, it } from 'vitest'
import { messages } from '../../contract/messages.ts'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { actingFor } from '../kernel/testing/acting.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, pdf } from '../kernel/testing/samples.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
const office: Record<string, number> = {}
beforeAll(async () => {
  t = await testApp({ clock })
  // Removes the demo's appeals.
  await t.kernel.db.deleteFrom('appeal').execute()
  await t.kernel.db.deleteFrom('numbering').where('prefix', '=', 'SQ').execute()
  for (const row of await t.kernel.db.selectFrom('office').select(['id', 'code']).execute()) office[row.code] = row.id
})
let n = 0
const words = (more: object = {}) => ({
  typeId: 1601,
  title: `厂区限电影响排产 ${++n}`,
  content: '九月以来每周限电两天，订单延误，请协调错峰安排。',
  contact: '林小满',
  phone: '138-1234-5678',
  submit: true,
  ...more,
})
const save = (who: string | null, body: object) => t.as(who).post('/appeal/info/save', body)
const file = async (who: string, more: object = {}) =>
  (await save(who, words(more))).body.data as { id: number; appealNo: string; deadline: string }
const doing = (who: string, what: string, body: object) =>
  t
    .as(who)
    .post(`/appeal/info/${what}`, body)
    .then((r) => r.body)
const read = (who: string, id: number) =>
  t
    .as(who)
    .get('/appeal/info/findById', { id })
    .then((r) => r.body)
const fieldsOf = (r: { body: { fields?: { path: string; message: string }[] } }) => r.body.fields?.map((f) => f.message)
const toPower = (id: number) => doing('front1', 'transfer', { id, officeId: office.jxj })
const answer = { dealContent: '已协调供电公司调整为夜间错峰，本周起执行。', result: 'solved' }

describe('filing is refused', () => {
  it('without a log-in, and to staff', async () => {
    expect((await save(null, words())).status).toBe(401)
    expect((await save('front1', words())).body.code).toBe('FORBIDDEN')
  })
  it.each([
    ['without a title', { title: ' ' }, '请输入诉求标题'],
    ['with a title of 101 characters', { title: '题'.repeat(101) }, '最多 100 个字'],
    ['without words', { content: '' }, '请输入诉求内容'],
    ['beyond 2000 characters', { content: '字'.repeat(2001) }, '最多 2000 个字'],
    ['without a contact', { contact: '' }, '请输入联系人'],
    ['without a phone (M039)', { phone: '' }, messages.phoneRequired],
    ['with half a phone (M040)', { phone: '1381234567' }, messages.phoneFormat],
    ['without a type (M054)', { typeId: undefined }, messages.treeLeafOnly],
    ['with a big type (M054)', { typeId: 10 }, messages.treeLeafOnly],
    ['with a type that is not there', { typeId: 9999 }, '请选择诉求类型'],
    ['about a policy that is not there', { polInfoId: 999_999 }, '该政策不存在或已下架'],
    ['with six files', { files: Array.from({ length: 6 }, () => ({ filePath: 'a'.repeat(32), fileName: '附件.pdf' })) }, '最多 5 个文件'],
  ])('%s, at its field', async (_, wrong, message) => {
    const answered = await save('qy1', words(wrong))
    expect(answered.status).toBe(400)
    expect(fieldsOf(answered)).toContain(message)
  })
  it('with a type that is not in use, and with a file of another user', async () => {
    await t.kernel.db.updateTable('appeal_type').set({ enabled: false }).where('id', '=', 1607).execute()
    expect(fieldsOf(await save('qy1', words({ typeId: 1607 })))).toEqual(['该诉求类型已停用，请另选'])
    const { payload, headers } = multipart({ name: '照片.pdf', content: pdf(900) })
    const foreign = (await t.as('qy2').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data
    expect((await save('qy1', words({ files: [foreign] }))).body.fields).toEqual([
      { path: 'files', message: '文件不存在或已失效，请重新上传' },
    ])
  })
  it('and stores nothing', async () => {
    expect(await t.kernel.db.selectFrom('appeal').select('id').where('title', 'like', '厂区限电%').execute()).toEqual([])
  })
})

describe('an appeal from filing to the archive', () => {
  let id: number
  it('can be a draft, which staff do not see, and gets number and promised date when it is submitted', async () => {
    const draft = (await save('qy1', { title: '草稿', submit: false })).body.data
    expect(draft).toMatchObject({ state: 0, appealNo: null, deadline: null })
    expect((await read('front1', draft.id)).code).toBe('NOT_FOUND')
    const { data } = (await save('qy1', words({ id: draft.id }))).body
    id = data.id
    expect(id).toBe(draft.id)
    expect(data).toMatchObject({ state: 1, appealNo: 'SQ20260928-0001' })
    // 用电 has five working days: 29 and 30 September, then National Day until the 7th, then 8, 9 and 10 October (a Saturday that is worked).
    expect(new Date(data.deadline).toISOString()).toBe('2026-10-10T15:59:59.000Z')
  })
  it('filing the same text twice makes one appeal', async () => {
    const body = words()
    const first = (await save('gr1', body)).body.data
    expect((await save('gr1', body)).body.data.id).toBe(first.id)
  })
  it('is absent for other companies, for persons, and for offices that never had it', async () => {
    for (const who of ['qy2', 'gr1', 'dept1']) expect((await read(who, id)).code).toBe('NOT_FOUND')
    for (const who of ['qy2', 'gr1']) expect((await doing(who, 'withdraw', { id })).code).toBe('NOT_FOUND')
    expect((await doing('dept1', 'deal', { id, ...answer })).code).toBe('NOT_FOUND')
    expect((await t.as('editor1').get('/appeal/info/list')).body.code).toBe('FORBIDDEN')
  })
  it('shows contact and phone to staff masked, and unmasked with a reason', async () => {
    expect((await read('front1', id)).data).toMatchObject({ contact: '林**', phone: '138****5678' })
    expect((await read('qy1', id)).data).toMatchObject({ contact: '林小满', phone: '13812345678' })
    expect((await doing('front1', 'reveal', { id, field: 'phone', reason: '' })).fields?.[0]?.message).toBe('请填写查看原因')
    expect((await doing('front1', 'reveal', { id, field: 'phone', reason: '电话核实限电时段' })).data).toEqual({ value: '13812345678' })
    expect((await doing('dept2', 'reveal', { id, field: 'phone', reason: '看看' })).code).toBe('NOT_FOUND')
  })
  it('can be assigned to existing offices only, and shows the proposed office', async () => {
    expect((await read('front1', id)).data.proposed).toEqual({
      officeId: office.jxj,
      officeName: '县经济和信息化局',
      ground: '依据：“用电”的承办部门',
    })
    expect((await doing('dept1', 'transfer', { id, officeId: office.kjj })).code).toBe('NOT_FOUND')
    expect((await doing('leader1', 'transfer', { id, officeId: office.kjj })).code).toBe('FORBIDDEN')
    expect((await doing('front1', 'transfer', { id, officeId: 999_999 })).fields?.[0]).toEqual({
      path: 'officeId',
      message: '该部门不存在或已停用，请另选',
    })
    expect((await doing('front1', 'transfer', { id, officeId: office.jxj, version: 1 })).code).toBe('CONFLICT')
    expect(
      (await doing('front1', 'transfer', { id, officeId: office.jxj, assistOfficeIds: [office.fgj], remark: '请先联系企业' })).data,
    ).toMatchObject({ state: 2 })
    const seen = (await read('dept1', id)).data
    expect(seen.allowed).toEqual(['transfer', 'deal', 'back', 'pause', 'extendAsk'])
    expect(seen.offices.map((o: { name: string; part: string }) => [o.name, o.part])).toEqual([
      ['县经济和信息化局', 'main'],
      ['县发展和改革局', 'assist'],
    ])
  })
  /** what the sender’s own data say of appeals (P-04) */
  const copied = async () => JSON.stringify((await t.as('qy1').get('/sys/account/dataRows', { key: 'appeal' })).body.data)
  it('is answered by its office; the sender reads the answer only after the review', async () => {
    expect((await doing('dept1', 'deal', { id, dealContent: '', result: 'solved' })).fields?.[0]?.message).toBe('请输入办理结果')
    expect((await doing('dept1', 'deal', { id, ...answer, result: '办了' })).fields?.[0]?.message).toBe('请选择办理结果')
    expect((await doing('dept1', 'deal', { id, ...answer })).data).toMatchObject({ state: 3 })
    const mine = (await read('qy1', id)).data
    expect(mine).toMatchObject({ stateName: '答复审核中', dealContent: null, result: null })
    expect(JSON.stringify(mine)).not.toContain('夜间错峰')
    expect(await copied()).not.toContain('夜间错峰')
    expect((await doing('qy1', 'withdraw', { id })).msg).toBe('当前状态为“待审核”，不能撤回')
  })
  it('is reviewed by a person other than the author, with an opinion when it is returned', async () => {
    expect((await doing('dept1', 'examine', { id, examineState: 1 })).code).toBe('FORBIDDEN')
    expect((await doing('front1', 'examine', { id, examineState: 2 })).fields?.[0]).toEqual({ path: 'opinion', message: '请填写审核意见' })
    expect((await doing('front1', 'examine', { id, examineState: 2, opinion: '请写明执行日期' })).data).toMatchObject({ state: 2 })
    expect((await doing('qy1', 'withdraw', { id })).msg).toBe('部门已经写出答复，不能撤回')
    expect((await doing('dept1', 'deal', { id, ...answer })).data).toMatchObject({ state: 3 })
    expect((await doing('front1', 'examine', { id, examineState: 1 })).data).toMatchObject({ state: 4 })
    expect((await read('qy1', id)).data).toMatchObject({ dealContent: answer.dealContent, result: '已解决', allowed: ['evaluate', 'redo'] })
    expect(await copied()).toContain('夜间错峰')
    const mine = (await t.as('qy1').get('/sys/notice/list', { kind: 'appeal' })).body.data.list
    expect(mine[0]).toMatchObject({ title: expect.stringContaining('已办结，请评价'), link: `/work/myAppeal?id=${id}` })
  })
  it('is evaluated once, by its sender', async () => {
    for (const score of [0, 6]) expect((await t.as('qy1').post('/appeal/info/evaluate', { id, score })).status).toBe(400)
    expect((await doing('front1', 'archive', { id })).success).toBe(false)
    expect((await t.as('front1').form('/appeal/info/archive', { id: String(id) })).body.msg).toBe('提出人评价后，或办结满 15 天后才能归档')
    expect((await doing('qy1', 'evaluate', { id, score: 5, content: '当天就来了电话' })).data).toMatchObject({ state: 4 })
    expect((await doing('qy1', 'evaluate', { id, score: 1 })).msg).toBe('您已经评价过该诉求')
    expect((await doing('qy1', 'evaluate', { id, score: 1, redo: true })).success).toBe(false)
    expect((await t.as('front1').form('/appeal/info/archive', { id: String(id) })).body.data).toBe(true)
    expect((await read('qy1', id)).data).toMatchObject({ state: 6, score: 5, allowed: [] })
  })
  it('has every move once in the history and in the audit log', async () => {
    const steps = (await read('front1', id)).data.steps.map((s: { move: string }) => s.move)
    expect(steps).toEqual(['submit', 'transfer', 'deal', 'reject', 'deal', 'pass', 'evaluate', 'archive'])
    const audited = await t.kernel.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_type', '=', 'appeal')
      .where('object_id', '=', String(id))
      .where('action', 'not like', '%.pii.%')
      .execute()
    const logged = await t.kernel.db.selectFrom('flow_log').select('move').where('flow', '=', 'appeal').where('row_id', '=', id).execute()
    expect(audited.map((row) => row.action).sort()).toEqual(logged.map((row) => `appeal.${row.move}`).sort())
    const told = (await read('qy1', id)).data.steps
    expect(JSON.stringify(told)).not.toContain('江诚')
    expect(JSON.stringify(told)).not.toContain('请先联系企业')
  })
})

describe('returns between offices', () => {
  it('end with the second return: the centre decides, the office must keep the appeal and is proposed for the next', async () => {
    const { id, appealNo } = await file('qy1', { typeId: 1602 })
    for (const reason of ['不属本单位职责', '仍不属本单位']) {
      expect((await toPower(id)).data).toMatchObject({ state: 2 })
      expect((await doing('dept1', 'back', { id, reason: '' })).fields?.[0]?.message).toBe('请填写退回的原因')
      expect((await doing('dept1', 'back', { id, reason, suggestOfficeId: office.fgj })).data).toMatchObject({ state: 1 })
    }
    expect((await toPower(id)).msg).toBe('该诉求已两次退回，须由服务中心裁定')
    expect((await doing('front1', 'deal', { id, ...answer })).msg).toBe('该诉求已两次退回，须由服务中心裁定')
    expect((await read('dept1', id)).data.allowed, 'who had it reads on').toEqual([])
    expect((await doing('dept1', 'deal', { id, ...answer })).success).toBe(false)
    expect((await doing('front1', 'rule', { id, officeId: office.kjj, ground: '' })).fields?.[0]?.path).toBe('ground')
    expect((await doing('front1', 'rule', { id, officeId: office.kjj, ground: '三定方案第七条' })).data).toMatchObject({ state: 2 })
    for (const what of [
      { move: 'back', body: { reason: '不是我们的' } },
      { move: 'transfer', body: { officeId: office.jxj } },
    ])
      expect((await doing('dept2', what.move, { id, ...what.body })).msg).toBe('该诉求已裁定由贵单位办理，不能再退回')
    const next = await file('qy1', { typeId: 1602 })
    expect((await read('front1', next.id)).data.proposed).toMatchObject({ officeName: '县科技局', ground: `依据：裁定 ${appealNo}` })
  })
  it('proposals follow the latest decision, whichever appeal was filed first', async () => {
    const back = async (id: number) => {
      await toPower(id)
      await doing('dept1', 'back', { id, reason: '不属本单位职责' })
    }
    const [older, younger] = [await file('qy1', { typeId: 1603 }), await file('qy1', { typeId: 1603 })]
    await t.kernel.db.updateTable('appeal').set({ submitted_at: '2026-09-27T02:00:00Z' }).where('id', '=', older.id).execute()
    for (const { id } of [older, younger, older, younger]) await back(id)
    expect((await doing('front1', 'rule', { id: younger.id, officeId: office.kjj, ground: '先裁定' })).success).toBe(true)
    clock.set('2026-09-28T02:05:00Z')
    expect((await doing('front1', 'rule', { id: older.id, officeId: office.fgj, ground: '后裁定' })).success).toBe(true)
    clock.set('2026-09-28T02:00:00Z')
    const next = await file('qy1', { typeId: 1603 })
    expect((await read('front1', next.id)).data.proposed.ground).toBe(`依据：裁定 ${older.appealNo}`)
  })
  it('do not stop the clock; a pause does, tells the sender its reason, and adds exactly its working days', async () => {
    const { id, deadline } = await file('qy1')
    await toPower(id)
    await doing('dept1', 'back', { id, reason: '先退一次' })
    await toPower(id)
    expect((await read('qy1', id)).data.deadline).toBe((await read('front1', id)).data.deadline)
    expect(new Date((await read('qy1', id)).data.deadline).getTime()).toBe(new Date(deadline).getTime())
    expect((await doing('dept1', 'pause', { id, kind: 'outside', reason: '等上级批复' })).fields?.[0]?.message).toBe(
      '“上级或外部答复”须由服务中心批准后暂停',
    )
    expect((await doing('dept1', 'pause', { id, kind: 'company', reason: '请补充用电合同' })).success).toBe(true)
    expect((await doing('dept1', 'pause', { id, kind: 'asked', reason: '再停' })).msg).toBe('该诉求已经暂停计时')
    expect((await read('qy1', id)).data.pause).toMatchObject({ kind: '等待企业补充', reason: '请补充用电合同' })
    clock.set('2026-09-30T02:00:00Z')
    expect((await doing('qy1', 'supplement', { id, content: '合同见附件' })).success).toBe(true)
    const after = (await read('qy1', id)).data
    expect(after).toMatchObject({ pause: null, pausedDays: 2 })
    // Two working days later than 10 October: Monday the 12th and Tuesday the 13th.
    expect(new Date(after.deadline).toISOString()).toBe('2026-10-13T15:59:59.000Z')
  })
  it('a pause is ended by the office that answers or by the centre; the promise moves by its working days, and the sender is told', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { id, deadline } = await file('qy1')
    expect(new Date(deadline).toISOString()).toBe('2026-10-19T15:59:59.000Z')
    await toPower(id)
    const resume = (who: string, more: object = {}) => doing(who, 'resume', { id, ...more })
    expect((await resume('dept1')).msg).toBe('该诉求没有暂停计时')
    const { version } = (await doing('dept1', 'pause', { id, kind: 'asked', reason: '企业要求暂缓' })).data
    expect((await t.as(null).post('/appeal/info/resume', { id })).status).toBe(401)
    for (const who of ['qy1', 'editor1']) expect((await resume(who)).code, who).toBe('FORBIDDEN')
    expect((await resume('dept2')).code).toBe('NOT_FOUND')
    // A leader reads all appeals and answers none.
    expect((await resume('leader1')).code).toBe('FORBIDDEN')
    expect((await resume('dept1', { version: version - 1 })).code).toBe('CONFLICT')
    expect((await resume('dept1', { id: 999_999 })).code).toBe('NOT_FOUND')
    expect((await read('dept1', id)).data.allowed).toEqual(expect.arrayContaining(['resume']))
    expect((await read('dept1', id)).data.allowed).not.toContain('pause')
    clock.set('2026-10-15T02:00:00Z')
    expect((await resume('dept1', { version })).success).toBe(true)
    const after = (await read('qy1', id)).data
    expect(after).toMatchObject({ pause: null, pausedDays: 3, stateName: (await read('dept1', id)).data.stateName })
    expect(new Date(after.deadline).toISOString()).toBe('2026-10-22T15:59:59.000Z')
    const told = async () =>
      (
        (await t.as('qy1').get('/sys/notice/list', { kind: 'appeal', pageSize: 100 })).body.data.list as { title: string; link: string }[]
      ).filter(({ link, title }) => link.endsWith(`=${id}`) && title.endsWith('恢复计时')).length
    expect(await told()).toBe(1)
    expect((await resume('dept1')).msg).toBe('该诉求没有暂停计时')
    // Twice on one day costs nothing; the service centre may end the pause of any office.
    await doing('dept1', 'pause', { id, kind: 'company', reason: '请补充图纸' })
    expect((await resume('front1')).success).toBe(true)
    const same = (await read('qy1', id)).data
    expect(same).toMatchObject({ pause: null, pausedDays: 3, deadline: after.deadline })
    expect(await told()).toBe(2)
    expect((await doing('dept1', 'deal', { id, ...answer })).success).toBe(true)
    expect((await resume('dept1')).code).toBe('STATE')
    clock.set('2026-09-28T02:00:00Z')
  })
})

describe('the sender', () => {
  it('urges at most once in two working days', async () => {
    const { id } = await file('gr1')
    expect((await doing('gr1', 'urge', { id })).success).toBe(true)
    expect((await doing('gr1', 'urge', { id })).msg).toBe('两个工作日内只能催办一次')
    clock.set('2026-10-09T02:00:00Z')
    expect((await doing('gr1', 'urge', { id })).success).toBe(true)
  })
  it('gets an incomplete appeal back and files it again under its number, or deletes it', async () => {
    const { id, appealNo } = await file('gr1')
    expect((await doing('front1', 'back', { id, reason: '请写明厂址' })).data).toMatchObject({ state: 5 })
    expect((await read('gr1', id)).data).toMatchObject({ stateName: '请补充后重新提交', backReason: '请写明厂址' })
    expect((await save('gr1', words({ id }))).body.data).toMatchObject({ state: 1, appealNo })
    await doing('front1', 'back', { id, reason: '重复提交' })
    expect((await t.as('gr1').form('/appeal/info/delete', { id: String(id) })).body.data).toBe(true)
    expect((await read('gr1', id)).code).toBe('NOT_FOUND')
  })
  it('withdraws before there is an answer; staff delete only appeals that were not yet assigned, with a reason', async () => {
    const { id } = await file('qy1')
    expect((await doing('qy1', 'withdraw', { id })).data).toMatchObject({ state: 7 })
    const other = await file('qy1')
    expect((await t.as('front1').form('/appeal/info/delete', { id: String(other.id) })).body.fields?.[0]?.message).toBe('请填写删除的原因')
    expect((await t.as('front1').form('/appeal/info/delete', { id: String(other.id), reason: '广告' })).body.data).toBe(true)
  })
  it('gets a second answer once, when the first was not satisfactory', async () => {
    const { id } = await file('qy1')
    await toPower(id)
    const round = async (examiner = 'appeal1') => {
      await doing('dept1', 'deal', { id, ...answer })
      return doing(examiner, 'examine', { id, examineState: 1 })
    }
    expect((await round()).data).toMatchObject({ state: 4 })
    expect((await doing('qy1', 'evaluate', { id, score: 1, content: '并没有恢复', redo: true })).data).toMatchObject({ state: 2 })
    expect((await round()).code, 'one level up: another examines it').toBe('OWN_WORK')
    expect((await doing('leader1', 'examine', { id, examineState: 1 })).data).toMatchObject({ state: 4 })
    expect((await doing('qy1', 'evaluate', { id, score: 1, redo: true })).msg).toBe('该诉求已经重办过一次')
    expect((await doing('qy1', 'evaluate', { id, score: 4 })).success).toBe(true)
  })
  it('a person who acts for a company sees the company’s appeals, but not with their own log-in', async () => {
    const { id } = await file('qy1')
    const { person, self } = await actingFor(t, 'gr1', 'qy1')
    expect((await person.get('/appeal/info/findById', { id })).body.success).toBe(true)
    expect((await (await self()).get('/appeal/info/findById', { id })).body.code).toBe('NOT_FOUND')
  })
})

describe('the author of an answer never reviews it', () => {
  it('also when the service centre answers directly', async () => {
    const { id } = await file('qy1')
    expect((await doing('front1', 'deal', { id, ...answer })).data).toMatchObject({ state: 3 })
    expect((await doing('front1', 'examine', { id, examineState: 1 })).code).toBe('OWN_WORK')
    expect((await doing('appeal1', 'examine', { id, examineState: 1 })).data).toMatchObject({ state: 4 })
    expect((await doing('appeal1', 'archive', { id })).success).toBe(false)
  })
  it('also when it was sent back and a colleague wrote the next one', async () => {
    const { id } = await file('qy1')
    await doing('front1', 'deal', { id, ...answer })
    expect((await doing('leader1', 'examine', { id, examineState: 2, opinion: '请写明时间' })).data).toMatchObject({ state: 2 })
    expect((await doing('appeal1', 'deal', { id, ...answer })).data).toMatchObject({ state: 3 })
    const waits = async (who: string) =>
      (await t.as(who).get('/appeal/info/list', { forMe: 1, pageSize: 100 })).body.data.list.map((one: { id: number }) => one.id)
    expect(await waits('front1')).not.toContain(id)
    expect(await waits('leader1')).toContain(id)
    for (const who of ['front1', 'appeal1']) expect((await doing(who, 'examine', { id, examineState: 1 })).code, who).toBe('OWN_WORK')
    expect((await doing('leader1', 'examine', { id, examineState: 1 })).data).toMatchObject({ state: 4 })
  })
})

describe('the list for staff', () => {
  it('contains the appeals that the access rules allow, and its figures agree with it', async () => {
    const list = async (who: string, query = {}) => (await t.as(who).get('/appeal/info/list', { pageSize: 100, ...query })).body.data
    const [all, offices] = [await list('front1'), await list('dept2')]
    expect(all.total).toBeGreaterThan(offices.total)
    for (const row of offices.list)
      expect((await read('dept2', row.id)).data.offices.map((o: { name: string }) => o.name)).toContain('县科技局')
    const late = await list('front1', { overdue: 1 })
    expect(late.list.every((row: { overdue: boolean }) => row.overdue)).toBe(true)
    const found = await list('front1', { state: 6 })
    expect(found.list.every((row: { state: number }) => row.state === 6)).toBe(true)
    const todo = (await t.as('front1').get('/work/list')).body.data.list.find((one: { kind: string }) => one.kind === 'appeal')
    expect(todo.count).toBe((await list('front1', { forMe: 1 })).total)
    expect(todo.overdue).toBe((await list('front1', { forMe: 1, overdue: 1 })).total)
    expect(todo).toMatchObject({ overdue: expect.any(Number), oldest: expect.stringMatching(/^20/), first: { title: '最早到期的诉求' } })
    const days = todo.first.list.map((one: { deadline: string | null }) => one.deadline ?? '9')
    expect(days).toEqual(days.toSorted())
    expect((await t.as('front1').get('/appeal/info/list', { state: 0 })).status).toBe(400)
  })
})

describe('the promised date', () => {
  const told = async (who: string, id: number) =>
    (await t.as(who).get('/sys/notice/list', { pageSize: 100 })).body.data.list
      .filter(
        (notice: { link: string; title: string }) => notice.link === `/work/adminAppeal?id=${id}` && /到期|超过|超期/.test(notice.title),
      )
      .map((notice: { title: string }) => notice.title)
  it('brings a reminder to the office on that day, and the day after to office, service centre and leader, once each', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { id } = await file('qy1')
    await toPower(id)
    await runRecurring(t.kernel, 'appeal.clock')
    expect(await told('dept1', id)).toEqual([])
    clock.set('2026-10-19T00:40:00Z')
    for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
    expect(await told('dept1', id)).toEqual([expect.stringMatching(/^诉求今天（2026-10-19）到期/)])
    expect(await told('leader1', id)).toEqual([])
    clock.set('2026-10-20T00:40:00Z')
    for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
    expect(await told('dept1', id)).toHaveLength(2)
    for (const who of ['front1', 'leader1']) expect(await told(who, id)).toEqual([expect.stringMatching(/^诉求超期 1 个工作日/)])
    expect(await told('dept2', id)).toEqual([])
  })
})
