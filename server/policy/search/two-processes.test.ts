import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp, type App } from '../../app.ts'
import { eventsOf } from '../../kernel/jobs/events.ts'
import { testConfig, testLog } from '../../kernel/testing/config.ts'
import { testApp, testEngine, type TestApp } from '../../kernel/testing/harness.ts'
import { policyDraft } from '../testing/draft.ts'

// Two applications on one database, each with its own words and synonyms in memory, as two processes behind a load balancer.
let a: TestApp
let b: App
beforeAll(async () => {
  a = await testApp()
  b = await createApp(testConfig(a.database.target.dataDir), a.database, { log: testLog, pages: false })
  await eventsOf(b.kernel).listen()
})
afterAll(() => b.close())

/** Asks the other process repeatedly: its kept answers must expire. */
const foundByB = async (q: string): Promise<string[]> => {
  const answer = await b.http.inject({ url: `/pol/my/list?${new URLSearchParams({ q, page: '1', pageSize: '10' })}` })
  const { list } = answer.json().data as { list: { policyTitle: string; maybe?: boolean }[] }
  return list.filter(({ maybe }) => !maybe).map(({ policyTitle }) => policyTitle)
}

it.runIf(testEngine === 'postgres')(
  'what one process publishes is found by the other within 5 seconds, and what it takes down is not',
  async () => {
    const title = '瓷砖窑炉余热奖励办法'
    expect(await foundByB('窑炉余热')).toEqual([])
    const { id } = (await a.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: title }))).body.data
    expect((await a.as('editor1').form('/pol/info/publish', { id: String(id) })).body).toMatchObject({ success: true })
    await expect.poll(() => foundByB('窑炉余热'), { timeout: 5_000 }).toEqual([title])
    expect((await a.as('editor1').form('/pol/info/takeDown', { id: String(id) })).body).toMatchObject({ success: true })
    await expect.poll(() => foundByB('窑炉余热'), { timeout: 5_000 }).toEqual([])
  },
)

it.runIf(testEngine === 'postgres')('a synonym that is saved in one process is known to the other within 5 seconds', async () => {
  expect(await foundByB('摊儿费怎么报')).toEqual([])
  expect((await a.as('editor1').post('/admin/policy/synonym/save', { words: ['摊儿费', '展位费'] })).body.success).toBe(true)
  await expect.poll(async () => (await foundByB('摊儿费怎么报')).join(), { timeout: 5_000 }).toMatch('展位费')
})
