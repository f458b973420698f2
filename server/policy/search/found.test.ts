import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { reviewAsItStands } from '../testing/moves.ts'
import { policyDraft } from '../testing/draft.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

interface Item {
  code: string
  policyTitle: string
  areaCode: string | null
  maybe?: boolean
}
const ask = async (q: string): Promise<Item[]> =>
  (await t.as(null).get(`/pol/my/list?${new URLSearchParams({ q, page: '1', pageSize: '20' })}`)).body.data.list

it('a question that names another place first finds policies of that place', async () => {
  for (const [q, place] of [
    ['镇海 设备更新 奖励', '330211'],
    ['宁波的企业买设备有没有补助', '330211'],
    ['深圳企业出国参展', '4403'],
    ['合川高企研发投入', '500117'],
  ] as const)
    expect((await ask(q))[0], q).toMatchObject({ areaCode: place })
})

it('a place without policies is named as such, but not a country or a river', async () => {
  const told = async (q: string) =>
    (await t.as(null).get(`/pol/my/list?${new URLSearchParams({ q, page: '1', pageSize: '10' })}`)).body.data.nowhere
  expect(await told('杭州的企业买设备有没有补贴')).toBe('杭州')
  for (const q of ['宁波的企业买设备有没有补助', '去德国参展有没有补贴', '云溪县设备补助', '浙江首台套'])
    expect(await told(q), q).toBeUndefined()
  const site = await t.as(null).get(`/thirdPartApi/globalSearch?${new URLSearchParams({ keyword: '杭州设备补贴' })}`)
  expect(site.body.data.nowhere).toBe('杭州')
})

it('a question may have 200 characters', async () => {
  const long = `${'我们公司在县城东边的工业园里做塑料制品，'.repeat(5)}想贷款买设备，有没有贴息`
  expect(long.length).toBeGreaterThan(100)
  expect((await ask(long)).slice(0, 5).some(({ policyTitle }) => policyTitle.includes('贴息'))).toBe(true)
  for (const path of ['/pol/my/list?q=', '/pol/my/facets?q=', '/pol/my/suggest?q=', '/thirdPartApi/globalSearch?keyword=']) {
    expect((await t.as(null).get(path + encodeURIComponent(long))).status, path).toBe(200)
    const { status, body } = await t.as(null).get(path + '长'.repeat(201))
    expect([status, body.fields![0]!.message], path).toEqual([400, '问题最多 200 个字'])
  }
})

it('a question that names no place, or the county, first finds policies of the county', async () => {
  for (const q of ['设备补助', '云溪县设备补助']) expect((await ask(q))[0], q).toMatchObject({ areaCode: '339999' })
})

it('a policy is found by its labels, from the moment it is published', async () => {
  const word = '莲藕粉丝'
  const { id: label } = (await t.as('editor1').post('/admin/policy/label/save', { labelName: word })).body.data
  const { id } = (await t.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '农产品深加工补助', labelIds: [label] })))
    .body.data
  await t.as('editor1').form('/pol/info/publish', { id: String(id) })
  await reviewAsItStands(t, 'leader1', id, 'pass')
  expect((await ask(word))[0]).toMatchObject({ policyTitle: '农产品深加工补助' })
})

it('every part of a question counts, also where only the text of the policy has it', async () => {
  const [both, one] = ['村级集体经济项目扶持', '村级集体经济项目支持']
  for (const [policyTitle, content] of [
    [one, '<p>支持发展菱角酿酒。</p>'],
    [both, '<p>支持发展莼菜罐头、茭白脆片和菱角酿酒。</p>'],
  ] as const) {
    const { id } = (await t.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle, content }))).body.data
    await t.as('editor1').form('/pol/info/publish', { id: String(id) })
    await reviewAsItStands(t, 'leader1', id, 'pass')
  }
  const titles = (await ask('莼菜罐头 茭白脆片 菱角酿酒')).filter(({ maybe }) => !maybe).map(({ policyTitle }) => policyTitle)
  expect(titles).toEqual([both])
})

interface Found {
  total: number
  list: (Item & { passage?: string; summary: string })[]
  words: string[]
  missing?: string[]
}
const found = async (q: string): Promise<Found> =>
  (await t.as(null).get(`/pol/my/list?${new URLSearchParams({ q, page: '1', pageSize: '20' })}`)).body.data

