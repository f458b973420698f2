import { beforeAll, expect, it } from 'vitest'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const doing = async (what: string, body: object) => {
  const answer = (await t.as('editor1').post(`/cms/${what}`, body)).body
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data as { id: number; version: number }
}
const found = async (keyword: string, type: string) =>
  (await t.as(null).get('/thirdPartApi/globalSearch', { keyword, type, pageSize: 50 })).body.data.list as {
    title: string
    url: string
    summary: string
  }[]
const titles = async (keyword: string, type: string) => (await found(keyword, type)).map(({ title }) => title)
const law = { kind: 'law', category: '合同', title: '蓄冷合同会诊', summary: '冷库租约逐条看', provider: '星河律师事务所（示例）' }
const loan = {
  name: '冷链快贷',
  bank: '星河银行（示例）',
  productType: '01',
  minAmount: 1,
  maxAmount: 200,
  rateMin: 3.6,
  rateMax: 4.2,
  terms: ['01'],
  guarantees: ['01'],
  repays: ['01'],
  target: '冷库与保鲜企业',
}

it.each([
  ['service', law, ['蓄冷', '冷库租约', 'xulenghetong', '星河律师'], '蓄冷合同会诊'],
  ['finance', loan, ['冷链快贷', '保鲜企业', '星河银行'], '冷链快贷'],
] as const)('the site search finds %s while it is public, and not before or after', async (kind, body, questions, title) => {
  const { id } = await doing(`${kind}/save`, body)
  for (const question of questions) expect(await titles(question, kind), question).not.toContain(title)
  await doing(`${kind}/publish`, { id })
  for (const question of questions) await expect.poll(() => titles(question, kind), { timeout: 5_000, message: question }).toContain(title)
  const [hit] = await found(title, kind)
  expect(hit!.url).toBe(kind === 'service' ? `/page/commercialLaw#service-${id}` : `/page/financialService?ids=${id}`)
  await doing(`${kind}/offPublish`, { id })
  await expect.poll(() => titles(title, kind), { timeout: 5_000 }).not.toContain(title)
})

it('the search does not find contact persons', async () => {
  const person = { contact: '慕容拾光', contactPhone: '13800002222', consent: true }
  const { id } = await doing('service/save', { ...law, title: '窑炉合同会诊', ...person })
  await doing('service/publish', { id })
  await expect.poll(() => titles('窑炉合同', 'service'), { timeout: 5_000 }).toContain('窑炉合同会诊')
  for (const question of ['慕容拾光', '13800002222']) expect(await titles(question, 'service')).toEqual([])
})

it('rows without search columns get them after the start', async () => {
  await t.kernel.db.updateTable('service_item').set({ search: '', search_form: 0 }).execute()
  expect(await titles('支付令申请', 'service')).toEqual([])
  await runRecurring(t.kernel, 'search.rewrite')
  await expect.poll(() => titles('支付令申请', 'service'), { timeout: 5_000 }).toContain('支付令申请指引')
})
