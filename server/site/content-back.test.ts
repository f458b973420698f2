import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { adverts } from '../../contract/site/adverts.ts'
import { linkDesk } from '../../contract/site/links.ts'
import type { ChangeRow } from '../../contract/way-back.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
/** The calls of one of the two desks, as the person who works there. */
function desk(who: string, { save, remove, move, history, undo }: typeof linkDesk | typeof adverts) {
  return {
    save: async (body: object) => (await t.as(who).post(save.path, body)).body,
    remove: async (id: number, version: number) => (await t.as(who).form(remove.path, { id: String(id), version: String(version) })).body,
    move: async (id: number, direction: 'up' | 'down') => (await t.as(who).post(move.path, { id, direction })).body,
    history: async () => (await t.as(who).get(history.path, {})).body.data.list as ChangeRow[],
    undo: async (id: number, other = who) => (await t.as(other).post(undo.path, { id })).body,
    read: async (other: string) => (await t.as(other).get(history.path, {})).body,
  }
}
const details = async (action: string) =>
  (await auditTrail(t.kernel, action)).map(({ detail }) => [detail!.before === null, detail!.after === null])

describe('菜单与链接的撤销', () => {
  const links = desk('admin1', linkDesk)
  type Link = { id: number; version: number; position: string; name: string; url: string; hidden: boolean; signed: boolean }
  const shown = async (position: string) =>
    ((await t.as(null).get('/sys/link/list')).body.data as Link[]).filter((link) => link.position === position)
  const entry = { position: 'quick', name: '人才驿站', url: '/page/techService', desc: '', eventLabel: '' }

  it('is for the system administrator', async () => {
    for (const who of ['op1', 'editor1', 'qy1']) {
      expect((await links.undo(1, who)).code, who).toBe('FORBIDDEN')
      expect((await links.read(who)).code, who).toBe('FORBIDDEN')
    }
    expect((await links.undo(999_999)).code).toBe('NOT_FOUND')
  })

  it('brings moved, edited, deleted and added links back to what they were, the newest change of a link first', async () => {
    const before = (await shown('quick')).map(({ id }) => id)
    expect(before.length).toBeGreaterThan(1)
    const { id, version } = (await links.save(entry)).data
    const edited = (await links.save({ ...entry, id, version, name: '人才之家', hidden: true })).data
    await links.move(id, 'up')
    expect((await shown('quick')).map((link) => link.id)).toEqual(before.toSpliced(-1, 0, id))
    // At the end of the list nothing moves, and there is nothing to take back.
    await links.move(before[0]!, 'up')
    expect((await links.remove(id, edited.version)).success).toBe(true)
    const [deleted, moved, changed, added] = (await links.history()) as [ChangeRow, ChangeRow, ChangeRow, ChangeRow]
    expect([deleted.what, moved.what, changed.what, added.what]).toEqual(['删除', '修改', '修改', '新增'])
    expect(moved.changes).toEqual([{ label: '位置', before: String(before.length + 1), after: String(before.length) }])
    expect(changed.changes).toEqual([
      { label: '名称', before: '人才驿站', after: '人才之家' },
      { label: '隐藏', before: '否', after: '是' },
    ])
    for (const one of [moved, changed, added]) expect((await links.undo(one.id)).code).toBe('STATE')
    expect((await links.undo(deleted.id)).success).toBe(true)
    const back = (await shown('quick')).find(({ name }) => name === '人才之家')!
    expect(back).toMatchObject({ hidden: true, url: '/page/techService' })
    expect((await shown('quick')).map((link) => link.id)).toEqual(before.toSpliced(-1, 0, back.id))
    expect((await links.undo(moved.id)).success).toBe(true)
    expect((await shown('quick')).map((link) => link.id)).toEqual([...before, back.id])
    expect((await links.undo(changed.id)).success).toBe(true)
    expect((await shown('quick')).at(-1)).toMatchObject({ name: '人才驿站', hidden: false })
    // Who had the dialog open sees the newer version.
    expect((await links.save({ ...entry, id: back.id, version: back.version, name: '别的' })).code).toBe('CONFLICT')
    expect((await links.undo(added.id)).success).toBe(true)
    expect((await shown('quick')).map((link) => link.id)).toEqual(before)
    expect((await links.undo(added.id)).code).toBe('STATE')
    expect(await details('link.undo')).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ])
  })

  it('does not delete the home page, and brings no link back that may not be signed any more', async () => {
    const home = (await shown('menu')).find(({ url }) => url === '/page/home')!
    const url = 'https://svc.example.gov.cn/a'
    const platform = { name: '示例平台', url: 'https://svc.example.gov.cn/', protocol: 'signed', hosts: ['svc.example.gov.cn'] }
    const registered = (await t.as('admin1').post('/sys/platform/saveOrUpdate', platform)).body.data
    const { id, version } = (await links.save({ ...entry, position: 'gov', name: '示例平台', url, signed: true })).data
    await links.remove(id, version)
    const [deleted] = await links.history()
    await t.as('admin1').form('/sys/platform/delete', { id: String(registered.id), version: String(registered.version) })
    expect((await links.undo(deleted!.id)).msg).toContain('不能撤销：带签名：请先在“平台管理”登记')
    expect((await shown('gov')).some((link) => link.url === url)).toBe(false)
    await t.as('admin1').post('/sys/platform/saveOrUpdate', platform)
    expect((await links.undo(deleted!.id)).success).toBe(true)
    expect((await shown('gov')).find((link) => link.url === url)).toMatchObject({ signed: true })
    const second = (await links.save({ ...entry, position: 'menu', name: '另一个首页', url: '/page/home' })).data
    const [added] = await links.history()
    expect((await links.undo(added!.id)).code).toBe('IN_USE')
    expect((await shown('menu')).map((link) => link.id)).toEqual(expect.arrayContaining([home.id, second.id]))
  })
})

