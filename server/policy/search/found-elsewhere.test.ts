import { expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { openDatabase } from '../../kernel/db/index.ts'
import { eventsOf } from '../../kernel/jobs/events.ts'
import { testConfig, testLog } from '../../kernel/testing/config.ts'
import { testApp, testEngine } from '../../kernel/testing/harness.ts'
import { policyDraft } from '../testing/draft.ts'
import { reviewAsItStands } from '../testing/moves.ts'

// The embedded database refuses a second process.
it.runIf(testEngine === 'postgres')('a policy published in one process is found in another within 5 seconds, also by pinyin', async () => {
  const one = await testApp()
  const database = await openDatabase({ ...one.database.target, url: one.database.target.url, poolMax: 5, log: testLog })
  const two = await createApp(testConfig(one.database.target.dataDir), database, { log: testLog, pages: false })
  await eventsOf(two.kernel).listen()
  const titles = async (q: string): Promise<string[]> => {
    const { body } = await two.http.inject({ url: `/pol/my/list?${new URLSearchParams({ q, page: '1', pageSize: '10' })}` })
    return JSON.parse(body).data.list.map(({ policyTitle }: { policyTitle: string }) => policyTitle)
  }
  const title = '莲藕粉丝加工补助'
  for (const q of ['莲藕粉丝', 'lianou']) expect(await titles(q), 'nothing of it is known before').not.toContain(title)
  const { id } = (await one.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: title }))).body.data
  await one.as('editor1').form('/pol/info/publish', { id: String(id) })
  await reviewAsItStands(one, 'leader1', id, 'pass')
  for (const q of ['莲藕粉丝', 'lianou']) await expect.poll(() => titles(q), { timeout: 5_000 }).toContain(title)
  await two.close()
  await database.close()
})
