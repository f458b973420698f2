import { beforeAll, describe, expect, it } from 'vitest'
import type { SaidVerdict } from '../../../contract/matching/said-facts.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

interface Item {
  id: number
  policyTitle: string
  maybe?: boolean
}
const list = (q: string, more: Record<string, string> = {}, who: string | null = null) =>
  t.as(who).get(`/pol/my/list?${new URLSearchParams({ q, page: '1', pageSize: '50', ...more })}`)
const ask = async (q: string, more: Record<string, string> = {}): Promise<Item[]> => (await list(q, more)).body.data.list
const sureOf = (items: readonly Item[]) => items.filter(({ maybe }) => !maybe)
async function verdictsOf(words: string, items: readonly Item[], without: string[] = []): Promise<string[]> {
  const { verdicts } = (await t.as(null).post('/corp/policyCalculator/readWords', { words, without, policyIds: items.map(({ id }) => id) }))
    .body.data as { verdicts: Record<string, SaidVerdict> }
  return items.map(({ id }) => verdicts[id]!.verdict)
}
// An unknown result ranks before a near miss.
const ORDER = ['match', 'unknown', 'near', 'nomatch', 'notYet', 'closed']
const inOrder = (verdicts: readonly string[]) => [...verdicts].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))

describe('a question in which a company says facts of itself', () => {
  it('refuses more removed facts than there can be', async () => {
    expect((await list('营收2000万', { without: Array.from({ length: 51 }, (_, n) => `k${n}`).join() })).status).toBe(400)
  })

  it('without other words, is answered by the rules that read one of the facts, ordered by verdict', async () => {
    for (const words of ['成立三年营收2000万的软件公司能报什么', '我们公司有80名员工，去年没有裁员，有什么补贴']) {
      const sure = sureOf(await ask(words))
      expect(sure.length, words).toBeGreaterThan(5)
      const verdicts = await verdictsOf(words, sure)
      expect(verdicts, words).toEqual(inOrder(verdicts))
      expect(new Set(await verdictsOf(words, await ask(words))).size, words).toBeGreaterThan(1)
      expect(ORDER.indexOf(verdicts[0]!), words).toBeLessThan(ORDER.indexOf('near'))
      expect(verdicts, 'what the facts rule out is no answer').not.toContain('nomatch')
    }
  })

  it('is searched by the remaining words', async () => {
    for (const [words, found] of [
      ['员工三百人的软件公司想申请贷款贴息', /贴息/],
      ['营收2000万的软件公司怎么申报绿色工厂', /绿色/],
      ['成立三年的公司，贷款贴息怎么申请', /贴息/],
    ] as const) {
      const [first, second] = await ask(words)
      expect(first!.policyTitle, words).toMatch(found)
      expect(second!.policyTitle, words).not.toMatch(/软件/)
    }
  })

  it('rows that match the words equally are ordered by verdict', async () => {
    const [fits, doesNot] = ['镇海区设备更新技改奖励', '广东省企业技术改造资金·设备奖励']
    const placesOf = async (words: string) => {
      const titles = (await ask(words)).map(({ policyTitle }) => policyTitle)
      return [titles.indexOf(fits!), titles.indexOf(doesNot!)] as const
    }
    const [later, first] = await placesOf('想做设备技术改造')
    expect(first).toBeLessThan(later)
    const words = '员工三百人的软件公司想做设备技术改造'
    const [before, after] = await placesOf(words)
    expect(before).toBeLessThan(after)
    expect(await verdictsOf(words, [(await ask(words))[after]!])).toEqual(['nomatch'])
  })

  it('words of facts that the visitor removed are searched again', async () => {
    const words = '营收2000万的软件公司能报什么'
    const taken = await ask(words)
    const without = await ask(words, { without: 'industryCode,revenueY1' })
    expect(without.map(({ id }) => id)).not.toEqual(taken.map(({ id }) => id))
    expect(without.slice(0, 3).some(({ policyTitle }) => /数字化|软件|信息化/.test(policyTitle))).toBe(true)
  })

  it('is listed for editors only when it also asks for something, without its figures', async () => {
    for (const who of [null, 'qy1', 'gr1']) {
      for (const words of ['净利润60万', '注册资金500万能报什么', '员工不到20人能报什么'])
        expect((await list(words, {}, who)).status).toBe(200)
      await list('注册资金500万的公司能领狗粮吗', {}, who)
    }
    const board = (await t.as('editor1').get('/admin/policy/unanswered/list')).body.data.list as { words: string }[]
    expect(board.map(({ words }) => words)).toEqual(['注册资金某数的公司能领狗粮吗'])
  })

  it('the search over the whole site finds the same', async () => {
    const words = '成立三年营收2000万的软件公司能报什么'
    const [first] = sureOf(await ask(words))
    const site = (await t.as(null).get(`/thirdPartApi/globalSearch?${new URLSearchParams({ keyword: words, page: '1', pageSize: '10' })}`))
      .body.data.list as { id: string }[]
    expect(site[0]!.id).toBe(String(first!.id))
  })
})
