import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { judgePolicies } from '../matching/index.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-09-14T02:00:00Z')
let t: TestApp
const office: Record<string, number> = {}
beforeAll(async () => {
  t = await testApp({ clock })
  // Removes the demo's appeals.
  await t.kernel.db.deleteFrom('appeal').execute()
  await t.kernel.db.deleteFrom('appeal_route').execute()
  await t.kernel.db.deleteFrom('numbering').where('prefix', '=', 'SQ').execute()
  for (const row of await t.kernel.db.selectFrom('office').select(['id', 'code']).execute()) office[row.code] = row.id
})
let n = 0
const file = async (who: string, more: object = {}) => {
  const body = {
    typeId: 1601,
    title: `开发区东片每周限电两天 ${++n}`,
    content: '九月以来开发区东片每周限电两天，订单延误，请协调错峰安排。',
    contact: '林小满',
    phone: '13812345678',
    submit: true,
    ...more,
  }
  return (await t.as(who).post('/appeal/info/save', body)).body.data as { id: number; appealNo: string; deadline: string }
}
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
const answer = { dealContent: '已协调供电公司调整为夜间错峰，本周起执行。', result: 'solved' }
const statesOf = async (ids: readonly number[]) =>
  (await t.kernel.db.selectFrom('appeal').select('state').where('id', 'in', ids).orderBy('id').execute()).map((row) => row.state)

