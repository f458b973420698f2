import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '1' } })
})
const SAVE = '/admin/ownField/save'
const REVIEW = '/admin/ownField/review'
const raw = { label: '年用电量', type: 'number', unit: '万千瓦时', group: '财务', question: '上年度用电多少？' }
const passed = async (input: object) => {
  const saved = (await t.as('editor1').post(SAVE, input)).body
  expect(saved).toMatchObject({ success: true })
  const { id, version } = saved.data
  expect((await t.as('leader1').post(REVIEW, { id, version, pass: true })).body.success).toBe(true)
  return { id, version: version + 1, key: `own${id}` }
}
const refusal = async (input: object) => (await t.as('editor1').post(SAVE, input)).body.fields

describe('自定义企业信息：谁能做', () => {
  it.each([null, 'qy1', 'gr1', 'front1', 'admin1'])('refuses %s', async (who) => {
    expect((await t.as(who).get('/admin/ownField/list?page=1&pageSize=10')).body.success).toBe(false)
    expect((await t.as(who).post(SAVE, raw)).body.success).toBe(false)
  })
  it('refuses a name already taken, a single option and an unusable formula, each at its field', async () => {
    expect(await refusal({ ...raw, label: '职工总数（从业人员）' })).toMatchObject([{ path: 'label', message: '已有同名的企业信息' }])
    expect(await refusal({ ...raw, type: 'enum', options: ['甲'] })).toMatchObject([{ path: 'options', message: '至少两个选项' }])
    expect(await refusal({ ...raw, formula: '=revenueY1 / nothing' })).toMatchObject([
      { path: 'formula', message: '公式中没有字段“nothing”' },
    ])
    expect(await refusal({ ...raw, type: 'boolean', formula: '=revenueY1 / employees' })).toMatchObject([{ path: 'type' }])
    expect(await refusal({ ...raw, type: 'enum', options: ['甲', '乙'], formula: '=revenueY1' })).toMatchObject([{ path: 'type' }])
  })
  it('is reviewed by a second person, never by its author, and is not offered before', async () => {
    const { id, version, waits } = (await t.as('editor1').post(SAVE, { ...raw, label: '待审信息' })).body.data
    expect(waits).toBe(true)
    expect((await t.as('editor1').post(REVIEW, { id, version, pass: true })).body.code).toBe('FORBIDDEN')
    expect((await t.as('leader1').post(REVIEW, { id, version, pass: false })).body.fields).toMatchObject([{ path: 'opinion' }])
    const fields = (await t.as('editor1').get('/admin/policyCalculator/fields')).body.data
    expect(JSON.stringify(fields)).not.toContain('待审信息')
    expect((await t.as('leader1').post(REVIEW, { id, version, pass: false, opinion: '已有用电数据' })).body.success).toBe(true)
    const row = (await t.as('editor1').get('/admin/ownField/list?page=1&pageSize=10')).body.data.list.find(
      (one: { id: number }) => one.id === id,
    )
    expect(row).toMatchObject({ opinion: '已有用电数据', inUse: false, current: null })
  })
})

