import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { declarationTests, simple } from '../test-project.ts'

let t: TestApp
const { as, one, project, sent, decide, addCompany } = declarationTests(() => t)
beforeAll(async () => {
  t = await testApp()
})
const form = {
  ...simple(),
  amountField: 'sum',
  sections: [
    {
      key: 's',
      title: '内容',
      fields: [
        { key: 'title', label: '名称', type: 'text', required: true },
        { key: 'sum', label: '申请金额', type: 'money', required: true },
      ],
    },
  ],
}
const shares = (allocation: object | null) =>
  one(
    `update policy_version set rule = case when $1::jsonb is null then rule - 'allocation' else jsonb_set(rule, '{allocation}', $1::jsonb) end
     where policy_id = (select id from policy where code = 'demo-talent') returning policy_id`,
    [allocation && JSON.stringify(allocation)],
  )
const preview = async (projectId: number, who = 'editor1') => (await as(who).get('/dec/project/allocation/preview', { projectId })).body
const freeze = async (projectId: number, seen: string, more: object = {}, who = 'editor1') =>
  (await as(who).post('/dec/project/allocation/freeze', { projectId, seen, ...more })).body
const ended = (projectId: number) => one(`update project set apply_end = now() - interval '1 hour' where id = $1 returning id`, [projectId])
const asks = async (projectId: number, sum: number) => {
  const { who, companyId } = await addCompany()
  return { ...(await sent(projectId, { title: '甲', sum }, who)), companyId }
}

describe('资金分配：谁能做', () => {
  it.each([null, 'qy1', 'gr1', 'front1', 'dept1', 'admin1', 'audit1'])('refuses %s', async (who) => {
    const { id } = await project(form)
    expect((await as(who).get('/dec/project/allocation/preview', { projectId: id })).body.success).toBe(false)
    expect((await as(who).post('/dec/project/allocation/freeze', { projectId: id, seen: '0'.repeat(64) })).body.success).toBe(false)
    expect((await as(who).get('/dec/project/allocation/list', { projectId: id, no: 1 })).body.success).toBe(false)
  })
  it('reports that there is nothing to share, and that a project does not exist', async () => {
    await shares(null)
    const { id } = await project(form)
    expect((await preview(id)).data).toMatchObject({ sentence: null, rows: [], held: null })
    expect((await freeze(id, (await preview(id)).data.seen)).msg).toContain('没有规定多家怎样分配')
    expect((await preview(99_999_999)).success).toBe(false)
  })
})

describe('资金分配：按预算折算', () => {
  it('is calculated at any time, frozen after the last day, and sets the sums', async () => {
    await shares({ way: 'prorata', budget: 6 })
    const { id } = await project(form)
    const [a, b] = [await asks(id, 4), await asks(id, 8)]
    const early = (await preview(id)).data
    expect(early).toMatchObject({
      sentence: '各家合计超过预算6万元的，按同一比例折算',
      asked: 12,
      given: 6,
      held: expect.stringContaining('申报期未结束'),
    })
    expect(early.rows.map((row: { given: number }) => row.given)).toEqual([2, 4])
    expect(early.rows[0].why).toContain('规则没有核算')
    expect((await freeze(id, early.seen)).msg).toContain('申报期未结束')
    expect((await decide('front1', a.id, 'pass', { amount: 2 })).msg).toContain('请先在项目管理的“资金分配”中冻结名单')

    await ended(id)
    expect((await freeze(id, '0'.repeat(64))).code).toBe('CONFLICT')
    const seen = (await preview(id)).data.seen
    expect(seen).toBe(early.seen)
    expect((await freeze(id, seen)).data).toEqual({ no: 1 })
    expect((await freeze(id, seen)).msg).toContain('与第 1 版相同')
    expect(await auditTrail(t.kernel, 'project.allocation.freeze')).toMatchObject([
      { object_id: String(id), detail: { no: 1, rows: 2, total: 6, checksum: seen } },
    ])
    expect((await preview(id)).data).toMatchObject({ same: true, frozen: [{ no: 1, count: 2, total: 6, checksum: seen }] })

    expect((await decide('front1', a.id, 'pass', { amount: 2.5 })).fields).toMatchObject([
      { path: 'amount', message: '核定金额不能大于分配名单中的 2 万元' },
    ])
    expect((await decide('front1', a.id, 'pass', { amount: 2 })).success).toBe(true)
    // A decided applicant keeps the sum; the rest is shared again with a reason, and the first version stays.
    expect((await decide('front1', b.id, 'refuse')).success).toBe(true)
    const again = (await preview(id)).data
    expect(again).toMatchObject({ same: false, rows: [{ declareId: a.id, fixed: true, given: 2, why: '已核定，不再变动' }] })
    expect((await freeze(id, again.seen)).fields).toMatchObject([{ path: 'reason', message: '请填写重新冻结的原因' }])
    expect((await freeze(id, again.seen, { reason: '一家不予支持' })).data).toEqual({ no: 2 })
    const first = (await as('editor1').get('/dec/project/allocation/list', { projectId: id, no: 1 })).body.data
    expect(first).toMatchObject({ checksum: seen, rows: [{ given: 2 }, { given: 4 }] })
  })
})

