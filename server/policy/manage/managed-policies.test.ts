import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { giveRights } from '../../../seed/added.ts'
import { managedSorts } from '../../../contract/policy/managed-policies.ts'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart, png } from '../../kernel/testing/samples.ts'
import { reviewAsItStands } from '../testing/moves.ts'

let app: TestApp
const clock = movableClock(new Date())
beforeAll(async () => {
  app = await testApp({ clock })
  // In this test front1 writes policies but may not publish them.
  await giveRights(app.kernel.db, { front: ['policy:read', 'policy:edit'] })
})

const draft = (over: Record<string, unknown> = {}) => ({
  policyTitle: '县级智能化改造补助',
  policyNo: '云政发〔2026〕8号',
  policyDepName: '县经信局、县财政局',
  level: '4',
  supportModes: ['01'],
  industries: ['C'],
  summary: '对智能化改造投入给予补助。',
  content: '<h2>支持内容</h2><p>按投入的一成补助。</p>',
  applyFrom: today(clock),
  applyTo: addDays(today(clock), 30),
  period: '全年受理',
  materials: [{ name: '申请表' }],
  process: [{ title: '网上申报', text: '填表' }],
  rule: {
    conditions: {
      all: [
        { id: 'c1', field: 'countyRegistered', op: 'eq', value: true, label: '在本县注册纳税' },
        { id: 'c2', field: 'equipmentInvestment', op: 'gte', value: 100, unit: '万元', label: '设备投资≥100万元' },
      ],
    },
    benefits: [
      { kind: 'rate', name: '设备补助', base: 'equipmentInvestment', rate: 0.1, cap: 80, unit: '万元', formula: '投资×10%，最高80万元' },
    ],
  },
  ...over,
})
const save = (who: string | null, body: object) => app.as(who).post('/pol/info/saveOrUpdate', body)
const added = async (over: Record<string, unknown> = {}): Promise<{ id: number; version: number }> =>
  (await save('editor1', draft(over))).body.data
const move = (who: string, name: string, id: number, more: Record<string, string> = {}) =>
  app.as(who).form(`/pol/info/${name}`, { id: String(id), ...more })
const shown = async (id: number) => (await app.as(null).get('/policy/doc/policyDetail', { id })).body