describe('appeals with one cause', () => {
  it('are merged by the service centre, if it sees them, and refused when they do not fit together', async () => {
    const [a, b] = [await file('qy1'), await file('qy2')]
    expect((await doing('dept1', 'merge', { ids: [b.id], leadId: a.id })).code).toBe('FORBIDDEN')
    expect((await doing('qy1', 'merge', { ids: [b.id], leadId: a.id })).code).toBe('FORBIDDEN')
    const told = async (body: object) => (await doing('front1', 'merge', body)).fields?.[0]
    expect(await told({ ids: [], leadId: a.id })).toEqual({ path: 'ids', message: '请选择要合并的诉求' })
    expect(await told({ ids: [a.id], leadId: a.id })).toEqual({ path: 'ids', message: '请另选至少一件诉求' })
    expect(await told({ ids: Array.from({ length: 201 }, (_, i) => i + 1), leadId: a.id })).toEqual({
      path: 'ids',
      message: '一次最多合并 200 件',
    })
    expect(await told({ ids: [999_999], leadId: a.id })).toEqual({ path: 'ids', message: '所选的诉求有的不存在或已被删除' })
    expect(await told({ ids: [b.id], leadId: 999_999 })).toEqual({ path: 'leadId', message: '主办的诉求不存在或已被删除' })
    await doing('front1', 'transfer', { id: b.id, officeId: office.jxj })
    expect((await doing('front1', 'merge', { ids: [b.id], leadId: a.id })).msg).toContain('已经转办，请以已转办的为主')
    expect((await read('front1', b.id)).data.mergedInto).toBe(null)
  })
  it('share one answer; each sender is notified and evaluates alone', async () => {
    const [lead, second, third] = [await file('qy1'), await file('qy2'), await file('gr1')]
    expect((await doing('front1', 'merge', { ids: [second.id, third.id, second.id], leadId: lead.id })).data).toEqual({
      id: lead.id,
      merged: 2,
    })
    expect((await doing('front1', 'merge', { ids: [second.id], leadId: lead.id })).msg).toBe('该诉求已合并办理')
    const again = await file('qy1')
    expect((await doing('front1', 'merge', { ids: [again.id], leadId: second.id })).fields?.[0]?.message).toContain('请以那一件为主')
    expect((await doing('front1', 'merge', { ids: [lead.id], leadId: again.id })).msg).toContain('下已合并有其他诉求')
    expect((await doing('front1', 'transfer', { id: second.id, officeId: office.jxj })).msg).toBe(
      '该诉求已合并办理，随主办的那一件一起办理',
    )
    expect((await doing('front1', 'transfer', { id: lead.id, officeId: office.jxj })).data).toMatchObject({ state: 2 })
    const ids = [lead.id, second.id, third.id]
    expect(await statesOf(ids)).toEqual([2, 2, 2])
    expect((await read('dept1', lead.id)).data.merged.map((row: { id: number }) => row.id)).toEqual([second.id, third.id])
    expect((await read('dept1', third.id)).data).toMatchObject({ mergedInto: { id: lead.id, appealNo: lead.appealNo }, allowed: [] })
    expect((await doing('dept1', 'deal', { id: third.id, ...answer })).success).toBe(false)
    expect((await doing('dept1', 'deal', { id: lead.id, ...answer })).data).toMatchObject({ state: 3 })
    expect(await statesOf(ids)).toEqual([3, 3, 3])
    expect((await doing('front1', 'examine', { id: lead.id, examineState: 1 })).data).toMatchObject({ state: 4 })
    expect(await statesOf(ids)).toEqual([4, 4, 4])
    const mine = (await read('gr1', third.id)).data
    expect(mine).toMatchObject({ dealContent: answer.dealContent, mergedInto: null, mergedCount: 0, allowed: ['evaluate', 'redo'] })
    expect(JSON.stringify(mine)).not.toContain(lead.appealNo)
    for (const [who, one] of [
      ['qy1', lead],
      ['qy2', second],
      ['gr1', third],
    ] as const) {
      const list = (await t.as(who).get('/sys/notice/list', { kind: 'appeal' })).body.data.list
      const links = list.filter((notice: { link: string; title: string }) => notice.title.endsWith('已办结，请评价'))
      expect(links[0].link).toBe(`/work/myAppeal?id=${one.id}`)
    }
    expect((await doing('qy2', 'evaluate', { id: second.id, score: 5 })).success).toBe(true)
    expect((await doing('gr1', 'evaluate', { id: third.id, score: 1, content: '我这里没有恢复', redo: true })).data).toMatchObject({
      state: 2,
    })
    expect((await read('front1', third.id)).data).toMatchObject({ mergedInto: null, level: 2 })
    expect(await statesOf(ids)).toEqual([4, 4, 2])
  })
  it('when the sender of the leading appeal withdraws it, the oldest of the others leads', async () => {
    const [lead, second, third] = [await file('qy1'), await file('qy2'), await file('gr1')]
    await doing('front1', 'merge', { ids: [second.id, third.id], leadId: lead.id })
    expect((await doing('qy1', 'withdraw', { id: lead.id })).data).toMatchObject({ state: 7 })
    expect((await read('front1', third.id)).data.mergedInto).toMatchObject({ id: second.id })
    expect((await doing('front1', 'transfer', { id: second.id, officeId: office.jxj })).success).toBe(true)
    expect(await statesOf([lead.id, second.id, third.id])).toEqual([7, 2, 2])
  })
  // Seen red without the row lock of lockAppeals and the version in the UPDATE of `move`: an appeal followed one that was itself merged.
  it('parallel merge and withdrawal, answer and withdrawal, or two merges have the result of one or the other', async () => {
    await Promise.all(['front1', 'appeal1', 'qy1', 'qy2', 'dept1'].map((who) => t.as(who).get('/work/list')))
    for (let round = 0; round < 5; round++) {
      const [a, b, c] = [await file('qy1'), await file('qy2'), await file('gr1')]
      await Promise.all([
        doing('front1', 'merge', { ids: [b.id, c.id], leadId: a.id }),
        doing('appeal1', 'merge', { ids: [a.id, c.id], leadId: b.id }),
        doing('qy2', 'withdraw', { id: b.id }),
      ])
      const rows = await t.kernel.db
        .selectFrom('appeal')
        .select(['id', 'state', 'merged_into'])
        .where('id', 'in', [a.id, b.id, c.id])
        .execute()
      // No appeal follows one that is itself merged, was removed, or is itself.
      for (const row of rows.filter((one) => one.merged_into !== null && one.state < 5)) {
        const lead = rows.find((one) => one.id === row.merged_into)!
        expect(lead).toMatchObject({ merged_into: null, state: row.state })
      }
      const log = await t.kernel.db
        .selectFrom('flow_log')
        .select(['row_id', 'row_version'])
        .where('flow', '=', 'appeal')
        .where('row_id', 'in', [a.id, b.id, c.id])
        .execute()
      expect(new Set(log.map((row) => `${row.row_id} ${row.row_version} `)).size).toBeGreaterThanOrEqual(log.length - 3)
    }
  })
  it('two hundred are answered within three seconds', async () => {
    const lead = await file('qy1')
    const user = await t.kernel.db
      .selectFrom('sys_user')
      .select(['id', 'company_id'])
      .where('user_name', '=', 'qy2')
      .executeTakeFirstOrThrow()
    const copy = await t.kernel.db.selectFrom('appeal').selectAll().where('id', '=', lead.id).executeTakeFirstOrThrow()
    const made = await t.kernel.db
      .insertInto('appeal')
      .values(
        Array.from({ length: 200 }, (_, i) => {
          const { id: _id, trace: _trace, ...rest } = copy
          return { ...rest, user_id: user.id, company_id: user.company_id, title: `限电 ${i}`, appeal_no: `SQ-MANY-${i}` }
        }),
      )
      .returning('id')
      .execute()
    expect((await doing('front1', 'merge', { ids: made.map((row) => row.id), leadId: lead.id })).data).toMatchObject({ merged: 200 })
    await doing('front1', 'transfer', { id: lead.id, officeId: office.jxj })
    const begin = performance.now()
    expect((await doing('dept1', 'deal', { id: lead.id, ...answer })).success).toBe(true)
    expect((await doing('front1', 'examine', { id: lead.id, examineState: 1 })).success).toBe(true)
    const took = performance.now() - begin
    expect(new Set(await statesOf(made.map((row) => row.id)))).toEqual(new Set([4]))
    // The limit on a separate machine is three seconds (npm run bench -- appeal); this one is shared with other tests.
    expect(took).toBeLessThan(15_000)
  }, 60_000)
})