describe('自定义企业信息：用在规则里', () => {
  let power: Awaited<ReturnType<typeof passed>>
  let each: Awaited<ReturnType<typeof passed>>
  it('an entered figure and one calculated from it', async () => {
    power = await passed(raw)
    each = await passed({ label: '万元产值电耗', type: 'number', group: '财务', formula: `=${power.key} / revenueY1` })
    const fields = (await t.as('editor1').get('/admin/policyCalculator/fields')).body.data
    expect(fields.fields.find((f: { key: string }) => f.key === power.key)).toMatchObject({ label: '年用电量', unit: '万千瓦时' })
    expect(fields.derived.find((f: { key: string }) => f.key === each.key)).toMatchObject({ label: '万元产值电耗' })
    const rule = {
      conditions: {
        all: [
          { field: power.key, op: 'gte', value: 100 },
          { field: each.key, op: 'lte', value: 0.05 },
        ],
      },
      benefits: [{ kind: 'perUnit', name: '节能奖', base: power.key, unitAmount: 0.1 }],
    }
    const tried = async (answers: object) => (await t.as('editor1').post('/admin/policyCalculator/tryRule', { rule, answers })).body.data
    expect((await tried({ [power.key]: 200, revenueY1: 5000 })).judgement).toMatchObject({ verdict: 'match', amount: { value: 20 } })
    expect((await tried({ [power.key]: 99, revenueY1: 5000 })).judgement.verdict).not.toBe('match')
    expect((await tried({ revenueY1: 5000 })).judgement).toMatchObject({ verdict: 'unknown', missing: [power.key] })
    expect((await tried({})).words).toContain('年用电量不低于100万千瓦时')
  })
  it('the company enters it in its archive, and the calculator accepts an answer of the right type', async () => {
    const archive = (await t.as('qy1').get('/dynamic/company/info/queryEntArchiveDetail')).body.data
    expect(
      archive.groups.flatMap((g: { fields: { key: string }[] }) => g.fields).find((f: { key: string }) => f.key === power.key),
    ).toBeTruthy()
    const saved = await t
      .as('qy1')
      .post('/dynamic/company/info/saveEntArchiveDetail', { version: archive.version, values: { [power.key]: 321 } })
    expect(saved.body.success).toBe(true)
    const wrong = await t.as(null).post('/corp/policyCalculator/calculate', { answers: { [power.key]: '很多' } })
    expect(wrong.body.success).toBe(false)
    expect((await t.as(null).post('/corp/policyCalculator/calculate', { answers: { [power.key]: 5 } })).body.success).toBe(true)
  })
  it('its type, unit and options are fixed once used; its uses are listed, and it cannot be disabled while it is used', async () => {
    expect(await refusal({ ...raw, id: power.id, version: power.version, type: 'integer' })).toMatchObject([{ path: 'type' }])
    expect(await refusal({ ...raw, id: power.id, version: power.version, unit: '元' })).toMatchObject([{ path: 'unit' }])
    const uses = (await t.as('editor1').get(`/admin/ownField/usedBy?id=${power.id}`)).body.data
    expect(uses).toMatchObject({ fields: ['万元产值电耗'], companies: 1 })
    const stop = { id: power.id, version: power.version, inUse: false }
    expect((await t.as('editor1').post('/admin/ownField/use', stop)).body.msg).toContain('万元产值电耗')
    expect((await t.as('editor1').post('/admin/ownField/use', { id: each.id, version: each.version, inUse: false })).body.success).toBe(
      true,
    )
    expect((await t.as('editor1').post('/admin/ownField/use', stop)).body.success).toBe(true)
    const fields = (await t.as('editor1').get('/admin/policyCalculator/fields')).body.data
    expect(JSON.stringify(fields)).not.toContain('年用电量')
  })
  it('options of a choice are not removed; information for staff is neither asked nor shown to the company', async () => {
    const choice = await passed({ label: '星级工厂', type: 'enum', options: ['五星', '四星'], group: '资质荣誉', seenBy: 'staff' })
    const input = { id: choice.id, version: choice.version, label: '星级工厂', type: 'enum', group: '资质荣誉', seenBy: 'staff' }
    expect(await refusal({ ...input, options: ['五星', '三星'] })).toMatchObject([
      { path: 'options', message: '已经使用的选项不能去掉：四星' },
    ])
    const added = await passed({ ...input, options: ['五星', '四星', '三星'] })
    const versions = (await t.as('editor1').get(`/admin/ownField/versions?id=${added.id}`)).body.data
    expect(versions.map((v: { no: number }) => v.no)).toEqual([2, 1])
    expect(versions[0].definition.options.map((o: { value: string }) => o.value)).toEqual(['o1', 'o2', 'o3'])
    expect(JSON.stringify((await t.as('qy1').get('/dynamic/company/info/queryEntArchiveDetail')).body.data)).not.toContain('星级工厂')
    const asked = (await t.as(null).get('/admin/policyCalculator/queryCommonQuestionnaire')).body.data
    expect(JSON.stringify(asked)).not.toContain(choice.key)
  })
})

