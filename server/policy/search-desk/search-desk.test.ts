import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { policyDraft } from '../testing/draft.ts'
import { take } from '../../kernel/http/limits.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { KEPT_DAYS, NEW_A_DAY } from './unanswered.ts'

let t: TestApp
const clock = movableClock()
beforeAll(async () => {
  t = await testApp({ clock })
})
const LIST = '/admin/policy/synonym/list'
const SAVE = '/admin/policy/synonym/save'
const BOARD = '/admin/policy/unanswered/list'
const ask = async (q: string, who: string | null = null) =>
  (await t.as(who).get(`/pol/my/list?${new URLSearchParams({ q, page: '1', pageSize: '10' })}`)).body.data as {
    total: number
    list: { code: string; maybe?: boolean }[]
  }
const board = async () =>
  (await t.as('editor1').get(BOARD)).body.data.list as {
    id: number
    words: string
    times: number
    settled: string | null
    note: string | null
  }[]

describe('谁能管同义词', () => {
  it.each([null, 'qy1', 'front1', 'leader1', 'admin1'])('refuses %s', async (who) => {
    for (const path of [LIST, BOARD]) expect((await t.as(who).get(path)).body.success).toBe(false)
    expect((await t.as(who).post(SAVE, { words: ['甲', '乙'] })).body.success).toBe(false)
    expect((await t.as(who).post('/admin/policy/synonym/try', { words: ['甲', '乙'] })).body.success).toBe(false)
  })
  it('refuses a group of one word, a repeated word, and a group that exists', async () => {
    expect((await t.as('editor1').post(SAVE, { words: ['高企'] })).body.fields![0]!.message).toBe('一组至少两个词')
    expect((await t.as('editor1').post(SAVE, { words: ['高企', '高企'] })).body.fields![0]!.message).toBe('有重复的词')
    expect((await t.as('editor1').post(SAVE, { words: ['贴息', '利息', '息', '利率'] })).body.fields![0]!.message).toBe('已有同样的一组词')
  })
  it('refuses words that are in one group already, however they are written', async () => {
    const message = async (words: string[]) => (await t.as('editor1').post(SAVE, { words })).body.fields?.[0]?.message
    expect(await message(['高企', '国高新'])).toMatch(/^这些词已在“高企.*”一组里$/)
    expect(await message(['ＥＲＰ', '“ＭＥＳ”'])).toMatch(/^这些词已在“管理软件/)
    expect(await message(['甲醛', '甲醛 '])).toMatch(/^有重复的词/)
    expect(await message(['ERP', 'erp'])).toMatch(/^有重复的词/)
    // A disabled group does not block the words for another group.
    const off = { words: ['高企', '国高新'], enabled: false }
    const { id } = (await t.as('editor1').post(SAVE, off)).body.data
    expect((await t.as('editor1').post(SAVE, { ...off, id, version: 1, enabled: true })).body.fields![0]!.message).toMatch(/^这些词已在/)
    expect((await t.as('editor1').post('/admin/policy/synonym/delete', { id })).body.success).toBe(true)
  })
  it('does not try a group of fewer than two words', async () => {
    for (const words of [[], ['高企']])
      expect((await t.as('editor1').post('/admin/policy/synonym/try', { words })).body.fields![0]!.message).toBe('一组至少两个词')
  })
  it('refuses a word that occurs in questions of every kind', async () => {
    const { fields } = (await t.as('editor1').post(SAVE, { words: ['摊儿费', '怎么'] })).body
    expect(fields).toEqual([{ path: 'words', message: '“怎么”在各种问题里都会出现，不能作同义词' }])
  })
  it('refuses a change when somebody else changed the group in the meantime', async () => {
    const { id } = (await t.as('editor1').post(SAVE, { words: ['甲醇', '木精'] })).body.data
    expect((await t.as('editor1').post(SAVE, { id, version: 1, words: ['甲醇', '木精', '木醇'] })).body.success).toBe(true)
    expect((await t.as('editor1').post(SAVE, { id, version: 1, words: ['甲醇', '酒精'] })).body.success).toBe(false)
    expect((await t.as('editor1').post('/admin/policy/synonym/delete', { id })).body.success).toBe(true)
    expect((await t.as('editor1').post('/admin/policy/synonym/delete', { id })).body.code).toBe('NOT_FOUND')
  })
})