describe('资金分配：排名与乡镇名额', () => {
  it('ranks by a figure that the rules calculate from the archive, and refuses those below the last rank', async () => {
    await shares({ way: 'rank', places: 2, perTown: 1, rankBy: '=rdExpenseY1 - rdExpenseY2' })
    const { id } = await project(form)
    const made = [await asks(id, 3), await asks(id, 3), await asks(id, 3), await asks(id, 3)]
    const facts = [
      [100, 10, '云溪镇'],
      [300, 10, '云溪镇'],
      [50, 10, '石桥镇'],
    ] as const
    for (const [n, [now, before, town]] of facts.entries()) {
      const { companyId } = made[n]!
      await one(`update company set auth_status = '02', street_name = $2 where id = $1 returning id`, [companyId, town])
      await one(
        `insert into company_facts (company_id, facts) values ($1, $2) on conflict (company_id) do update set facts = excluded.facts returning company_id`,
        [companyId, JSON.stringify({ rdExpenseY1: now, rdExpenseY2: before })],
      )
    }
    await ended(id)
    const { rows, seen, sentence } = (await preview(id)).data
    expect(sentence).toBe('按上年度研发费用较前一年的增加额由高到低排名取前2名，每个乡镇（街道）最多1家')
    expect(rows[0]).toMatchObject({ figure: 290, figureUnit: '万元' })
    expect(rows.map((row: any) => [row.declareId, row.figure, row.place, row.given])).toEqual([
      [made[1]!.id, 290, 1, 3],
      [made[0]!.id, 90, 2, 0],
      [made[2]!.id, 40, 3, 3],
      [made[3]!.id, null, null, 0],
    ])
    expect((await freeze(id, seen)).success).toBe(true)
    const ground = { kind: 'original', words: '已在窗口核对研发费用专项审计报告原件' }
    expect((await decide('front1', made[0]!.id, 'pass', { amount: 3, ground })).msg).toBe(
      '按第 1 版分配名单不予支持：第 2 名，本乡镇（街道）名额已满',
    )
  })
})

