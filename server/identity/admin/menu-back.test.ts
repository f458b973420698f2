import { beforeAll, describe, expect, it } from 'vitest'
import { menuDesk } from '../../../contract/identity/menus.ts'
import { roles } from '../../../contract/identity/roles.ts'
import type { ChangeRow } from '../../../contract/way-back.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const post = async (who: string, { path }: { path: string }, body: object) => (await t.as(who).post(path, body)).body
const history = async () => (await t.as('admin1').get(menuDesk.history.path, {})).body.data.list as ChangeRow[]
const undo = (id: number, who = 'admin1') => post(who, menuDesk.undo, { id })
const newest = async () => (await history())[0]!
const level = async () =>
  (await t.kernel.db.selectFrom('menu').select(['name']).where('parent_id', 'is', null).orderBy('sort').orderBy('id').execute()).map(
    ({ name }) => name,
  )
const menuOf = (url: string) => t.kernel.db.selectFrom('menu').selectAll().where('url', '=', url).executeTakeFirst()
const save = (menu: object) => post('admin1', menuDesk.save, { desc: '', icon: '', order: 0, hidden: false, disabled: false, ...menu })
const seenBy = async (who: string) => JSON.stringify((await t.as(who).get('/sys/activeUser/getMenus')).body.data)

describe('菜单修改的撤销', () => {
  it('is for the administrator of menus; what was never changed has no record', async () => {
    expect(await history()).toEqual([])
    for (const who of ['security1', 'op1', 'dept1', 'qy1']) {
      expect((await undo(1, who)).code, who).toBe('FORBIDDEN')
      expect((await t.as(who).get(menuDesk.history.path, {})).body.code, who).toBe('FORBIDDEN')
    }
    expect((await undo(999_999)).code).toBe('NOT_FOUND')
  })

  it('brings an edited entry back step by step, the newest change first, and names what changed', async () => {
    const before = (await menuOf('/work/projectmanage'))!
    const { id, parent_id: parentId, url } = before
    const first = {
      id,
      version: before.version,
      parentId,
      url,
      name: '项目（新）',
      order: before.sort,
      icon: before.icon,
      desc: before.description,
    }
    expect((await save(first)).success).toBe(true)
    expect((await save({ ...first, version: before.version + 1, name: '项目（再新）', hidden: true })).success).toBe(true)
    const [second, one] = (await history()) as [ChangeRow, ChangeRow]
    expect(second).toMatchObject({ what: '修改', name: '项目（再新）', last: true, undone: false })
    expect(second.changes).toEqual([
      { label: '名称', before: '项目（新）', after: '项目（再新）' },
      { label: '隐藏', before: '否', after: '是' },
    ])
    expect(one.last).toBe(false)
    expect((await undo(one.id)).code).toBe('STATE')
    expect((await undo(second.id)).success).toBe(true)
    expect((await undo(second.id)).code).toBe('STATE')
    expect(await menuOf(url)).toMatchObject({ name: '项目（新）', hidden: false })
    expect((await undo(one.id)).success).toBe(true)
    const { version: _, ...same } = before
    expect(await menuOf(url)).toMatchObject(same)
    // Who had the entry open before sees the newer version.
    expect((await save({ ...first, version: before.version + 1 })).code).toBe('CONFLICT')
    expect((await history()).map(({ undone }) => undone)).toEqual([true, true])
  })

  it('brings a deleted entry back for the roles that saw it, and its earlier changes with it', async () => {
    const before = (await menuOf('/work/policycheckmanage'))!
    const names = async () => (await t.as('admin1').get(menuDesk.list.path, { name: '/work/policycheckmanage' })).body.data.list[0]?.roles
    const whose = await names()
    expect(whose.length).toBeGreaterThan(0)
    await save({ ...asked(before), name: '审政策' })
    expect(await removed(before.id)).toBe(true)
    expect(await names()).toBeUndefined()
    expect(await seenBy('leader1')).not.toContain('/work/policycheckmanage')
    expect((await undo((await newest()).id)).success).toBe(true)
    expect(await names()).toEqual(whose)
    expect(await seenBy('leader1')).toContain('/work/policycheckmanage')
    const edit = (await history()).find(({ what, undone }) => what === '修改' && !undone)!
    expect(edit.last).toBe(true)
    expect((await undo(edit.id)).success).toBe(true)
    expect((await menuOf('/work/policycheckmanage'))!.name).toBe(before.name)
  })

  it('does not bring it back for a role that an officer saved since', async () => {
    const entry = (await menuOf('/work/policycheckmanage'))!
    const whose = await rolesWith(entry.id)
    expect(whose.map(({ code }) => code)).toContain('leader')
    await removed(entry.id)
    const deletion = await newest()
    const { id, version } = whose.find(({ code }) => code === 'leader')!
    const { permissions, menuIds, code, name, description } = (await t.as('security1').get(roles.findById.path, { id })).body.data
    expect(menuIds).not.toContain(entry.id)
    await post('security1', roles.save, { id, version, code, name, description, permissions, menuIds })
    expect((await undo(deletion.id)).success).toBe(true)
    const back = (await menuOf('/work/policycheckmanage'))!
    const others = whose.map((role) => role.code).filter((one) => one !== 'leader')
    expect((await rolesWith(back.id)).map((role) => role.code)).toEqual(others)
    expect(await seenBy('leader1')).not.toContain('/work/policycheckmanage')
    expect((await auditTrail(t.kernel, 'menu.undo')).at(-1)!.detail!.roleIds).toHaveLength(others.length)
  })

  it('brings a folder and what was in it back, one after the other, and names the parents', async () => {
    const folder = (await save({ name: '目录甲', parentId: null, url: '' })).data.id
    const other = (await save({ name: '目录乙', parentId: null, url: '' })).data.id
    const page = (await save({ name: '页面甲', parentId: other, url: '/page/search' })).data.id
    const { version } = (await menuOf('/page/search'))!
    await save({ id: page, version, name: '页面甲', parentId: folder, url: '/page/search' })
    expect((await newest()).changes).toEqual([{ label: '上级', before: '目录乙', after: '目录甲' }])
    await removed(page)
    const ofPage = await newest()
    await removed(folder)
    const ofFolder = await newest()
    expect((await undo(ofPage.id)).msg).toContain('不能撤销')
    expect((await undo(ofFolder.id)).success).toBe(true)
    expect((await undo(ofPage.id)).success).toBe(true)
    const back = (await menuOf('/page/search'))!
    const parent = await t.kernel.db.selectFrom('menu').select('name').where('id', '=', back.parent_id!).executeTakeFirstOrThrow()
    expect(parent.name).toBe('目录甲')
    await removed(back.id)
  })

  it('leaves what others moved when only a name is taken back', async () => {
    const names = await level()
    const rows = await t.kernel.db.selectFrom('menu').selectAll().where('parent_id', 'is', null).orderBy('sort').orderBy('id').execute()
    // One move gives the whole level its places.
    await post('admin1', menuDesk.move, { id: rows[0]!.id, direction: 'down' })
    await post('admin1', menuDesk.move, { id: rows[0]!.id, direction: 'up' })
    const own = await t.kernel.db.selectFrom('menu').selectAll().where('id', '=', rows[1]!.id).executeTakeFirstOrThrow()
    await save({ ...asked(own), name: '另一个名称' })
    const renamed = await newest()
    await post('admin1', menuDesk.move, { id: rows[2]!.id, direction: 'up' })
    expect((await undo(renamed.id)).success).toBe(true)
    expect(await level()).toEqual([names[0], names[2], names[1], ...names.slice(3)])
  })

  it('takes an added entry away, but not while something is below it; a taken name is refused', async () => {
    const { id } = (await save({ name: '临时目录', parentId: null, url: '' })).data
    const added = await newest()
    expect(added).toMatchObject({ what: '新增', name: '临时目录', last: true })
    await save({ name: '临时页面', parentId: id, url: '/page/openapi' })
    const below = await newest()
    expect((await undo(added.id)).code).toBe('IN_USE')
    expect((await newest()).undone).toBe(false)
    expect((await undo(below.id)).success).toBe(true)
    await removed(id)
    const gone = await newest()
    await save({ name: '临时目录', parentId: null, url: '' })
    expect((await undo(gone.id)).msg).toBe('不能撤销：同级已有这个菜单')
  })

  it('puts a moved entry back to its place; others that were moved since stay', async () => {
    const names = await level()
    const idOf = async (name: string) =>
      (await t.kernel.db.selectFrom('menu').select('id').where('name', '=', name).where('parent_id', 'is', null).executeTakeFirstOrThrow())
        .id
    await post('admin1', menuDesk.move, { id: await idOf(names[0]!), direction: 'down' })
    const moved = await newest()
    expect(moved.changes).toEqual([{ label: '位置', before: '1', after: '2' }])
    expect(await level()).toEqual([names[1], names[0], ...names.slice(2)])
    expect((await undo(moved.id)).success).toBe(true)
    expect(await level()).toEqual(names)
    expect((await auditTrail(t.kernel, 'menu.undo')).length).toBeGreaterThan(4)
  })
})

const rolesWith = (menuId: number) =>
  t.kernel.db
    .selectFrom('role_menu as rm')
    .innerJoin('role as r', 'r.id', 'rm.role_id')
    .where('rm.menu_id', '=', menuId)
    .select(['r.id', 'r.code', 'r.version'])
    .orderBy('r.id')
    .execute()
const asked = (row: NonNullable<Awaited<ReturnType<typeof menuOf>>>) => ({
  id: row.id,
  version: row.version,
  parentId: row.parent_id,
  url: row.url,
  order: row.sort,
  icon: row.icon,
  desc: row.description,
})
/** The call takes a form. */
const removed = async (id: number): Promise<boolean> =>
  (await t.as('admin1').form(menuDesk.remove.path, { id: String(id), confirmed: 'true' })).body.success