describe('managing policies is refused', () => {
  it('without the right', async () => {
    for (const who of ['qy1', 'gr1', 'dept1', 'admin1']) {
      expect((await app.as(who).get('/pol/info/list')).body.code, who).toBe('FORBIDDEN')
      expect((await save(who, draft())).body.code, who).toBe('FORBIDDEN')
    }
    expect((await save('leader1', draft())).body.code).toBe('FORBIDDEN')
    expect((await save(null, draft())).status).toBe(401)
    expect((await app.as('leader1').get('/pol/info/list')).body.success).toBe(true)
  })
  it.each([
    ['no title', { policyTitle: ' ' }, 'policyTitle'],
    ['a title of 201 characters', { policyTitle: '策'.repeat(201) }, 'policyTitle'],
    ['a level that does not exist', { level: '9' }, 'level'],
    ['no support mode', { supportModes: [] }, 'supportModes'],
    ['an end before its beginning', { applyTo: '2020-01-01' }, 'applyTo'],
    ['a direct declaration without address', { urlType: 1 }, 'applyUrl'],
    ['an address that runs script', { applyUrl: 'javascript:alert(1)' }, 'applyUrl'],
    ['a body of nothing but script', { content: '<script>alert(1)</script><p> </p>' }, 'content'],
    ['a field that only the server sets', { state: 2 }, 'state'],
    ['an id without version', { id: 1 }, 'version'],
    ['a successor that does not exist', { supersededByCode: 'no-such' }, 'supersededByCode'],
  ])('with %s', async (_what, over, path) => {
    const { status, body } = await save('editor1', draft(over))
    expect(status).toBe(400)
    expect(body.fields!.map((f) => f.path)).toContain(path)
  })
  it('with a rule that the engine cannot use; the refusal names the path', async () => {
    const rule = draft().rule
    const misspelt = await save(
      'editor1',
      draft({
        rule: { ...rule, conditions: { all: [rule.conditions.all[0], { any: [{ field: 'equipmentInvestmnt', op: 'gte', value: 1 }] }] } },
      }),
    )
    expect(misspelt.status).toBe(400)
    expect(misspelt.body.fields![0]).toMatchObject({
      path: expect.stringMatching(/^rule\.conditions\.all\[1\]\.any\[0\]/),
      message: expect.stringContaining('equipmentInvestmnt'),
    })
    const operator = await save(
      'editor1',
      draft({ rule: { ...rule, conditions: { field: 'equipmentInvestment', op: 'roughly', value: 1 } } }),
    )
    expect(operator.body.fields![0]!.path).toMatch(/^rule\.conditions/)
    const benefit = await save('editor1', draft({ rule: { ...rule, benefits: [{ ...rule.benefits[0], base: 'noSuchField' }] } }))
    expect(benefit.body.fields![0]!.path).toMatch(/^rule\.benefits\[0\]/)
    const deep = async (levels: number) => {
      const payload = JSON.stringify(draft())
        .replace('"conditions":{', `"conditions":${'{"not":'.repeat(levels)}{`)
        .replace('},"benefits":', `}${'}'.repeat(levels)},"benefits":`)
      const headers = { 'content-type': 'application/json' }
      const answer = await app.as('editor1').send({ method: 'POST', url: '/pol/info/saveOrUpdate', headers, payload })
      expect(answer.status).toBe(400)
      return answer.body.fields
    }
    expect(await deep(200)).toEqual([{ path: 'rule', message: '规则嵌套过深' }])
    expect(await deep(15_000)).toEqual([{ path: '', message: '内容嵌套过深：最多 256 层' }])
  })
  it('with a condition from a clause that the text does not have; an existing clause is saved', async () => {
    const { rule } = draft()
    const named = (clause: string) => ({ ...rule, conditions: { all: [{ ...rule.conditions.all[0], clause }, rule.conditions.all[1]] } })
    const content = '<p>第一条 支持对象</p><p>第二条 标准</p>'
    const wrong = await save('editor1', draft({ content, rule: named('第九条') }))
    expect(wrong.body.fields).toEqual([{ path: 'rule.conditions.all[0].clause', message: '正文中没有“第九条”' }])
    const { id } = await added({ content, rule: named('第二条') })
    const read = (await app.as('editor1').get('/pol/info/findById', { id })).body.data
    expect(read.rule.conditions.all[0].clause).toBe('第二条')
    await move('editor1', 'delete', id)
  })
  it('with filters, sorts and page sizes that are not offered', async () => {
    for (const query of [
      { colour: 'red' },
      { sort: 'content' },
      { order: 'sideways' },
      { pageSize: 9001 },
      { page: 200, pageSize: 9000 },
      { state: 7 },
    ])
      expect((await app.as('editor1').get('/pol/info/list', query)).status, JSON.stringify(query)).toBe(400)
  })
  it('and nothing is saved', async () => {
    expect((await app.as('editor1').get('/pol/info/list', { state: 0 })).body.data.total).toBe(0)
  })
})

describe('the list of policies', () => {
  it('has the same rows page by page and in one page, in every order', async () => {
    for (const sort of managedSorts)
      for (const order of ['asc', 'desc']) {
        const ask = (page: number, pageSize: number) => app.as('editor1').get('/pol/info/list', { sort, order, page, pageSize })
        const whole = (await ask(1, 9000)).body.data
        expect(whole.total, sort).toBeGreaterThan(10)
        expect(whole.list, sort).toHaveLength(whole.total)
        const pages = [await ask(1, 10), await ask(2, 10), await ask(3, 10)]
        expect(pages.flatMap(({ body }) => body.data.list)).toEqual(whole.list.slice(0, 30))
      }
  })
})

