import { beforeAll, describe, expect, it } from 'vitest'
import type { ReviewPair } from '../../../contract/policy/compare.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { policyDraft } from '../testing/draft.ts'
import { checkedOf, moveAsItStands, reviewAsItStands } from '../testing/moves.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { POLICY_REVIEW: '1' } })
})

const rule = {
  conditions: {
    all: [
      { field: 'countyRegistered', op: 'eq', value: true },
      {
        any: [
          { field: 'equipmentInvestment', op: 'gte', value: 200 },
          { field: 'isHNTE', op: 'eq', value: true },
        ],
      },
    ],
  },
  benefits: [
    { kind: 'rate', name: '设备奖励', base: 'equipmentInvestment', rate: 0.08, cap: 300, formula: '按比例，以主管部门核定为准' },
    { kind: 'lookup', name: '称号奖励', field: 'greenFactoryLevel', map: { national: 50, municipal: 10 } },
  ],
}
type Rule = typeof rule
const changed = (change: (r: Rule) => void): Rule => {
  const next = structuredClone(rule)
  change(next)
  return next
}
const save = async (path: string, body: object) => (await app.as('editor1').post(path, body)).body.data
const version = async (id: number) => (await app.as('editor1').get('/pol/info/findById', { id })).body.data.version as number
const sent = async (over: object = {}) => {
  const { id } = await save('/pol/info/saveOrUpdate', policyDraft({ rule, ...over }))
  await app.as('editor1').form('/pol/info/publish', { id: String(id) })
  return id as number
}
const shelved = async (over: object = {}) => {
  const id = await sent(over)
  expect((await reviewAsItStands(app, 'leader1', id, 'pass')).body.success).toBe(true)
  return id
}
/** Writes a revision of the policy and submits it for review. */
const revised = async (id: number, over: object) => {
  const { id: proposal } = await save('/pol/revision/save', policyDraft({ id, version: await version(id), rule, ...over }))
  await moveAsItStands(app, 'editor1', proposal, 'submit')
  return proposal as number
}
const pairOf = async (id: number) => (await app.as('leader1').get<ReviewPair>('/pol/info/reviewPair', { id })).body.data
const changesIn = (pair: ReviewPair) => pair.sections.filter((s) => s.changes > 0).map((s) => s.key)
const textOf = (pieces: { text: string }[] | null) => pieces?.map((p) => p.text).join('') ?? null
const rowsOf = (pair: ReviewPair, key: string) =>
  pair.sections
    .find((s) => s.key === key)!
    .rows.filter((r) => r.kind !== 'same')
    .map((r) => [textOf(r.before), textOf(r.after)])
