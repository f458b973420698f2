import { beforeAll, describe, expect, it } from 'vitest'
import { DRAFT_DAYS, type DraftChain } from '../../contract/draft.ts'
import { firstLink } from '../../contract/draft-chain.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { actingFor } from '../kernel/testing/acting.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
interface Found {
  draft: { content: string; savedAt: number } | null
  copyKey: string
  chainKey: string
}
const typed = (who: string, form: string, values: object) => t.as(who).post('/sys/draft/save', { form, content: JSON.stringify(values) })
const found = async (who: string, form: string) => (await t.as(who).get<Found>('/sys/draft/find', { form })).body.data

describe('refused', () => {
  it('without a session, with a malformed name, and when too large', async () => {
    expect((await t.as(null).get('/sys/draft/find', { form: 'label:1' })).status).toBe(401)
    expect((await t.as('editor1').get('/sys/draft/find', { form: "label'; drop" })).body).toMatchObject({ code: 'INVALID' })
    expect((await typed('editor1', 'label:1', { text: 'a'.repeat(300_000) })).body).toMatchObject({ code: 'INVALID' })
  })
  it('the draft of another account', async () => {
    await typed('editor1', 'label:7', { name: '小微企业' })
    expect((await found('leader1', 'label:7')).draft).toBeNull()
    await t.as('leader1').post('/sys/draft/remove', { form: 'label:7' })
    expect(JSON.parse((await found('editor1', 'label:7')).draft!.content)).toEqual({ name: '小微企业' })
  })
})

describe('a draft', () => {
  it('is the last saved one, on every device of the account, until the form is sent', async () => {
    await typed('editor1', 'label:8', { name: '一' })
    await typed('editor1', 'label:8', { name: '一二' })
    const { draft } = await found('editor1', 'label:8')
    expect(draft!.content).toBe('{"name":"一二"}')
    expect(Math.abs(draft!.savedAt - Date.now())).toBeLessThan(60_000)
    await t.as('editor1').post('/sys/draft/remove', { form: 'label:8' })
    expect((await found('editor1', 'label:8')).draft).toBeNull()
  })

  it('is stored sealed', async () => {
    await typed('qy1', 'archive:base', { phone: '13800001234' })
    const rows = await t.kernel.db.selectFrom('form_draft').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('13800001234')
  })

  it('is no longer returned after thirty days, and deleted from the database the night after', async () => {
    await typed('editor1', 'label:9', { name: '旧' })
    const longAgo = new Date(Date.now() - DRAFT_DAYS * 86_400_000 - 60_000).toISOString()
    await t.kernel.db.updateTable('form_draft').set({ saved_at: longAgo }).execute()
    expect((await found('editor1', 'label:9')).draft).toBeNull()
    await runRecurring(t.kernel, 'draft.forget')
    expect(await t.kernel.db.selectFrom('form_draft').selectAll().execute()).toEqual([])
  })

  it('two hundred are kept per account; beyond that the oldest are deleted', async () => {
    for (let n = 0; n < 203; n++) await typed('editor1', `many:${n}`, { n })
    const forms = await t.kernel.db.selectFrom('form_draft').select('form').execute()
    expect(forms).toHaveLength(200)
    expect(forms.map((row) => row.form)).not.toContain('many:2')
  })
})

it('of a person who acts for a company is neither the company’s nor the person’s own', async () => {
  const acting = await actingFor(t, 'gr1', 'qy1')
  await acting.person.post('/sys/draft/save', { form: 'declaration:5', content: '{"n":1}' })
  const own = await acting.self()
  const of = async (who: typeof own) => (await who.get<Found>('/sys/draft/find', { form: 'declaration:5' })).body.data.draft?.content
  expect([await of(acting.person), await of(own), await of(acting.company)]).toEqual(['{"n":1}', undefined, undefined])
})

it('the key for copies in the browser depends on the account only', async () => {
  const [one, again, other] = [await found('editor1', 'a'), await found('editor1', 'b'), await found('qy1', 'a')]
  expect(one.copyKey).toMatch(/^[0-9a-f]{32}$/)
  expect(again.copyKey).toBe(one.copyKey)
  expect(other.copyKey).not.toBe(one.copyKey)
})

it('the chain of keys that comes with the user is another one each time, and only its account can go back to its beginning', async () => {
  const chain = async (who: string) => (await t.as(who).get<{ draftChain: DraftChain }>('/sys/activeUser/info')).body.data.draftChain
  const [one, two] = [await chain('editor1'), await chain('editor1')]
  expect(one.salt).not.toBe(two.salt)
  const begun = async (who: string, { salt }: DraftChain) =>
    Buffer.from(firstLink(Buffer.from((await found(who, 'a')).chainKey, 'hex'), Buffer.from(salt, 'hex'))).toString('hex')
  for (const { salt, link } of [one, two]) {
    expect(await begun('editor1', { salt, link })).toBe(link)
    expect(await begun('qy1', { salt, link })).not.toBe(link)
  }
})