describe('资金分配：同一实际控制人', () => {
  const codeOf = async (companyId: number) =>
    (await one<{ credit_code: string }>('select credit_code from company where id = $1', [companyId])).credit_code
  /** Creates a relation of two companies; `other` need not be on the platform. */
  const related = async (companyId: number, other: string, state: number, until: string | null = null) => {
    const mine = await codeOf(companyId)
    await one(
      `insert into company_relation (company_id, other_code, other_name, pair, kind, since, until, source, state, created_at)
       values ($1, $2, '关联', $3, 'common', '2020-01-01', $4, 'staff', $5, now()) returning id`,
      [companyId, other, [mine, other].toSorted().join(' '), until, state],
    )
  }
  it('pays one of the companies that confirmed relations connect, also through a third; others are not affected', async () => {
    await shares({ way: 'first', budget: 100, perGroup: 1 })
    const { id } = await project(form)
    const made = []
    for (let n = 0; n < 5; n++) made.push(await asks(id, 3))
    const [a, b, c, d, e] = made.map(({ companyId }) => companyId)
    await related(a!, await codeOf(b!), 1)
    // The third company, related to both, is not on the platform.
    await related(b!, '91339999MAEG9OUT1A', 1)
    await related(c!, '91339999MAEG9OUT1A', 1)
    await related(d!, await codeOf(a!), 0)
    await related(e!, await codeOf(a!), 1, '2021-12-31')
    const { rows, sentence } = (await preview(id)).data
    expect(sentence).toContain('同一实际控制人或母子公司（按平台确认的关联企业）最多1家')
    expect(rows.map((row: any) => [row.declareId, row.given])).toEqual([
      [made[0]!.id, 3],
      [made[1]!.id, 0],
      [made[2]!.id, 0],
      [made[3]!.id, 3],
      [made[4]!.id, 3],
    ])
    expect(rows[2].why).toBe('第 3 名，同一实际控制人或母子公司的名额已满')
  })
  it('gives each rank its own sum', async () => {
    await shares({
      way: 'rank',
      rankBy: 'rdExpenseY1',
      awards: [
        { to: 1, amount: 3 },
        { to: 2, amount: 1 },
      ],
    })
    const { id } = await project(form)
    const made = [await asks(id, 3), await asks(id, 3), await asks(id, 3)]
    for (const [n, rdExpenseY1] of [100, 300, 200].entries()) {
      const { companyId } = made[n]!
      await one(`update company set auth_status = '02' where id = $1 returning id`, [companyId])
      await one(
        `insert into company_facts (company_id, facts) values ($1, $2) on conflict (company_id) do update set facts = excluded.facts returning company_id`,
        [companyId, JSON.stringify({ rdExpenseY1 })],
      )
    }
    const { rows } = (await preview(id)).data
    expect(rows.map((row: any) => [row.declareId, row.place, row.given, row.why])).toEqual([
      [made[1]!.id, 1, 3, '第 1 名，奖 3 万元'],
      [made[2]!.id, 2, 1, '第 2 名，奖 1 万元'],
      [made[0]!.id, null, 0, '不在给奖的名次之内'],
    ])
  })
})

describe('资金分配：各人看到的范围', () => {
  const desk = async (who: string, declareId: number) => (await as(who).get('/dec/declare/allocation', { id: declareId })).body
  it.each([null, 'qy1', 'gr1', 'editor1', 'admin1', 'audit1'])('the list of a declaration is refused to %s', async (who) => {
    const { id } = await project(form)
    const mine = await asks(id, 1)
    expect((await as(who).get('/dec/declare/allocation', { id: mine.id })).body.success).toBe(false)
  })
  it('there is no list of a project that the roles of a manager do not open', async () => {
    await shares({ way: 'prorata', budget: 6 })
    const { id } = await project(form)
    await asks(id, 4)
    const seen = (await preview(id)).data.seen
    await ended(id)
    await one(
      `update row_rule set scope = 'own' where resource = 'project' and role_id in
        (select role_id from user_role where user_id = (select id from sys_user where user_name = 'editor1')) returning id`,
    )
    await one(`update project set created_by = null where id = $1 returning id`, [id])
    await expect.poll(async () => (await preview(id)).success, { timeout: 8000 }).toBe(false)
    expect((await freeze(id, seen)).success).toBe(false)
    expect((await as('editor1').get('/dec/project/allocation/list', { projectId: id, no: 1 })).body.success).toBe(false)
    await one(`update row_rule set scope = 'all' where resource = 'project' and role_id in
        (select role_id from user_role where user_id = (select id from sys_user where user_name = 'editor1')) returning id`)
    await expect.poll(async () => (await preview(id)).success, { timeout: 8000 }).toBe(true)
  })
  it('those who decide read it at the declaration, first as it would be now, then as it was frozen', async () => {
    await shares({ way: 'prorata', budget: 6 })
    const { id } = await project(form)
    const [a, b] = [await asks(id, 4), await asks(id, 8)]
    expect((await desk('front1', a.id)).data).toMatchObject({ no: null, way: 'prorata', hidden: 0, rows: [{ given: 2 }, { given: 4 }] })
    await ended(id)
    await freeze(id, (await preview(id)).data.seen)
    expect((await desk('front1', b.id)).data).toMatchObject({ no: 1, sentence: '各家合计超过预算6万元的，按同一比例折算' })
    await shares(null)
    const { id: other } = await project(form)
    expect((await desk('front1', (await asks(other, 1)).id)).data).toBeNull()
  })
})