describe('撤销不恢复现在不能保存的地址', () => {
  const [links, slots] = [desk('admin1', linkDesk), desk('op1', adverts)]
  const entry = { position: 'gov', name: '', url: '/page/techService' }
  /** As if the change had been made before the rule. */
  const saidBefore = (id: number, url: string) =>
    sql`update row_change set before = jsonb_set(before, '{url}', to_jsonb(${url}::text)) where id = ${id}`.execute(t.kernel.db)

  it('an edit and a deletion, of a link and of an advert', async () => {
    for (const [url, why] of [
      ['http://10.1.2.3/a', '“10.1.2.3”是内部网络的地址，访客打不开'],
      ['/page/nothing', '平台没有这个页面，请核对地址'],
    ] as const)
      for (const [of, field, body] of [
        [links, 'name', entry],
        [slots, 'title', { text: '', url: '/page/techService' }],
      ] as const) {
        const { id, version } = (await of.save({ ...body, [field]: '原来' })).data
        const saved = (await of.save({ ...body, [field]: '改了', url: '/page/home?to=1', id, version })).data
        const [edit] = await of.history()
        await saidBefore(edit!.id, url)
        expect((await of.undo(edit!.id)).msg).toBe(`不能撤销：地址：${why}`)
        await of.remove(id, saved.version)
        const [deletion] = await of.history()
        await saidBefore(deletion!.id, url)
        expect((await of.undo(deletion!.id)).msg).toBe(`不能撤销：地址：${why}`)
      }
  })

  it('an edit that did not change the address is taken back', async () => {
    const { id, version } = (await links.save({ ...entry, name: '旧名' })).data
    await sql`update link set url = 'http://10.1.2.3/a' where id = ${id}`.execute(t.kernel.db)
    await sql`update row_change set after = jsonb_set(after, '{url}', '"http://10.1.2.3/a"') where kind = 'link' and row_id = ${id}`.execute(
      t.kernel.db,
    )
    await links.save({ ...entry, name: '新名', id, version })
    const [edit] = await links.history()
    await sql`update row_change set before = jsonb_set(before, '{url}', after -> 'url') where id = ${edit!.id}`.execute(t.kernel.db)
    expect((await links.undo(edit!.id)).success).toBe(true)
  })
})

describe('推广位的撤销', () => {
  const slots = desk('op1', adverts)
  type Slot = { id: number; version: number; title: string; state: number; fromDate: string | null }
  const all = async () => (await t.as('op1').get(adverts.list.path, { pageSize: 50 })).body.data.list as Slot[]
  const slot = async (id: number) => (await all()).find((one) => one.id === id)
  const move = async (to: 'publish' | 'offPublish', { id }: { id: number }) =>
    (await t.as('op1').form(adverts[to].path, { id: String(id), version: String((await slot(id))!.version) })).body
  const advert = { title: '春季招聘', text: '', url: '/page/home', fromDate: '2026-03-01' }

  it('is for the operator', async () => {
    for (const who of ['admin1', 'editor1', 'qy1']) {
      expect((await slots.undo(1, who)).code, who).toBe('FORBIDDEN')
      expect((await slots.read(who)).code, who).toBe('FORBIDDEN')
    }
  })

  it('brings the content back and never changes whether it is public', async () => {
    const before = (await all()).map(({ id }) => id)
    const made = (await slots.save(advert)).data
    const { id } = made
    expect((await move('publish', made)).success).toBe(true)
    await slots.save({ ...advert, id, version: (await slot(id))!.version, title: '秋季招聘', fromDate: null })
    const [edit, added] = (await slots.history()) as [ChangeRow, ChangeRow]
    expect(edit.changes).toEqual([
      { label: '标题', before: '春季招聘', after: '秋季招聘' },
      { label: '开始日期', before: '2026-03-01', after: '空' },
    ])
    expect((await slots.undo(edit.id)).success).toBe(true)
    expect(await slot(id)).toMatchObject({ title: '春季招聘', fromDate: '2026-03-01', state: 1 })
    // A published advert is taken down first, as with its deletion.
    expect((await slots.undo(added.id)).success).toBe(false)
    expect((await move('offPublish', made)).success).toBe(true)
    await slots.move(id, 'up')
    const place = async () => (await all()).findIndex((one) => one.id === id)
    const moved = await place()
    expect((await slots.remove(id, (await slot(id))!.version)).success).toBe(true)
    const [deleted, up] = (await slots.history()) as [ChangeRow, ChangeRow]
    expect((await slots.undo(up.id)).code).toBe('STATE')
    expect((await slots.undo(deleted.id)).success).toBe(true)
    expect(await slot(id)).toMatchObject({ title: '春季招聘', state: 2 })
    expect(await place()).toBe(moved)
    if (before.length > 0) {
      expect((await slots.undo(up.id)).success).toBe(true)
      expect(await place()).toBe(moved + 1)
    }
    expect((await slots.undo(added.id)).success).toBe(true)
    expect((await all()).map((one) => one.id)).toEqual(before)
    expect((await details('advert.undo')).at(0)).toEqual([false, false])
  })
})