describe('随时间变化的数和评分表', () => {
  const tried = async (rule: object, answers: object, applyDate: string) =>
    (await t.as('editor1').post('/admin/policyCalculator/tryRule', { rule, answers, applyDate })).body.data.judgement
  it('refuses an empty table, two figures for one day, and a step that no answer can equal', async () => {
    const rate = { label: '基准利率', type: 'number', unit: 'ratio', group: '财务' }
    expect(await refusal({ ...rate, origin: 'dated' })).toMatchObject([{ path: 'dated', message: '至少填写一期' }])
    const twice = [
      { from: '2026-01-01', value: 0.03 },
      { from: '2026-01-01', value: 0.04 },
    ]
    expect(await refusal({ ...rate, dated: twice })).toMatchObject([{ path: 'dated', message: '同一天起有两个数' }])
    const table = { label: '评分', type: 'number', group: '财务', origin: 'score' }
    expect(await refusal(table)).toMatchObject([{ path: 'score' }])
    const item = (field: string, at: unknown) => ({ ...table, score: [{ field, steps: [{ at, points: 10 }] }] })
    expect(await refusal(item('nothing', 1))).toMatchObject([{ path: 'score', message: expect.stringContaining('没有企业信息') }])
    expect(await refusal(item('rdOrgLevel', 'moon'))).toMatchObject([{ message: '第 1 项：有一档的标准不是可能的答案' }])
    expect(await refusal(item('employees', true))).toMatchObject([{ path: 'score' }])
  })
  it('the figure of the day of judging counts, or that of a date of the company; a new figure counts from its day on', async () => {
    const input = { label: '一年期LPR', type: 'number', unit: 'ratio', group: '财务', dated: [{ from: '2026-01-20', value: 0.03 }] }
    const lpr = await passed(input)
    const benefits = [{ kind: 'rate', name: '贴息', base: `=faLoanAmount * asOf(${lpr.key}, faLoanDate)`, rate: 0.5 }]
    const rule = { conditions: { all: [{ field: 'techStaffRatio', op: 'gte', value: `=${lpr.key}` }] }, benefits }
    const answers = { techStaff: 3, employees: 100, faLoanAmount: 2000, faLoanDate: '2026-03-01' }
    expect(await tried(rule, answers, '2026-06-30')).toMatchObject({ verdict: 'match', amount: { value: 30 } })
    expect((await tried(rule, answers, '2026-01-19')).verdict).toBe('unknown')
    const changed = { ...input, id: lpr.id, version: lpr.version, dated: [...input.dated, { from: '2026-02-20', value: 0.029 }] }
    await passed(changed)
    expect(await tried(rule, answers, '2026-06-30')).toMatchObject({ amount: { value: 29 } })
    expect(await tried(rule, { ...answers, faLoanDate: '2026-02-19' }, '2026-06-30')).toMatchObject({ amount: { value: 30 } })
    const asked = (await t.as(null).get('/admin/policyCalculator/queryCommonQuestionnaire')).body.data
    expect(JSON.stringify(asked)).not.toContain(lpr.key)
    const archive = (await t.as('qy1').get('/dynamic/company/info/queryEntArchiveDetail')).body.data
    expect(JSON.stringify(archive)).not.toContain('一年期LPR')
  })
  it('a score table is summed, may be unknown, and decides a condition', async () => {
    const score = [
      {
        field: 'infoInvestment',
        steps: [
          { at: 100, points: 20 },
          { at: 500, points: 40 },
        ],
      },
      { field: '=techStaff / employees', steps: [{ at: 0.1, points: 30 }] },
      { field: 'coreBizIT', steps: [{ at: true, points: 30 }] },
    ]
    const { key } = await passed({ label: '数字化评分', type: 'number', group: '财务', origin: 'score', score })
    const rule = {
      conditions: { all: [{ field: key, op: 'gte', value: 70 }] },
      benefits: [{ kind: 'perUnit', name: '奖', base: key, unitAmount: 0.1 }],
    }
    const answers = { infoInvestment: 500, techStaff: 10, employees: 100, coreBizIT: false }
    expect(await tried(rule, answers, '2026-06-30')).toMatchObject({ verdict: 'match', amount: { value: 7 } })
    expect((await tried(rule, { ...answers, infoInvestment: 499 }, '2026-06-30')).verdict).not.toBe('match')
    expect(await tried(rule, { infoInvestment: 500, coreBizIT: true, techStaff: 10, employees: 100 }, '2026-06-30')).toMatchObject({
      amount: { value: 10 },
    })
    expect(await tried(rule, { infoInvestment: 500 }, '2026-06-30')).toMatchObject({
      verdict: 'unknown',
      missing: ['coreBizIT', 'employees', 'techStaff'],
    })
  })
})

describe('自定义企业信息：停用之后', () => {
  it('a field is enabled again only when the field it is calculated from is enabled', async () => {
    const part = await passed({ ...raw, label: '停用的原料' })
    const whole = await passed({ label: '用原料算的', type: 'number', group: '财务', formula: `=${part.key} * 2` })
    const use = async (id: number, version: number, inUse: boolean) =>
      (await t.as('editor1').post('/admin/ownField/use', { id, version, inUse })).body
    expect((await use(whole.id, whole.version, false)).success).toBe(true)
    expect((await use(part.id, part.version, false)).success).toBe(true)
    expect((await use(whole.id, whole.version + 1, true)).fields).toMatchObject([{ path: 'formula' }])
    expect((await use(part.id, part.version + 1, true)).success).toBe(true)
    expect((await use(whole.id, whole.version + 1, true)).success).toBe(true)
  })
})
