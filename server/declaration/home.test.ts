import { beforeAll, expect, it } from 'vitest'
import { AUDIENCE_GROUP } from '../../contract/policy/home.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const closing = async () => {
  const { sections } = (await app.as(null).get('/pol/polDicValue/home')).body.data
  return sections.find((s: { code: string }) => s.code === 'closing') as {
    label: string
    rows: { title: string; url: string; note: string; kinds?: string[] }[]
  }
}

it('the home page lists open projects of the county, nearest deadline first, with the kinds of company', async () => {
  const { label, rows } = await closing()
  expect(label).toBe('本县正在申报')
  const ends = rows.map(({ note }) => note.slice(0, 10))
  expect(ends.length).toBeGreaterThan(2)
  expect(ends).toEqual(ends.toSorted())
  const loans = rows.find(({ title }) => title.includes('小微企业贷款贴息'))!
  expect(loans.kinds).toEqual(['小微企业'])
})

it('disabled kinds and other labels do not count as kinds of company', async () => {
  const before = (await closing()).rows.flatMap(({ kinds }) => kinds ?? [])
  expect(before).not.toContain('融资支持')
  const group = app.kernel.db.selectFrom('policy_label').select('id').where('name', '=', AUDIENCE_GROUP)
  await app.kernel.db
    .updateTable('policy_label')
    .set({ enabled: false })
    .where('name', '=', '小微企业')
    .where('parent_id', 'in', group)
    .execute()
  await expect.poll(async () => (await closing()).rows.flatMap(({ kinds }) => kinds ?? []), { timeout: 5_000 }).not.toContain('小微企业')
})