describe('similar appeals', () => {
  it('are found by their words: for staff open appeals that they may see, for a sender their own and published answers', async () => {
    const a = await file('qy1', {
      title: '厂区门口公交站点撤销，工人上下班不便',
      content: '公交站点撤销以后，三百名工人上下班要走两公里。',
      typeId: 1601,
    })
    const b = await file('qy2', { title: '公交站点撤销', content: '工人上下班很不方便，请恢复厂区门口的公交站点。', typeId: 1601 })
    const like = async (who: string, query: object) => (await t.as(who).get('/appeal/info/similar', { ...query })).body.data
    const found = await like('front1', { text: '厂区门口的公交站点撤销，工人上下班不便', id: a.id })
    expect(found.open[0]).toMatchObject({ id: b.id, mergeable: true })
    expect(found.open[0].share).toBeGreaterThan(50)
    // Without a text, the appeal's own words are used, however many they are.
    expect((await like('front1', { id: a.id })).open[0]).toMatchObject({ id: b.id })
    const long = await file('qy1', {
      title: '公交站点撤销',
      content: `工人上下班很不方便。${'请恢复厂区门口的公交站点。'.repeat(150)}`,
      typeId: 1601,
    })
    expect((await like('front1', { id: long.id })).open.map((row: { id: number }) => row.id)).toContain(b.id)
    for (const who of ['dept2', 'qy2']) expect((await t.as(who).get('/appeal/info/similar', { id: a.id })).body.code).toBe('NOT_FOUND')
    expect((await t.as('front1').get('/appeal/info/similar', { text: '字'.repeat(501) })).body.fields?.[0]?.path).toBe('text')
    await doing('qy1', 'withdraw', { id: long.id })
    expect((await like('dept2', { text: '公交站点撤销' })).open).toEqual([])
    expect((await like('qy2', { text: '公交站点撤销，工人上下班不便' })).open.map((row: { id: number }) => row.id)).toEqual([b.id])
    expect((await like('qy1', { text: '的 了' })).open).toEqual([])
    expect((await t.as(null).get('/appeal/info/similar', { text: '公交' })).status).toBe(401)
    const listed = (await t.as('front1').get('/appeal/info/list', { keyword: '公交 站点' })).body.data
    expect(listed.list.map((row: { id: number }) => row.id).toSorted()).toEqual([a.id, b.id, long.id].toSorted())
    expect((await t.as('front1').get('/appeal/info/list', { keyword: a.appealNo.toLowerCase() })).body.data.total).toBe(1)
  })
})

