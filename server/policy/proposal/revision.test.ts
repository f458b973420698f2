import { beforeAll, describe, expect, it } from 'vitest'
import { giveRights } from '../../../seed/added.ts'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart, png } from '../../kernel/testing/samples.ts'
import { PUBLICATION_JOB } from '../manage/shelf-moves.ts'
import { policyDraft } from '../testing/draft.ts'
import { moveAsItStands, reviewAsItStands } from '../testing/moves.ts'

let app: TestApp
const clock = movableClock(new Date())
const day = (n: number) => addDays(today(clock), n)
beforeAll(async () => {
  app = await testApp({ clock, env: { POLICY_REVIEW: '1' } })
})

const shelved = async (title: string): Promise<number> => {
  const { id } = (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: title }))).body.data
  await app.as('editor1').form('/pol/info/publish', { id: String(id) })
  expect((await reviewAsItStands(app, 'leader1', id, 'pass')).body.data.state).toBe(2)
  return id
}
const managed = async (id: number, who = 'editor1') => (await app.as(who).get('/pol/info/findById', { id })).body.data
const shown = async (id: number) => (await app.as(null).get('/policy/doc/policyDetail', { id })).body.data
const revise = async (who: string | null, id: number, over: object = {}) =>
  app.as(who).post('/pol/revision/save', policyDraft({ id, version: (await managed(id)).version, policyTitle: '修订后的标题', ...over }))
const read = (id: number, who = 'editor1') => app.as(who).get('/pol/revision/findById', { id })
const move = (who: string, id: number, action: string, opinion?: string) => moveAsItStands(app, who, id, action, opinion)
const sent = async (id: number, over: object = {}): Promise<number> => {
  const { data } = (await revise('editor1', id, over)).body
  expect((await move('editor1', data.id, 'submit')).body.data.state).toBe(1)
  return data.id
}
const stricter = (value: number) => {
  const rule = structuredClone(policyDraft().rule)
  rule.conditions.all[0] = { ...rule.conditions.all[0]!, value, label: `设备投资≥${value}万元` }
  return rule
}

describe('a revision with attachments of its own', () => {
  const upload = async (who: string, name: string) =>
    (await app.as(who).send({ method: 'POST', url: '/files/upload', ...multipart({ name, content: await png() }) })).body.data
      .filePath as string
  const reads = async (who: string | null, filePath: string) =>
    (await app.as(who).get('/files/download', { filePath })).headers['content-type'] === 'image/png'

  it('are hidden from the public until a colleague approves; then they replace those of the policy', async () => {
    const [old, kept, added, dropped] = [
      await upload('editor1', '旧.png'),
      await upload('editor1', '留.png'),
      await upload('editor1', '新.png'),
      await upload('editor1', '弃.png'),
    ]
    const { id: draft } = (
      await app
        .as('editor1')
        .post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '附件修订', attachments: [{ fileId: old }, { fileId: kept }] }))
    ).body.data
    await app.as('editor1').form('/pol/info/publish', { id: String(draft) })
    await reviewAsItStands(app, 'leader1', draft, 'pass')
    const theirs = await upload('qy1', '别人的.png')
    expect((await revise('editor1', draft, { attachments: [{ fileId: theirs }] })).body.code).toBe('NOT_FOUND')
    const first = (await revise('editor1', draft, { attachments: [{ fileId: kept }, { fileId: dropped }] })).body.data
    const attachments = [{ fileId: kept }, { fileId: added }]
    const { id: revision } = (await revise('editor1', draft, { attachments, revisionVersion: first.version })).body.data
    expect((await read(draft)).body.data.attachments.map((a: any) => a.fileName)).toEqual(['留.png', '新.png'])
    for (const who of [null, 'qy1']) expect(await reads(who, added), String(who)).toBe(false)
    expect(await reads('leader1', added)).toBe(true)
    expect((await shown(draft)).attachments.map((a: any) => a.fileName)).toEqual(['旧.png', '留.png'])
    expect(await reads(null, old)).toBe(true)

    await move('editor1', revision, 'submit')
    expect((await move('leader1', revision, 'approve', '同意')).body.success).toBe(true)
    expect((await shown(draft)).attachments.map((a: any) => a.fileName)).toEqual(['留.png', '新.png'])
    for (const file of [kept, added]) expect(await reads(null, file!)).toBe(true)
    for (const file of [old, dropped]) expect(await reads(null, file!)).toBe(false)
  })
})