describe('the chain of successors', () => {
  it('is refused when it leads back to the policy, and the refusal names the chain', async () => {
    const made = async (policyTitle: string, over: object = {}) => {
      const { id } = (await save('editor1', draft({ policyTitle, ...over }))).body.data
      const { code, version } = (await app.as('editor1').get('/pol/info/findById', { id })).body.data
      return { id, code, version, policyTitle }
    }
    const newest = await made('环三')
    const middle = await made('环二', { supersededByCode: newest.code })
    const oldest = await made('环一', { supersededByCode: middle.code })
    for (const [successor, line] of [
      [oldest, '环三 → 环一 → 环二 → 环三'],
      [middle, '环三 → 环二 → 环三'],
      [newest, '政策不能替代自己'],
    ] as const) {
      const { body } = await save('editor1', draft({ ...newest, code: undefined, supersededByCode: successor.code }))
      expect(body.fields, line).toEqual([{ path: 'supersededByCode', message: expect.stringContaining(line) }])
    }
    // Another successor in the line does not form a circle.
    expect((await save('editor1', draft({ ...oldest, code: undefined, supersededByCode: newest.code }))).body.success).toBe(true)
  })
})

describe('a policy', () => {
  it('is a draft visible to staff only until it is published, then public with its text, ceiling and cleaned body', async () => {
    const { id } = await added({
      content:
        '<p onclick="x()">按投入的一成补助</p><img src=x onerror=alert(1)><script>alert(2)</script><a href="javascript:alert(3)">细则</a>',
    })
    expect((await shown(id)).code).toBe('NOT_FOUND')
    const row = (await app.as('editor1').get('/pol/info/list', { state: 0 })).body.data.list.find((p: any) => p.id === id)
    expect(row).toMatchObject({ stateName: '草稿', allowed: ['edit', 'publish', 'delete', 'setTop', 'schedule'] })
    expect((await move('editor1', 'publish', id)).body.data.state).toBe(2)
    const { data } = await shown(id)
    expect(data).toMatchObject({ policyTitle: '县级智能化改造补助', maxAmount: 80, status: 'open', origin: 'own', versionNumber: 1 })
    expect(data.content).toContain('按投入的一成补助')
    expect(data.content).not.toMatch(/script|onclick|onerror|javascript/i)
    expect(data.rule.closable).toEqual(['c2'])
    for (const q of ['智能化改造', '云政发〔2026〕8号', 'xjznh', 'znhgz'])
      expect(
        (await app.as(null).get('/pol/my/list', { q })).body.data.list.map((p: any) => p.id),
        q,
      ).toContain(id)
    const offices = (await app.as(null).get('/admin/policy/info/option')).body.data.map((o: any) => o.label)
    expect(offices).toEqual(expect.arrayContaining(['县经信局', '县财政局']))
  })

  it('is in the list and its total at once after publishing, not after taking down, and again after putting it back', async () => {
    const total = async () => (await app.as(null).get('/pol/my/list')).body.data.total as number
    const before = await total()
    const { id } = await added({ policyTitle: '上下架试验政策' })
    expect(await total()).toBe(before)
    await move('editor1', 'publish', id)
    expect(await total()).toBe(before + 1)
    expect((await move('editor1', 'takeDown', id)).body.data.state).toBe(3)
    expect(await total()).toBe(before)
    expect((await shown(id)).code).toBe('NOT_FOUND')
    expect((await move('editor1', 'takeUp', id)).body.data.state).toBe(2)
    expect((await shown(id)).data.id).toBe(id)
  })

  it('written by somebody without the right to publish goes to review; a refusal needs an opinion and can be revised', async () => {
    const { id } = (await save('front1', draft({ policyTitle: '待审政策' }))).body.data
    expect((await move('front1', 'publish', id)).body.data.state).toBe(1)
    expect((await shown(id)).code).toBe('NOT_FOUND')
    const review = (who: string, { reviewState, reviewOpinion }: { reviewState: string; reviewOpinion?: string }) =>
      reviewAsItStands(app, who, id, reviewState, reviewOpinion)
    expect((await review('front1', { reviewState: 'pass' })).body.code).toBe('FORBIDDEN')
    expect((await review('editor1', { reviewState: 'pass' })).body.code).toBe('FORBIDDEN')
    expect((await review('leader1', { reviewState: 'reject' })).body.fields![0]!.path).toBe('reviewOpinion')
    const { version } = (await app.as('front1').get('/pol/info/findById', { id })).body.data
    expect((await save('front1', draft({ id, version, policyTitle: '偷改' }))).body).toMatchObject({ code: 'STATE' })
    expect((await review('leader1', { reviewState: 'reject', reviewOpinion: '请补充依据' })).body.data.state).toBe(4)
    const rejected = (await app.as('front1').get('/pol/info/findById', { id })).body.data
    expect(rejected).toMatchObject({ stateName: '审核未通过', reviewOpinion: '请补充依据', allowed: ['edit', 'publish', 'delete'] })
    expect((await save('front1', draft({ id, version: rejected.version, policyTitle: '待审政策（修订）' }))).body.success).toBe(true)
    expect((await move('front1', 'publish', id)).body.data.state).toBe(1)
    expect((await reviewAsItStands(app, 'leader1', id, 'pass')).body.data.state).toBe(2)
    expect((await shown(id)).data.policyTitle).toBe('待审政策（修订）')
  })

  it('makes only the allowed moves; a refusal names the state', async () => {
    const { id } = await added({ policyTitle: '状态试验' })
    for (const name of ['takeUp', 'takeDown'])
      expect((await move('editor1', name, id)).body, name).toMatchObject({ code: 'STATE', msg: expect.stringContaining('草稿') })
    await move('editor1', 'publish', id)
    expect((await move('editor1', 'publish', id)).body).toMatchObject({ code: 'STATE', msg: expect.stringContaining('已上架') })
    expect((await move('editor1', 'takeDown', id, { version: '1' })).body.code).toBe('CONFLICT')
    expect((await move('editor1', 'delete', id)).body.code).toBe('STATE')
    expect((await move('front1', 'takeDown', id)).body.code).toBe('FORBIDDEN')
    await move('editor1', 'takeDown', id)
    expect((await move('editor1', 'delete', id)).body.data).toBe(true)
    expect((await move('editor1', 'takeUp', id)).body.code).toBe('NOT_FOUND')
    expect((await app.as('editor1').get('/pol/info/findById', { id })).body.code).toBe('NOT_FOUND')
  })

  it('is saved once when the same request comes twice with the same idempotency key', async () => {
    const send = () =>
      app.as('editor1').send({
        method: 'POST',
        url: '/pol/info/saveOrUpdate',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1' },
        payload: JSON.stringify(draft({ policyTitle: '只此一份' })),
      })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect((await app.as('editor1').get('/pol/info/list', { keyword: '只此一份' })).body.data.total).toBe(1)
  })

  it('keeps its versions: a draft is overwritten, a public policy gets a new version that begins on its day', async () => {
    const { id, version } = await added({ policyTitle: '版本试验' })
    const again = (await save('editor1', draft({ id, version, policyTitle: '版本试验' }))).body.data
    expect(again.versionNumber).toBe(1)
    const live = (await move('editor1', 'publish', id)).body.data
    const from = addDays(today(clock), 10)
    const rule = draft().rule
    const raised = { ...rule, benefits: [{ ...rule.benefits[0], cap: 120 }] }
    const next = (
      await save(
        'editor1',
        draft({ id, version: live.version, policyTitle: '版本试验', rule: raised, effectiveFrom: from, versionNote: '提高封顶' }),
      )
    ).body.data
    expect(next.versionNumber).toBe(2)
    const versions = (await app.as('editor1').get('/pol/info/versions', { id })).body.data
    expect(versions).toMatchObject([
      { number: 2, effectiveFrom: from, effectiveTo: null, note: '提高封顶' },
      { number: 1, effectiveTo: addDays(from, -1) },
    ])
    expect((await shown(id)).data).toMatchObject({ versionNumber: 1, rule: { benefits: [{ cap: 80 }] } })
    clock.advance(10 * 86_400_000)
    expect((await shown(id)).data).toMatchObject({ versionNumber: 2, rule: { benefits: [{ cap: 120 }] } })
    clock.advance(-10 * 86_400_000)
    expect((await app.as('editor1').get('/pol/info/version', { id, number: 1 })).body.data.rule.benefits[0].cap).toBe(80)
    expect((await app.as('editor1').get('/pol/info/version', { id, number: 3 })).body.code).toBe('NOT_FOUND')
    const early = await save('editor1', draft({ id, version: next.version, policyTitle: '版本试验', effectiveFrom: today(clock) }))
    expect(early.body.fields![0]!.path).toBe('effectiveFrom')
  })

  it('is deleted in batches row by row; public policies are named as not deleted', async () => {
    const [a, b] = [await added({ policyTitle: '批量甲' }), await added({ policyTitle: '批量乙' })]
    await move('editor1', 'publish', b.id)
    const remove = async (who: string, ids: unknown[], path = '/pol/info/deleteBatch') =>
      (await app.as(who).form(path, { ids: ids.join(',') })).body
    for (const who of ['leader1', 'dept1', 'qy1']) expect((await remove(who, [a.id])).code, who).toBe('FORBIDDEN')
    expect((await remove('editor1', ['甲'])).fields?.[0]?.path).toBe('ids')
    const other = await added({ policyTitle: '批量丙' })
    const { data } = await remove('editor1', [a.id, b.id, 999_999])
    expect((await remove('editor1', [other.id], '/admin/policy/info/batchDelete')).data).toMatchObject({ successCount: 1, failCount: 0 })
    for (const { id } of [a, other]) expect((await app.as('editor1').get('/pol/info/findById', { id })).body.code).toBe('NOT_FOUND')
    expect((await shown(b.id)).data).toMatchObject({ id: b.id })
    expect(data).toEqual({
      successCount: 1,
      failCount: 2,
      list: [
        { id: a.id, name: '批量甲', ok: true, code: '', message: '' },
        { id: b.id, name: '批量乙', ok: false, code: 'STATE', message: '当前状态为“已上架”，不能删除' },
        { id: 999_999, name: '', ok: false, code: 'NOT_FOUND', message: '该政策不存在或已被删除' },
      ],
    })
    expect(
      (await app.as('editor1').form('/pol/info/deleteBatch', { ids: Array.from({ length: 101 }, (_, i) => i + 1).join(',') })).status,
    ).toBe(400)
  })

  it('is first in the list when it is pinned', async () => {
    const { id } = await added({ policyTitle: '置顶试验' })
    await move('editor1', 'publish', id)
    clock.advance(1000)
    const { id: newer } = await added({ policyTitle: '更新的政策' })
    await move('editor1', 'publish', newer)
    expect((await move('front1', 'setTop', id, { topFlag: '1' })).body.code).toBe('FORBIDDEN')
    await move('editor1', 'setTop', id, { topFlag: '1' })
    expect((await app.as(null).get('/pol/my/list')).body.data.list[0]).toMatchObject({ id, topFlag: 1 })
    await move('editor1', 'setTop', id, { topFlag: '0' })
    expect((await app.as(null).get('/pol/my/list')).body.data.list[0].id).toBe(newer)
  })

  it('accepts only files uploaded by its editor, which are public while the policy is', async () => {
    const upload = async (who: string) =>
      (await app.as(who).send({ method: 'POST', url: '/files/upload', ...multipart({ name: '申请表.png', content: await png() }) })).body
        .data.filePath as string
    const mine = await upload('editor1'),
      theirs = await upload('qy1')
    expect((await save('editor1', draft({ attachments: [{ fileId: theirs }] }))).body.code).toBe('NOT_FOUND')
    expect((await save('editor1', draft({ attachments: [{ fileId: '../secret' }] }))).status).toBe(400)
    expect((await save('editor1', draft({ attachments: [{ fileId: mine, public: true }] }))).status).toBe(400)
    const { id } = await added({ policyTitle: '附件试验', attachments: [{ fileId: mine, fileName: 'other.exe', size: 1 }] })
    const read = async (who: string | null) => (await app.as(who).get('/files/download', { filePath: mine })).headers['content-type']
    expect(await read(null)).toContain('json')
    expect(await read('qy1')).toContain('json')
    expect(await read('leader1')).toBe('image/png')
    await move('editor1', 'publish', id)
    expect((await shown(id)).data.attachments).toEqual([{ fileId: mine, fileName: '申请表.png', size: expect.any(Number) }])
    expect(await read(null)).toBe('image/png')
    await move('editor1', 'takeDown', id)
    expect(await read(null)).toContain('json')
  })

  it('is exported with the filter of the page, by staff with the right', async () => {
    const start = (who: string, body: object) => app.as(who).post('/export/start', body)
    expect((await start('dept1', { bizType: 'policy' })).body.code).toBe('FORBIDDEN')
    expect((await start('editor1', { bizType: 'policy', filters: { colour: 'red' } })).status).toBe(400)
    for (const [bizType, filters, first] of [
      ['policy', { keyword: '小巨人', level: ['1'] }, '政策标题'],
      ['policyConsult', {}, '政策标题'],
    ] as const) {
      const { taskId } = (await start('editor1', { bizType, filters })).body.data
      await eventually(async () => expect((await app.as('editor1').get('/export/progress', { taskId })).body.data.status).toBe(2), 15_000)
      const { filePath } = (await app.as('editor1').get('/export/progress', { taskId })).body.data
      const path = join(app.database.target.dataDir, `${bizType}.xlsx`)
      await writeFile(path, (await app.as('editor1').get('/files/download', { filePath })).raw)
      const rows = await readSheet(path)
      expect(JSON.stringify(rows)).toContain(first)
      if (bizType !== 'policy') continue
      expect(JSON.stringify(rows)).toContain('小巨人')
      // The sheet shows conditions and benefits as in the rule.
      expect(JSON.stringify(rows)).toContain('　有效期内专精特新“小巨人”：是')
      expect(JSON.stringify(rows)).toContain('三年合计奖补：定额600万元')
    }
  })

  it('has every change recorded in the audit log', async () => {
    const { id } = await added({ policyTitle: '留痕试验' })
    await move('editor1', 'publish', id)
    await move('editor1', 'takeDown', id)
    const trail = await app.kernel.db
      .selectFrom('audit_log')
      .select(['action', 'actor_role', 'result'])
      .where('object_type', '=', 'policy')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(trail).toEqual(
      ['policy.add', 'policy.publish', 'policy.takeDown'].map((action) => ({ action, actor_role: 'editor', result: 'ok' })),
    )
  })

  it('is found by the editor by title, number, level and support mode', async () => {
    const found = async (query: object) => (await app.as('editor1').get('/pol/info/list', { pageSize: 100, ...query })).body.data
    expect((await found({ keyword: '国科发火〔2016〕32号' })).list.map((p: any) => p.code)).toEqual(['hnte'])
    expect((await found({ keyword: '%' })).list.every((p: any) => `${p.policyTitle}${p.policyNo}`.includes('%'))).toBe(true)
    expect((await found({ level: '1' })).total).toBe(15)
    expect(
      (await found({ supportMode: '03', sort: 'policyTitle', order: 'asc' })).list.every((p: any) => p.supportModes.includes('税收优惠')),
    ).toBe(true)
    expect((await app.as('editor1').get('/admin/policy/info/listByPolicyTitle', { policyTitle: '小巨人' })).body.data.total).toBe(3)
  })
})