describe('an extension', () => {
  it('is requested by the office in charge and granted once by the service centre; the sender reads the reason', async () => {
    const { id, deadline } = await file('qy1')
    const ask = (who: string, days: number, reason = '须待上级电网检修') => doing(who, 'extend', { id, days, reason })
    expect((await ask('qy1', 5)).code).toBe('FORBIDDEN')
    expect((await ask('dept1', 5)).code).toBe('NOT_FOUND')
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    expect((await ask('dept1', 5, '')).fields?.[0]).toEqual({ path: 'reason', message: '请填写延期的理由' })
    expect((await ask('dept1', 16)).fields?.[0]?.path).toBe('days')
    expect((await ask('leader1', 5)).code).toBe('FORBIDDEN')
    expect((await ask('dept1', 5)).success).toBe(true)
    expect((await ask('dept1', 5)).msg).toBe('已经申请延期，请等待服务中心答复')
    expect((await read('front1', id)).data.extension).toEqual({ days: 5, reason: '须待上级电网检修' })
    expect((await ask('front1', 0, '五天足够')).success).toBe(true)
    expect((await ask('front1', 0, '五天足够')).msg).toBe('办理部门没有申请延期')
    expect(new Date((await read('qy1', id)).data.deadline).getTime()).toBe(new Date(deadline).getTime())
    await ask('dept1', 5)
    expect((await ask('front1', 3)).success).toBe(true)
    const mine = (await read('qy1', id)).data
    // Five working days: the last is Sunday the 20th, a working day because of National Day; then three more.
    expect(new Date(deadline).toISOString()).toBe('2026-09-20T15:59:59.000Z')
    expect(new Date(mine.deadline).toISOString()).toBe('2026-09-23T15:59:59.000Z')
    expect(mine.extendedDays).toBe(3)
    expect(mine.steps.at(-1)).toMatchObject({ name: '延期', reason: '须待上级电网检修', detail: '3 个工作日' })
    expect(JSON.stringify(mine.steps)).not.toContain('五天足够')
    expect((await ask('front1', 3)).msg).toBe('该诉求已经延期一次')
  })
  it('is not granted after the promised date; then the appeal goes one level up', async () => {
    const { id } = await file('qy1')
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    clock.set('2026-09-28T02:00:00Z')
    expect((await doing('front1', 'extend', { id, days: 3, reason: '再等等' })).msg).toBe('已超过承诺办结日，不能再延期')
    for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
    expect((await read('leader1', id)).data.level).toBe(2)
    const told = (await t.as('leader1').get('/sys/notice/list', { pageSize: 100 })).body.data.list
    expect(
      told.filter((one: { link: string; title: string }) => one.link.endsWith(`=${id}`) && one.title.startsWith('提级督办')),
    ).toHaveLength(1)
    expect((await t.as('leader1').get('/appeal/info/list', { level: 2, keyword: '限电' })).body.data.total).toBeGreaterThan(0)
  })
})

describe('the office in charge', () => {
  const route = (body: object, who = 'front1') => t.as(who).post('/appeal/route/saveOrUpdate', body)
  const proposed = async (id: number) => (await read('front1', id)).data.proposed
  it('is found by the most specific rule, and before that by a ruling', async () => {
    expect((await route({ officeId: office.kjj, typeId: 16 }, 'dept1')).body.code).toBe('FORBIDDEN')
    expect((await route({ officeId: office.kjj })).body.fields?.[0]).toEqual({ path: 'typeId', message: '请至少选择一项条件' })
    expect((await route({ officeId: 999_999, typeId: 16 })).body.fields?.[0]?.path).toBe('officeId')
    expect((await route({ officeId: office.kjj, street: '110101001' })).body.fields?.[0]?.message).toBe('请选择镇街')
    await route({ officeId: office.kjj, typeId: 16 })
    expect((await route({ officeId: office.fgj, typeId: 16 })).body.fields?.[0]?.message).toBe('已有条件相同的分办规则，请直接修改')
    const { id } = await file('qy1')
    expect(await proposed(id)).toMatchObject({ officeName: '县科技局', ground: '依据：分办规则“要素保障”' })
    await route({ officeId: office.fgj, typeId: 1601, sender: 'company' })
    expect(await proposed(id)).toMatchObject({ officeId: office.fgj, ground: '依据：分办规则“用电 · 企业”' })
    const person = await file('gr1')
    expect(await proposed(person.id)).toMatchObject({ officeId: office.kjj })
  })
})