describe('a public policy is changed only after review by a colleague', () => {
  it('is revised, not edited, only by staff who edit policies, and only once it is published', async () => {
    const id = await shelved('只能修订')
    const { version, allowed } = await managed(id)
    expect(allowed).toContain('revise')
    expect(allowed).not.toContain('edit')
    const direct = await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ id, version, policyTitle: '直接改掉' }))
    expect(direct.body).toMatchObject({ success: false, code: 'REVISION' })
    expect((await revise(null, id)).status).toBe(401)
    expect((await revise('qy1', id)).body.code).toBe('FORBIDDEN')
    expect((await revise('leader1', id)).body.code).toBe('FORBIDDEN')
    expect((await revise('editor1', id, { version: version + 1 })).body.code).toBe('CONFLICT')
    expect((await revise('editor1', id, { content: '<p> </p>' })).body.fields![0]!.path).toBe('content')
    expect(
      (await revise('editor1', id, { rule: { ...stricter(1), conditions: { all: [{ field: 'noSuchField', op: 'eq', value: 1 }] } } })).body
        .fields![0]!.path,
    ).toMatch(/^rule/)
    expect((await read(id)).body.code).toBe('NOT_FOUND')
    const { id: draft } = (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '草稿不修订' }))).body.data
    expect((await revise('editor1', draft)).body.code).toBe('STATE')
    expect((await app.as(null).get('/pol/revision/compare', { id })).status).toBe(401)
    expect((await app.as('qy1').get('/pol/revision/compare', { id })).body.code).toBe('FORBIDDEN')
  })
  it('the public reads the version in force while a revision is written, submitted, returned and submitted again', async () => {
    const id = await shelved('公众看现行')
    const first = (await revise('editor1', id, { rule: stricter(300), versionNote: '提高门槛' })).body.data
    expect((await managed(id)).proposals).toMatchObject([{ kind: 'revision', stateName: '修订中', allowed: ['submit', 'discard'] }])
    expect((await revise('editor1', id)).body).toMatchObject({ code: 'OPEN', msg: expect.stringContaining('已有一份未完成的修订') })
    expect((await revise('editor1', id, { revisionVersion: 9 })).body.code).toBe('CONFLICT')
    const again = (await revise('editor1', id, { revisionVersion: first.version, rule: stricter(400), versionNote: '再提高' })).body.data
    expect(again).toEqual({ id: first.id, version: first.version + 1 })
    expect((await read(id)).body.data).toMatchObject({
      policyTitle: '修订后的标题',
      versionNote: '再提高',
      proposal: { version: again.version },
    })
    const { sections } = (await app.as('editor1').get('/pol/revision/compare', { id })).body.data
    const changed = sections.flatMap((s: any) => s.rows.filter((r: any) => r.kind !== 'same'))
    expect(JSON.stringify(changed)).toContain('修订后的标题')
    expect(sections.find((s: any) => s.key === 'conditions').changes).toBe(1)
    expect((await move('leader1', first.id, 'approve')).body.code).toBe('STATE')
    await move('editor1', first.id, 'submit')
    expect((await revise('editor1', id, { revisionVersion: again.version + 1 })).body.code).toBe('STATE')
    expect((await managed(id)).allowed).not.toContain('revise')
    expect((await shown(id)).policyTitle).toBe('公众看现行')
    expect((await move('leader1', first.id, 'reject')).body.fields![0]!.path).toBe('opinion')
    await move('leader1', first.id, 'reject', '门槛过高')
    expect((await managed(id)).proposals[0]).toMatchObject({ stateName: '修订被退回', reviewOpinion: '门槛过高' })
    const { version } = (await managed(id)).proposals[0]
    await revise('editor1', id, { revisionVersion: version, rule: stricter(200), versionNote: '降到两百万' })
    await move('editor1', first.id, 'submit')
    expect(await shown(id)).toMatchObject({ policyTitle: '公众看现行', versionNumber: 1 })
    expect((await move('leader1', first.id, 'approve', '可以')).body.data.state).toBe(2)
    expect(await shown(id)).toMatchObject({ policyTitle: '修订后的标题', versionNumber: 2 })
    expect((await shown(id)).versions[0]).toMatchObject({ number: 2, note: '降到两百万', effectiveFrom: day(0) })
    expect((await shown(id)).rule.conditions.all[0].value).toBe(200)
    expect((await managed(id)).proposals).toEqual([])
    expect((await auditTrail(app.kernel, 'policy.revision.approve')).at(-1)).toMatchObject({ object_id: String(id) })
  })
  it('the person who submitted does not review it, and a second revision is refused', async () => {
    const id = await shelved('两人同时起草')
    const proposal = (await revise('editor1', id, { policyTitle: '甲的修订' })).body.data.id
    expect((await revise('editor1', id, { policyTitle: '乙的修订' })).body.code).toBe('OPEN')
    await giveRights(app.kernel.db, { front: ['policy:read', 'policy:edit', 'policy:review'] })
    expect((await move('front1', proposal, 'submit')).body.data.state).toBe(1)
    expect((await move('front1', proposal, 'approve')).body.code).toBe('OWN_WORK')
    expect((await move('editor1', proposal, 'withdraw')).body.code).toBe('NOT_SUBMITTER')
    expect((await move('front1', proposal, 'withdraw')).body.data.state).toBe(0)
    expect((await move('editor1', proposal, 'discard')).body.data.state).toBe(3)
    expect((await shown(id)).policyTitle).toBe('两人同时起草')
  })
})