describe('没找到的问题', () => {
  it('are shown once a second visitor asks, masked, and without who asked', async () => {
    expect((await ask('宁川天工阀门有限公司的保安亭13800138000')).list.filter(({ maybe }) => !maybe)).toEqual([])
    expect(await board()).toEqual([])
    await ask('宁川天工阀门有限公司的保安亭13800138001')
    expect(await board(), 'the same asker again').toEqual([])
    await ask('海东重工有限公司的保安亭13800138000', 'qy1')
    expect(await board()).toMatchObject([{ words: '某公司的保安亭某数', times: 3, settled: null }])
    const { rows } = await t.kernel.pool.query('select * from unanswered_question')
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|13800138|天工|qy1/)
  })
  it('are not stored when a policy answers them without the filters', async () => {
    await ask('稳岗返还')
    await t.as('qy1').get('/pol/my/list?q=稳岗返还&status=notYet&page=1&pageSize=10')
    expect((await t.kernel.pool.query(`select 1 from unanswered_question where words like '%稳岗%'`)).rows).toEqual([])
  })
  it('an editor tries a synonym, saves it, and the question is answered', async () => {
    const words = '摊儿费怎么报'
    for (const who of [null, 'qy1', 'qy2']) expect((await ask(words, who)).list.filter(({ maybe }) => !maybe)).toEqual([])
    const group = { words: ['摊儿费', '展位费'] }
    const tried = (await t.as('editor1').post('/admin/policy/synonym/try', group)).body.data
    expect(tried.questions).toBeGreaterThanOrEqual(120)
    expect(tried.answers).toEqual([words])
    expect(tried.after.recall).toBeGreaterThanOrEqual(tried.before.recall)
    expect((await board()).find((one) => one.words === words)!.settled, 'a try changes nothing').toBeNull()
    const { id, answered } = (await t.as('editor1').post(SAVE, group)).body.data
    expect(answered).toBe(1)
    expect(await board()).toContainEqual(expect.objectContaining({ words, settled: 'synonym', note: '摊儿费、展位费' }))
    const first = async () =>
      (await ask(words)).list
        .filter(({ maybe }) => !maybe)
        .map(({ code }) => code)
        .slice(0, 2)
        .toSorted()
    await expect.poll(first, { timeout: 5_000 }).toEqual(['hlj-exhibition', 'sz-exhibition'])
    const used = (await t.as('editor1').get(`/admin/policy/synonym/usedBy?id=${id}`)).body.data
    expect(used.policies).toBeGreaterThan(0)
    const { rows } = await t.kernel.pool.query(`select action from audit_log where object_type = 'synonym' order by id desc limit 1`)
    expect(rows).toEqual([{ action: 'synonym.add' }])
    // Without the group the question is asked in vain again, and waits for an editor anew.
    expect((await t.as('editor1').post('/admin/policy/synonym/delete', { id })).body.success).toBe(true)
    await expect.poll(async () => (await ask(words)).list.filter(({ maybe }) => !maybe), { timeout: 5_000 }).toEqual([])
    clock.advance(120_000)
    await ask(words, 'qy1')
    expect((await board()).find((one) => one.words === words)).toMatchObject({ settled: null })
    expect((await t.as('editor1').get(`${BOARD}?settled=0`)).body.data.list).toContainEqual(expect.objectContaining({ words }))
  })
  it('an editor gives a label to the policy that answers, and the question is answered', async () => {
    const LABEL = '/admin/policy/unanswered/label'
    const words = '藕塘清淤谁来管'
    for (const who of [null, 'qy1', 'qy2']) expect((await ask(words, who)).list.filter(({ maybe }) => !maybe)).toEqual([])
    const { id } = (await board()).find((one) => one.words === words)!
    const agri = (await t.kernel.pool.query<{ id: number }>(`select id from policy where code = 'yunxi-agri'`)).rows[0]!.id
    const draft = (await t.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '未上架的' }))).body.data.id
    const input = { id, labelName: '藕塘清淤', policyId: agri }
    for (const who of [null, 'qy1', 'front1', 'leader1']) expect((await t.as(who).post(LABEL, input)).body.success).toBe(false)
    expect((await t.as('editor1').post(LABEL, { ...input, policyId: draft })).body.fields![0]!.path).toBe('policyId')
    expect((await t.as('editor1').post(LABEL, { ...input, id: 999_999 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('editor1').post(LABEL, input)).body.data).toEqual({ answered: 1 })
    expect(await board()).toContainEqual(expect.objectContaining({ words, settled: 'label', note: '藕塘清淤' }))
    await expect.poll(async () => (await ask(words)).list[0], { timeout: 5_000 }).toMatchObject({ code: 'yunxi-agri' })
    expect((await ask(words)).list[0]).not.toHaveProperty('maybe')
    const { rows } = await t.kernel.pool.query(`select detail from audit_log where action = 'unanswered.label'`)
    expect(rows).toMatchObject([{ detail: { words, label: '藕塘清淤', policy: 'yunxi-agri' } }])
  })
  it('a tried synonym shows which questions get worse answers', async () => {
    const tried = (await t.as('editor1').post('/admin/policy/synonym/try', { words: ['小巨人', '停车位', '展会'] })).body.data
    expect(tried.changed.some(({ effect }: { effect: number }) => effect < 0)).toBe(true)
  })
  it('are settled by hand, but only those on the list', async () => {
    const open = (await board()).find(({ settled }) => settled === null)!
    expect((await t.as('editor1').post('/admin/policy/unanswered/settle', { id: open.id, settled: 'synonym' })).status).toBe(400)
    expect((await t.as('editor1').post('/admin/policy/unanswered/settle', { id: 999_999, settled: 'dismissed' })).body.code).toBe(
      'NOT_FOUND',
    )
    expect(
      (await t.as('editor1').post('/admin/policy/unanswered/settle', { id: open.id, settled: 'dismissed', note: '不归本局' })).body.success,
    ).toBe(true)
    expect((await board()).find(({ id }) => id === open.id)).toMatchObject({ settled: 'dismissed', note: '不归本局' })
  })
  it('are reopened when they were settled too early', async () => {
    const REOPEN = '/admin/policy/unanswered/reopen'
    const { id } = (await board()).find(({ settled }) => settled === 'dismissed')!
    for (const who of [null, 'qy1', 'front1', 'leader1']) expect((await t.as(who).post(REOPEN, { id })).body.success).toBe(false)
    expect((await t.as('editor1').post(REOPEN, { id: 999_999 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('editor1').post(REOPEN, { id })).body.success).toBe(true)
    expect((await board()).find((one) => one.id === id)).toMatchObject({ settled: null, note: null })
    expect((await t.as('editor1').post(REOPEN, { id })).body.code).toBe('STATE')
    const { rows } = await t.kernel.pool.query(`select action from audit_log where object_type = 'unanswered' order by id desc limit 1`)
    expect(rows).toEqual([{ action: 'unanswered.reopen' }])
  })
  it('are deleted when nobody has asked them for 184 days', async () => {
    const words = '鸵鸟养殖场电围栏谁管'
    for (const who of [null, 'qy1']) await ask(words, who)
    const isKept = async () =>
      (await t.kernel.pool.query('select 1 from unanswered_question where words like $1', ['%电围栏%'])).rows.length
    const agedBy = (days: number) =>
      t.kernel.pool.query(
        `update unanswered_question set last_at = $1::timestamptz - make_interval(days => $2) - interval '1 minute' where words like '%电围栏%'`,
        [clock.now(), days],
      )
    expect(await isKept()).toBe(1)
    await agedBy(KEPT_DAYS - 1)
    await runRecurring(t.kernel, 'search.unanswered')
    expect(await isKept(), 'the 183rd day').toBe(1)
    await agedBy(KEPT_DAYS)
    await runRecurring(t.kernel, 'search.unanswered')
    expect(await isKept()).toBe(0)
    expect(KEPT_DAYS).toBe(184)
  })
  it('of one visitor a hundred new ones a day are stored', async () => {
    const kept = async () =>
      Number((await t.kernel.pool.query(`select count(*) as n from unanswered_question where words like '%鳄鱼池%'`)).rows[0].n)
    const odd = (n: number) => `鳄鱼池${['喂食', '清洗', '围栏', '参观', '照明', '排水'][n]}怎么报`
    const { id } = (await t.kernel.pool.query(`select id from sys_user where user_name = 'gr1'`)).rows[0]
    await take(t.kernel, NEW_A_DAY, `u${id}`, NEW_A_DAY.points - 1)
    for (const n of [1, 2, 3]) await ask(odd(n), 'gr1')
    expect(await kept()).toBe(1)
    await ask(odd(4), 'qy2')
    expect(await kept(), 'another asker').toBe(2)
    // Sessions end with the day, so it is the last that happens here.
    clock.advance(86_400_000 + 1000)
    await ask(odd(5))
    expect(await kept(), 'the next day').toBe(3)
  })
})
