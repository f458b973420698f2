import { beforeAll, describe, expect, it } from 'vitest'
import { menuDesk, type MenuRow } from '../../../contract/identity/menus.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const post = async ({ path }: { path: string }, body: object) => (await t.as('admin1').post(path, body)).body
const list = async () => (await t.as('admin1').get(menuDesk.list.path, {})).body.data.list as MenuRow[]
const menuAt = async (url: string) => (await list()).find((row) => row.url === url)!
const asked = ({ parentName: _, roles: __, asks: _a, lacking: _l, ...row }: MenuRow) => row
const save = async (url: string, change: object) => post(menuDesk.save, { ...asked(await menuAt(url)), ...change })
const remove = async (id: number, more: object = {}) => (await t.as('admin1').form(menuDesk.remove.path, { id: String(id), ...more })).body
const opens = async (who: string, url: string) =>
  JSON.stringify((await t.as(who).get('/sys/activeUser/getMenus')).body.data).includes(`"${url}"`)

/** Counts on its own which enabled accounts hold a role of the entry. */
const holdersOf = async (url: string) => {
  const rows = await t.kernel.db
    .selectFrom('menu as m')
    .innerJoin('role_menu as rm', 'rm.menu_id', 'm.id')
    .innerJoin('user_role as ur', 'ur.role_id', 'rm.role_id')
    .innerJoin('sys_user as u', 'u.id', 'ur.user_id')
    .where('m.url', '=', url)
    .where('u.enabled', '=', true)
    .select('u.id')
    .distinct()
    .execute()
  return rows.length
}

describe('a change of the menu that closes a page', () => {
  it('gets no second entry for staff with the address of another', async () => {
    const refusal = { code: 'INVALID', fields: [{ path: 'url', message: '菜单“补贴管理”已是这个地址' }] }
    expect(await save('/work/checkmanage', { url: '/work/subsidies', confirmed: true })).toMatchObject(refusal)
    expect(await post(menuDesk.save, { name: '补贴（二）', url: '/work/subsidies' })).toMatchObject(refusal)
    expect(await opens('front1', '/work/checkmanage')).toBe(true)
  })

  it('leaves the entries that staff and companies have with the same address as they are', async () => {
    const twins = (await list()).filter((row) => row.url === '/work/personalCompany')
    expect(twins.length).toBe(3)
    for (const row of twins) expect((await post(menuDesk.save, { ...asked(row), desc: '说明' })).success, row.name).toBe(true)
    for (const rows of Map.groupBy(await list(), ({ url }) => url).values())
      if (rows[0]!.url !== '') expect(new Set(rows.flatMap(({ roles }) => roles)).size).toBe(rows.flatMap(({ roles }) => roles).length)
  })

  it('is refused with the number of people until it is confirmed', async () => {
    const people = await holdersOf('/work/checkmanage')
    expect(people).toBeGreaterThan(1)
    const told = { success: false, code: 'CONFIRM', msg: `${people} 人将打不开“申报受理”（/work/checkmanage）：没有别的菜单通往这个页面` }
    expect(await save('/work/checkmanage', { url: '/page/search' })).toMatchObject(told)
    expect(await save('/work/checkmanage', { url: '' })).toMatchObject(told)
    expect(await save('/work/checkmanage', { disabled: true })).toMatchObject(told)
    expect(await remove((await menuAt('/work/checkmanage')).id)).toMatchObject(told)
    const folder = await post(menuDesk.save, { name: '关闭的目录', url: '', disabled: true })
    expect(await save('/work/checkmanage', { parentId: folder.data.id })).toMatchObject(told)
    expect(await opens('front1', '/work/checkmanage')).toBe(true)
    expect(await save('/work/checkmanage', { url: '/page/search', confirmed: true })).toMatchObject({ success: true })
    expect(await opens('front1', '/work/checkmanage')).toBe(false)
  })

  it('is not asked about when the page stays open: a new name, hidden, own pages, and the way back', async () => {
    expect(await save('/work/directLists', { name: '名单', hidden: true })).toMatchObject({ success: true })
    expect(await save('/work/notice', { disabled: true })).toMatchObject({ success: true })
    const { id } = (await t.as('admin1').get(menuDesk.history.path, {})).body.data.list[0]
    expect(await post(menuDesk.undo, { id })).toMatchObject({ success: true })
  })

  it('gives companies their entry back although staff have one with the same address', async () => {
    const own = (await list()).find((row) => row.url === '/work/companyCode' && row.roles.includes('企业用户'))!
    expect(await remove(own.id)).toMatchObject({ code: 'CONFIRM' })
    expect(await remove(own.id, { confirmed: 'true' })).toMatchObject({ success: true })
    const { id } = (await t.as('admin1').get(menuDesk.history.path, {})).body.data.list[0]
    expect(await post(menuDesk.undo, { id })).toMatchObject({ success: true })
    expect(await opens('qy1', '/work/companyCode')).toBe(true)
  })

  it('asks before the way back closes a page, too', async () => {
    await save('/work/feedback', { disabled: true, confirmed: true })
    expect(await save('/work/feedback', { disabled: false })).toMatchObject({ success: true })
    const { id } = (await t.as('admin1').get(menuDesk.history.path, {})).body.data.list[0]
    const people = await holdersOf('/work/feedback')
    expect(await post(menuDesk.undo, { id })).toMatchObject({
      code: 'CONFIRM',
      msg: expect.stringContaining(`${people} 人将打不开“留言反馈”`),
    })
    expect(await post(menuDesk.undo, { id, confirmed: true })).toMatchObject({ success: true })
  })
})
