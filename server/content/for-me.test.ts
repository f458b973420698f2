import { beforeAll, expect, it } from 'vitest'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let column: number
const doing = async (who: string, what: string, body: object) => (await t.as(who).post(`/cms/news/${what}`, body)).body
const forMe = async (who: string | null, query: object) => (await t.as(who).get('/cms/news/forMe', { ...query })).body
const consent = (authStatus: '01' | '02') => t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
/** The verdict of each policy that the policy desk gives the company: the article has to say the same. */
const judged = async (ids: readonly number[]) => {
  const { judgePolicies } = await import('../matching/index.ts')
  const { company_id } = await t.kernel.db
    .selectFrom('sys_user')
    .select('company_id')
    .where('user_name', '=', 'qy1')
    .executeTakeFirstOrThrow()
  return judgePolicies(t.kernel, company_id!, ids)
}
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '0' } })
  column = (await t.kernel.db.selectFrom('news_column').select('id').where('code', '=', 'news').executeTakeFirstOrThrow()).id
})
async function published(policyIds: number[]): Promise<number> {
  const body = {
    columnId: column,
    title: `政策解读 ${policyIds.join('、')}`,
    summary: '解读',
    content: '<p>解读。</p>',
    source: '服务中心',
    policyIds,
  }
  const saved = await doing('editor1', 'add', body)
  expect(saved, JSON.stringify(saved)).toMatchObject({ success: true })
  const { findings } = (await t.as('editor1').get('/cms/news/check', { id: saved.data.id })).body.data
  const confirmed = findings.map(({ key }: { key: string }) => key).join(',')
  const answer = await doing('editor1', 'publish', { id: saved.data.id, confirmed })
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true, data: { state: 1 } })
  return saved.data.id
}

it('what an article’s policies mean for a company is told only to that company, and only with its consent', async () => {
  const rows = await t.kernel.db
    .selectFrom('policy')
    .select(['id', 'title'])
    .where('state', '=', POLICY_STATE.published)
    .where('deleted', '=', false)
    .where('repealed_on', 'is', null)
    .orderBy('id')
    .execute()
  await consent('02')
  const all = (await judged(rows.map(({ id }) => id)))!
  const fitting = rows.find(({ id }) => all.get(id)?.verdict === 'match')!
  const other = rows.find(({ id }) => all.has(id) && all.get(id)!.verdict !== 'match')!
  const id = await published([other.id, fitting.id])
  expect((await forMe(null, { id })).code).toBe('UNAUTHENTICATED')
  for (const who of ['gr1', 'dept1', 'editor1']) expect((await forMe(who, { id })).code, who).toBe('FORBIDDEN')
  for (const wrong of [{}, { id: 'x' }]) expect((await forMe('qy1', wrong)).fields?.[0]?.path, JSON.stringify(wrong)).toBe('id')
  expect((await forMe('qy1', { id: 999_999 })).code).toBe('NOT_FOUND')

  const { verdicts } = (await forMe('qy1', { id })).data
  // The one that fits comes first, whatever the order in the article.
  expect(verdicts.map((v: { policyId: number }) => v.policyId)).toEqual([fitting.id, other.id])
  expect(verdicts[0]).toEqual({ policyId: fitting.id, title: fitting.title, verdict: 'match', failed: [] })
  expect(verdicts[1].verdict).toBe(all.get(other.id)!.verdict)
  expect(verdicts[1].failed).toEqual(all.get(other.id)!.failed.slice(0, 3))

  // An article without a policy says nothing; a repealed one is not judged.
  expect((await forMe('qy1', { id: await published([]) })).data).toEqual({ verdicts: [] })
  await t.kernel.db.updateTable('policy').set({ repealed_on: '2020-01-01' }).where('id', '=', other.id).execute()
  expect((await forMe('qy1', { id })).data.verdicts.map((v: { policyId: number }) => v.policyId)).toEqual([fitting.id])
  await t.kernel.db.updateTable('policy').set({ repealed_on: null }).where('id', '=', other.id).execute()

  await consent('01')
  expect((await forMe('qy1', { id })).data).toEqual({ verdicts: null })
  await consent('02')
  expect((await forMe('qy1', { id })).data.verdicts).toHaveLength(2)
  await doing('editor1', 'offPublish', { id })
  expect((await forMe('qy1', { id })).code).toBe('NOT_FOUND')
})