describe('the effective day of a revision', () => {
  it('an approved revision waits for its day, can be called back until then, and takes effect without a person', async () => {
    const id = await shelved('到日子生效')
    const proposal = await sent(id, { effectiveFrom: day(2), rule: stricter(250) })
    expect((await move('leader1', proposal, 'approve')).body.data.state).toBe(5)
    expect((await move('leader1', proposal, 'recall')).body.code).toBe('FORBIDDEN')
    expect((await move('editor1', proposal, 'recall')).body.data.state).toBe(0)
    await move('editor1', proposal, 'submit')
    await move('leader1', proposal, 'approve')
    await runRecurring(app.kernel, PUBLICATION_JOB)
    expect((await shown(id)).policyTitle).toBe('到日子生效')
    const before = clock.now()
    clock.set(new Date(before.getTime() + 2 * 86_400_000))
    await runRecurring(app.kernel, PUBLICATION_JOB)
    await runRecurring(app.kernel, PUBLICATION_JOB)
    expect(await shown(id)).toMatchObject({ policyTitle: '修订后的标题', versionNumber: 2 })
    const taken = (await auditTrail(app.kernel, 'policy.revision.takeEffect')).filter((row) => row.object_id === String(id))
    expect(taken).toHaveLength(1)
    clock.set(before)
  })
  it('a revision that cannot take effect is returned with the reason; one of a policy taken down waits', async () => {
    const id = await shelved('到期不能生效')
    const next = await shelved('替代者')
    const { code } = await shown(next)
    const proposal = await sent(id, { effectiveFrom: day(1), supersededByCode: code })
    await move('leader1', proposal, 'approve')
    await app.as('editor1').form('/pol/info/takeDown', { id: String(id) })
    expect(
      (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ id, version: (await managed(id)).version }))).body.code,
    ).toBe('REVISION')
    const before = clock.now()
    clock.set(new Date(before.getTime() + 86_400_000))
    await runRecurring(app.kernel, PUBLICATION_JOB)
    expect((await managed(id)).proposals[0].state).toBe(5)
    await app.as('editor1').form('/pol/info/takeDown', { id: String(next) })
    await app.as('editor1').form('/pol/info/delete', { id: String(next) })
    await app.as('editor1').form('/pol/info/takeUp', { id: String(id) })
    await runRecurring(app.kernel, PUBLICATION_JOB)
    expect((await managed(id)).proposals[0]).toMatchObject({ state: 4, reviewOpinion: expect.stringContaining('没有这个政策编码') })
    expect((await shown(id)).policyTitle).toBe('到期不能生效')
    clock.set(before)
  })
})

describe('where the installation has no review', () => {
  it('a publisher changes a policy at once, and revisions are refused', async () => {
    const plain = await testApp({ env: { POLICY_REVIEW: '0' } })
    const { id } = (await plain.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '不经审核' }))).body.data
    const { version } = (await plain.as('editor1').form('/pol/info/publish', { id: String(id) })).body.data
    expect((await plain.as('editor1').post('/pol/revision/save', policyDraft({ id, version }))).body.code).toBe('NO_REVIEW')
    const saved = await plain.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ id, version, policyTitle: '立即改掉' }))
    expect(saved.body.data.versionNumber).toBe(2)
    expect((await plain.as('editor1').get('/pol/info/findById', { id })).body.data.allowed).toContain('edit')
    const repealed = await plain.as('editor1').post('/pol/repeal/save', { policyId: id, repealedOn: day(0) })
    expect(repealed.body.data.state).toBe(2)
  })
})