it('a document is found by its number in any notation, and an unknown number is reported as missing', async () => {
  for (const q of [
    '云政办发〔2026〕11号',
    '云政办发[2026]11',
    '云政办发2026年11号文',
    '云政办 11号',
    '云政办发二〇二六年11号',
    '云政办发2026-11',
  ]) {
    const { list, missing } = await found(q)
    expect(list[0]?.code, q).toBe('yunxi-equipment')
    expect(missing, q).toBeUndefined()
  }
  expect(await found('云政办发〔2026〕999号')).toMatchObject({ total: 0, list: [], missing: ['云政办发〔2026〕999号'] })
  const both = await found('云政办发〔2026〕999号的设备补助')
  expect(both).toMatchObject({ missing: ['云政办发〔2026〕999号'] })
  expect(both.list[0]!.policyTitle).toContain('设备')
  // The same number of another office is shown, but marked as not found for this office.
  const other = await found('海政办发〔2026〕11号')
  expect(other).toMatchObject({ missing: ['海政办发〔2026〕11号'] })
  expect(other.list.every(({ maybe }) => maybe)).toBe(true)
  // A document that a filter hides still exists.
  const hidden = (await t.as(null).get(`/pol/my/list?${new URLSearchParams({ q: '粤工信规字〔2024〕7号', status: 'notYet' })}`)).body.data
  expect(hidden).toMatchObject({ total: 0 })
  expect(hidden).not.toHaveProperty('missing')
  await t.as('qy1').get(`/pol/my/list?${new URLSearchParams({ q: '云政办发〔2026〕999号', page: '1', pageSize: '10' })}`)
  expect((await t.as('editor1').get('/admin/policy/unanswered/list?words=政办')).body.data.list).toEqual([])
})

it('a question for the address or phone of an office is answered by few policies', async () => {
  for (const q of ['经信局在哪里', '税务局电话是多少', '不动产登记中心几点下班'])
    expect((await ask(q)).filter(({ maybe }) => !maybe).length, q).toBeLessThanOrEqual(3)
})

it('returns the words to mark, also of synonyms and pinyin, and the sentence of the text that answers', async () => {
  const bySynonym = await found('我们公司买机器有没有补助')
  expect(bySynonym.words).toEqual(expect.arrayContaining(['设备', '补助']))
  expect(bySynonym.words).not.toContain('公司')
  expect((await found('gaoxin')).words).toContain('高新')
  const told = (await found('社会保险登记 补助')).list.filter(({ passage }) => passage)
  expect(told.length).toBeGreaterThan(0)
  for (const { passage, policyTitle, summary } of told) expect(`${policyTitle}${summary}`).not.toContain(passage)
  expect((await t.as(null).get('/pol/my/list?page=1&pageSize=5')).body.data).not.toHaveProperty('words')
})

it('the search over the whole site marks the same words, and stores a question without an answer', async () => {
  const search = (keyword: string, who: string | null = null) =>
    t.as(who).get(`/thirdPartApi/globalSearch?${new URLSearchParams({ keyword, page: '1', pageSize: '10' })}`)
  expect((await search('机器补助')).body.data.words).toEqual(expect.arrayContaining(['设备']))
  for (const who of [null, 'qy1']) expect((await search('狗粮过期找谁', who)).body.data.total).toBe(0)
  const guessed = (await search('狗粮过期了猫粮也过期了，仓库里的设备')).body.data
  expect(guessed).toMatchObject({ total: 0, list: [] })
  expect(guessed.maybe.length).toBeGreaterThan(0)
  expect((await search('高薪技术企业')).body.data).toMatchObject({ asked: '高薪技术企业', searched: '高新技术企业' })
  expect((await search('云政办发〔2026〕999号')).body.data).toMatchObject({ total: 0, missing: ['云政办发〔2026〕999号'] })
  const board = (await t.as('editor1').get('/admin/policy/unanswered/list?words=狗粮')).body.data
  expect(board.list).toMatchObject([{ words: '狗粮过期找谁', times: 2 }])
})