const standing = async (table: 'policy' | 'policy_proposal', id: number) =>
  (await app.kernel.db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
const approve = async (id: number, checked?: object) =>
  app.as('leader1').post('/pol/proposal/move', { id, version: await standing('policy_proposal', id), action: 'approve', checked })

describe('the comparison compares the rule', () => {
  it('shows 8 % → 10 % and 300 → 400 though nobody changed the wording', async () => {
    const id = await shelved({ policyTitle: '比例与封顶' })
    await revised(id, {
      policyTitle: '比例与封顶',
      rule: changed((r) => {
        r.benefits[0]!.rate = 0.1
        r.benefits[0]!.cap = 400
      }),
    })
    const pair = await pairOf(id)
    expect(changesIn(pair)).toContain('benefits')
    expect(rowsOf(pair, 'benefits')).toEqual([
      ['设备奖励 · 标准：按项目设备（含软件）投资额（不含税）的8%计算', '设备奖励 · 标准：按项目设备（含软件）投资额（不含税）的10%计算'],
      ['设备奖励 · 封顶：最高300万元', '设备奖励 · 封顶：最高400万元'],
    ])
    const marks = pair.sections.find((s) => s.key === 'benefits')!.rows.filter((r) => r.kind === 'changed')
    expect(marks.map((r) => r.after!.filter((p) => p.mark).map((p) => p.text))).toEqual([['10%'], ['400万元']])
  })

  it.each<[string, (r: Rule) => void, string, (string | null)[][]]>([
    [
      'an option and its sum',
      (r) => {
        Object.assign(r.benefits[1]!, { map: { national: 50, municipal: 20 } })
      },
      'benefits',
      [['称号奖励 · 市级：市级10万元', '称号奖励 · 市级：市级20万元']],
    ],
    [
      'a bound',
      (r) => {
        r.conditions.all[1]!.any![0]!.value = 500
      },
      'conditions',
      [['— — 项目设备（含软件）投资额（不含税）不低于200万元', '— — 项目设备（含软件）投资额（不含税）不低于500万元']],
    ],
    [
      'a condition that moves out of its group',
      (r) => {
        r.conditions.all.push(r.conditions.all[1]!.any!.pop() as never)
      },
      'conditions',
      [['— — 有效期内高新技术企业：是', '— 有效期内高新技术企业：是']],
    ],
    [
      'how the benefits go together',
      (r) => {
        Object.assign(r, { benefitCombine: 'max' })
      },
      'benefits',
      [['以上各项可同时享受', '以上各项就高享受一项']],
    ],
    [
      'the wording alone',
      (r) => {
        r.benefits[0]!.formula = '按投资额分档'
      },
      'benefits',
      [['设备奖励 · 说明：按比例，以主管部门核定为准', '设备奖励 · 说明：按投资额分档']],
    ],
  ])('%s', async (title, change, section, rows) => {
    const id = await shelved({ policyTitle: title })
    await revised(id, { policyTitle: title, rule: changed(change) })
    expect(rowsOf(await pairOf(id), section)).toEqual(rows)
  })

  it('dates and materials are compared as well', async () => {
    const id = await shelved({ policyTitle: '材料与日期', applyTo: '2030-06-30' })
    await revised(id, { policyTitle: '材料与日期', applyTo: '2030-07-31', materials: [{ name: '申请表' }] })
    const rows = rowsOf(await pairOf(id), 'basics')
    expect(rows).toContainEqual([null, '申报材料：申请表'])
    expect(rows.some(([was, is]) => was?.includes('2030-06-30') && is?.includes('2030-07-31'))).toBe(true)
  })
})

describe('a review passes only what was read', () => {
  it('of a new policy every section must be ticked; otherwise the refusal names those that are not', async () => {
    const id = await sent({ policyTitle: '首次上架' })
    const pair = await pairOf(id)
    expect(pair.from).toBeNull()
    expect(changesIn(pair)).toEqual(['basics', 'conditions', 'benefits', 'content'])
    const pass = async (checked?: object) =>
      app.as('leader1').post('/pol/info/updateReviewState', { id, version: await standing('policy', id), reviewState: 'pass', checked })
    expect((await pass()).body).toMatchObject({
      success: false,
      fields: [{ path: 'checked', message: '通过前请逐节核对：基本信息、申报条件、扶持内容、政策正文' }],
    })
    expect((await pass({ hash: pair.hash, sections: ['basics', 'conditions', 'content'] })).body.fields).toEqual([
      { path: 'checked', message: '还有未核对的部分：扶持内容' },
    ])
    expect((await pass({ hash: 'f'.repeat(64), sections: changesIn(pair) })).body.code).toBe('CONFLICT')
    expect((await pass({ hash: 'x', sections: [] })).status).toBe(400)
    expect((await app.as('leader1').get('/pol/info/findById', { id })).body.data.state).toBe(1)
    expect((await pass({ hash: pair.hash, sections: changesIn(pair) })).body.data.state).toBe(2)
  })

  it('a revision changed after it was read is not passed with the hash of the earlier text', async () => {
    const id = await shelved({ policyTitle: '读后又改' })
    const proposal = await revised(id, { policyTitle: '读后又改', rule: changed((r) => (r.benefits[0]!.rate = 0.1)) })
    const read = await checkedOf(app, 'leader1', id)
    expect((await approve(proposal)).body.fields![0]!.message).toContain('扶持内容')
    // The author withdraws it, writes 20 % and submits it again: the same section has changed.
    await moveAsItStands(app, 'editor1', proposal, 'withdraw')
    const { revisionVersion } = {
      revisionVersion: (await app.as('editor1').get('/pol/revision/findById', { id })).body.data.proposal.version,
    }
    await save(
      '/pol/revision/save',
      policyDraft({
        id,
        version: await version(id),
        revisionVersion,
        policyTitle: '读后又改',
        rule: changed((r) => (r.benefits[0]!.rate = 0.2)),
      }),
    )
    await moveAsItStands(app, 'editor1', proposal, 'submit')
    expect((await approve(proposal, read)).body).toMatchObject({ success: false, code: 'CONFLICT' })
    expect((await app.as(null).get('/policy/doc/policyDetail', { id })).body.data.versionNumber).toBe(1)
    expect((await moveAsItStands(app, 'leader1', proposal, 'approve')).body.success).toBe(true)
    const { rule: now } = (await app.as(null).get('/policy/doc/policyDetail', { id })).body.data
    expect(now.benefits[0].sentence).toContain('20%')
  })

  it('a policy changed after it was taken down is compared with the version that was public', async () => {
    const id = await shelved({ policyTitle: '下架后修改' })
    await app.as('editor1').form('/pol/info/takeDown', { id: String(id) })
    await save(
      '/pol/info/saveOrUpdate',
      policyDraft({ id, version: await version(id), policyTitle: '下架后修改', rule: changed((r) => (r.benefits[0]!.cap = 999)) }),
    )
    await app.as('editor1').form('/pol/info/publish', { id: String(id) })
    const pair = await pairOf(id)
    expect(pair.from).toMatchObject({ number: 1 })
    expect(rowsOf(pair, 'benefits')).toEqual([['设备奖励 · 封顶：最高300万元', '设备奖励 · 封顶：最高999万元']])
    expect((await reviewAsItStands(app, 'leader1', id, 'pass')).body.data.state).toBe(2)
  })

  it('a batch can send policies back but not pass them, because each must be opened and read', async () => {
    const id = await sent({ policyTitle: '成批通过' })
    const items = [{ id, version: await version(id) }]
    const { list } = (await app.as('leader1').post('/pol/info/batch', { items, action: 'approve' })).body.data
    expect(list).toMatchObject([{ ok: false, message: '须打开政策，逐节核对后通过' }])
  })

  it('nothing needs to be ticked to send back or to record a repeal; only staff with the right read the comparison', async () => {
    const id = await sent({ policyTitle: '退回不用核对' })
    expect((await reviewAsItStands(app, 'leader1', id, 'reject', '请补充依据')).body.data.state).toBe(4)
    const shelf = await shelved({ policyTitle: '废止不用核对' })
    const repeal = await save('/pol/repeal/save', { policyId: shelf, repealedOn: '2030-01-01' })
    expect((await approve(repeal.id)).body.success).toBe(true)
    for (const who of [null, 'qy1', 'front1'])
      expect((await app.as(who).get('/pol/info/reviewPair', { id })).body.success, String(who)).toBe(false)
    expect((await app.as('leader1').get('/pol/info/reviewPair', { id: 999_999 })).body.code).toBe('NOT_FOUND')
  })
})