describe('everything that an editor writes goes through the revision', () => {
  const whole = {
    urlType: 1,
    applyUrl: 'https://declare.example.gov.cn/item?id=1',
    materials: [
      { name: '申请表', required: true, note: '一式两份' },
      { name: '审计报告', required: false, note: null },
    ],
    process: [{ title: '网上申报', text: '登录后填表' }],
    sources: ['https://example.gov.cn/policy/1'],
    sourceNote: '县政府办公开文件',
    maxAmount: 66,
  }
  it('the comparison shows each value, the public sees them after approval, and comparing versions shows the values before', async () => {
    const id = await shelved('整份修订')
    const { id: successor } = (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '整份修订的新政策' })))
      .body.data
    const supersededByCode = (await managed(successor)).code
    for (const [over, path] of [
      [{ urlType: 1, applyUrl: '' }, 'applyUrl'],
      [{ applyUrl: 'ftp://example.gov.cn/' }, 'applyUrl'],
      [{ applyUrl: 'http://[' }, 'applyUrl'],
      [{ materials: [{ name: '申请表' }, { name: ' ' }] }, 'materials.1.name'],
      [{ process: [{ title: '', text: '' }] }, 'process.0.title'],
      [{ maxAmount: -1 }, 'maxAmount'],
      [{ maxAmount: 66.00001 }, 'maxAmount'],
      [{ rule: { ...policyDraft().rule, allocation: { way: 'prorata', budget: 6.00001 } } }, 'rule.allocation.budget'],
    ] as const)
      expect(
        (await revise('editor1', id, over)).body.fields!.map((f) => f.path),
        path,
      ).toContain(path)

    const { id: revision } = (await revise('editor1', id, { ...whole, supersededByCode })).body.data
    expect((await read(id)).body.data).toMatchObject({ ...whole, supersededByCode })
    const compared = (await app.as('editor1').get('/pol/revision/compare', { id })).body.data
    const lines = compared.sections[0].rows.flatMap((r: any) => (r.after ? [r.after.map((p: any) => p.text).join('')] : []))
    for (const line of [
      '最高额度：66 万元',
      '申报方式：直接申报',
      `申报地址：${whole.applyUrl}`,
      '申报材料：申请表，一式两份',
      '申报材料：审计报告（如有）',
      '办理流程：网上申报：登录后填表',
      '来源：https://example.gov.cn/policy/1',
      '来源说明：县政府办公开文件',
      '替代本政策的政策：整份修订的新政策',
    ])
      expect(lines, line).toContain(line)
    expect(await shown(id)).toMatchObject({ urlType: 0, materials: [], process: [], maxAmount: 80 })
    expect(await managed(id)).toMatchObject({ maxAmountDerived: true })

    await move('editor1', revision, 'submit')
    expect((await move('leader1', revision, 'approve', '同意')).body.success).toBe(true)
    expect(await shown(id)).toMatchObject(whole)
    expect(await managed(id)).toMatchObject({ maxAmountDerived: false, supersededByCode })
    const versions = (await app.as(null).get('/pol/info/compareVersions', { id, from: 1, to: 2 })).body.data
    const rows = versions.sections[0].rows.map((r: any) => [r.kind, (r.after ?? r.before).map((p: any) => p.text).join('')])
    expect(rows).toContainEqual(['added', '申报材料：申请表，一式两份'])
    // The successor is a draft: its title must not become public.
    expect(JSON.stringify(versions)).not.toContain('整份修订的新政策')

    const next = (await revise('editor1', id, { ...whole, materials: [], maxAmount: null })).body.data
    await move('editor1', next.id, 'submit')
    await move('leader1', next.id, 'approve', '同意')
    expect((await shown(id)).maxAmount).toBeNull()
    const later = (await app.as(null).get('/pol/info/compareVersions', { id, from: 2, to: 3 })).body.data
    const gone = later.sections[0].rows.filter((r: any) => r.kind === 'removed').map((r: any) => r.before.map((p: any) => p.text).join(''))
    expect(gone).toEqual(expect.arrayContaining(['申报材料：申请表，一式两份', '最高额度：66 万元']))
  })
})
