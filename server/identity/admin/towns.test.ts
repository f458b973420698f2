import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../contract/identity/users.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
async function give(...codes: string[]) {
  const { id, version } = await t.kernel.db
    .selectFrom('sys_user')
    .select(['id', 'version'])
    .where('user_name', '=', 'dept5')
    .executeTakeFirstOrThrow()
  const roleIds = (await t.kernel.db.selectFrom('role').select('id').where('code', 'in', codes).execute()).map((role) => role.id)
  expect((await t.as('security1').post(users.saveRoles.path, { id, version, roleIds, terms: [] })).body).toMatchObject({ success: true })
  clock.advance(2000)
}
const idsOf = async (path: string) => {
  const { data } = (await t.as('dept5').get(path, { pageSize: 100 })).body
  return new Set((data.list as { id: number }[]).map(({ id }) => id))
}
/** What the database says: ids of the companies or declarations of a street. */
const inStreet = async (street: string) => {
  const companies = await t.kernel.db.selectFrom('company').select('id').where('street_id', '=', street).execute()
  const declarations = await t.kernel.db
    .selectFrom('declaration as d')
    .innerJoin('company as c', 'c.id', 'd.company_id')
    .where('c.street_id', '=', street)
    .where('d.state', '<>', 'draft')
    .select('d.id')
    .execute()
  return { companies: new Set(companies.map(({ id }) => id)), declarations: new Set(declarations.map(({ id }) => id)) }
}

describe('镇街', () => {
  it('are offices below the bureau', async () => {
    const tree = (await t.as('admin1').get('/sys/office/tree')).body.data as { name: string; children: { name: string }[] }[]
    const bureau = tree.find(({ name }) => name === '县经济和信息化局')
    expect(bureau?.children.map(({ name }) => name)).toEqual(['云溪街道办事处', '松岭镇人民政府', '石塘镇人民政府'])
  })

  it('a role of a town opens the companies and declarations of its street, and nothing else; 王芳 has it beside her office', async () => {
    const of = await inStreet('339999001')
    expect(of.companies.size).toBeGreaterThan(0)
    const both = await idsOf('/dec/declare/list')
    for (const id of of.declarations) expect(both).toContain(id)
    await give('dept')
    const office = await idsOf('/dec/declare/list')
    await give('town-yunxi')
    expect(await idsOf('/company/info/list')).toEqual(of.companies)
    expect(await idsOf('/dec/declare/list')).toEqual(of.declarations)
    expect(both).toEqual(new Set([...office, ...of.declarations]))
    for (const path of ['/pol/info/list', '/allowance/list', '/sys/user/list'])
      expect((await t.as('dept5').get(path, {})).body.code, path).toBe('FORBIDDEN')
    await give('town-songling')
    expect(await idsOf('/company/info/list')).toEqual((await inStreet('339999100')).companies)
  })
})