describe('answer templates', () => {
  it('are managed by the service centre and offered to those who answer, those of the type first', async () => {
    const save = (body: object, who = 'front1') => t.as(who).post('/appeal/template/saveOrUpdate', body)
    expect((await save({ title: '限电', content: '…' }, 'dept1')).body.code).toBe('FORBIDDEN')
    expect((await save({ title: '', content: '' })).body.fields?.map((f: { path: string }) => f.path)).toEqual(['title', 'content'])
    await t.kernel.db.deleteFrom('appeal_template').execute()
    await save({ title: '通用', content: '您反映的问题已收悉。' })
    await save({ title: '限电', content: '已协调供电公司。', typeId: 1601 })
    await save({ title: '贷款', content: '已对接银行。', typeId: 13 })
    const titles = (await t.as('dept1').get('/appeal/template/options', { typeId: 1601 })).body.data.map(
      (one: { title: string }) => one.title,
    )
    expect(titles).toEqual(['限电', '通用'])
    expect((await t.as('qy1').get('/appeal/template/options')).body.code).toBe('FORBIDDEN')
  })
})

describe('appeals without a policy', () => {
  it('are counted by type, industry and street, linked to a later policy, and the sender is notified once, with the verdict', async () => {
    const { id } = await file('qy1', { noPolicy: 1, title: '绿电交易没有补贴 13812345678' })
    expect((await t.as('dept1').get('/appeal/gap/list')).body.code).toBe('FORBIDDEN')
    const rows = (await t.as('editor1').get('/appeal/gap/list', { typeId: 16 })).body.data.list
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ typeName: '要素保障', count: 1, policy: null, titles: ['绿电交易没有补贴 138****5678'] })
    const { typeId, industry, street } = rows[0]
    const tie = (policyId?: number) => t.as('editor1').post('/appeal/gap/tie', { typeId, industry, street, policyId })
    expect((await tie(999_999)).body.fields?.[0]?.message).toBe('该政策不存在或已被删除')
    const policy = await t.kernel.db
      .selectFrom('policy')
      .select(['id', 'title'])
      .where('state', '=', 2)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await t.kernel.db.updateTable('policy').set({ state: 0 }).where('id', '=', policy.id).execute()
    expect((await tie(policy.id)).body.data).toEqual({ count: 1 })
    await runRecurring(t.kernel, 'appeal.gaps')
    const told = async () =>
      (await t.as('qy1').get('/sys/notice/list', { kind: 'appeal', pageSize: 100 })).body.data.list.filter((one: { title: string }) =>
        one.title.includes('有了新政策'),
      )
    expect(await told()).toEqual([])
    await t.kernel.db.updateTable('policy').set({ state: 2 }).where('id', '=', policy.id).execute()
    for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.gaps')
    expect(await told()).toHaveLength(1)
    expect((await told())[0].title).toContain(policy.title)
    expect((await tie()).body.msg).toBe('没有可以关联的诉求，提出人都已经收到告知')
    expect((await read('qy1', id)).data.noPolicy).toBe(true)
  })
  it('an appeal on a policy stores the verdict of that day for those who answer it, with the company’s consent', async () => {
    const user = await t.kernel.db
      .selectFrom('sys_user as u')
      .innerJoin('company as c', 'c.id', 'u.company_id')
      .select(['u.user_name', 'u.company_id'])
      .where('u.user_name', 'in', ['qy1', 'qy2'])
      .where('c.auth_status', '=', '02')
      .executeTakeFirstOrThrow()
    const policy = { id: [...(await judgePolicies(t.kernel, user.company_id!))!.keys()][0]! }
    const { id } = await file(user.user_name, { polInfoId: policy.id })
    const trace = (who: string) =>
      t
        .as(who)
        .get('/appeal/info/trace', { id })
        .then((r) => r.body)
    expect((await trace('dept2')).code).toBe('NOT_FOUND')
    expect((await trace(user.user_name)).code).toBe('FORBIDDEN')
    const { data } = await trace('front1')
    expect(data).toMatchObject({ withheld: false, trace: { policyId: policy.id, asOf: '2026-09-28' } })
    const noted = await t.kernel.db.selectFrom('audit_log').select('id').where('action', '=', 'company.appeal.read').execute()
    expect(noted).toHaveLength(1)
    expect((await read('front1', id)).data.hasTrace).toBe(true)
    expect((await read(user.user_name, id)).data.hasTrace).toBe(false)
  })
})
