import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const get = async (who: string | null, path: string, query: Record<string, unknown> = {}) => (await t.as(who).get(path, query)).body
const post = async (who: string | null, path: string, body: object) => (await t.as(who).post(path, body)).body
const form = async (path: string, body: Record<string, string>) => (await t.as('admin1').form(path, body)).body
const code = 'yardKind'
const add = async (value: string, label: string, parentId?: number) =>
  (await post('admin1', '/sys/dictValue/saveOrUpdate', { dictTypeCode: code, value, label, ...(parentId ? { parentId } : {}) })).data.id
const values = async () =>
  ((await get(null, '/sys/getDict', { types: code })).data[code] ?? []).map(({ label }: { label: string }) => label)
const changes = async () => (await get('admin1', '/sys/dictValue/history', { dictTypeCode: code, pageSize: 50 })).data.list
const undo = (id: number) => post('admin1', '/sys/dictValue/undo', { id, dictTypeCode: code })

describe('修改记录 of dictionaries', () => {
  it('is read and used by the system administrator only; an unknown change or dictionary is refused', async () => {
    for (const who of [null, 'qy1', 'editor1', 'security1', 'audit1', 'op1'])
      for (const [path, body] of [
        ['/sys/dictType/undo', { id: 1 }],
        ['/sys/dictValue/undo', { id: 1, dictTypeCode: 'industry' }],
      ] as const) {
        expect((await post(who, path, body)).success, `${who} ${path}`).toBe(false)
        expect((await get(who, path.replace('undo', 'history'), { dictTypeCode: 'industry' })).success, `${who} ${path}`).toBe(false)
      }
    expect((await post('admin1', '/sys/dictType/undo', { id: 99_999 })).code).toBe('NOT_FOUND')
    expect((await undo(99_999)).code).toBe('NOT_FOUND')
  })

  it('an edit, a move, an addition and a deletion are taken back, the newest of a value first', async () => {
    await post('admin1', '/sys/dictType/saveOrUpdate', { code, name: '场地类型' })
    const a = await add('a', '甲')
    await add('b', '乙')
    const below = await add('a1', '甲一', a)
    await post('admin1', '/sys/dictValue/saveOrUpdate', { id: a, version: 1, dictTypeCode: code, value: 'a', label: '甲改' })
    await post('admin1', '/sys/dictValue/move', { id: a, direction: 'down' })
    expect(await values()).toEqual(expect.arrayContaining(['乙', '甲改', '甲一']))
    const [move, edit] = await changes()
    expect(move).toMatchObject({ name: '甲改', what: '修改', last: true, changes: [{ label: '位置', before: '1', after: '2' }] })
    expect((await undo(edit.id)).msg).toBe('其后又有修改，请先撤销后来的')
    expect((await undo(move.id)).success).toBe(true)
    expect((await undo(edit.id)).success).toBe(true)
    expect((await values()).filter((label: string) => label !== '甲一')).toEqual(['甲', '乙'])

    const added = (await changes()).find((one: { name: string; what: string }) => one.name === '甲' && one.what === '新增')
    expect((await undo(added.id)).msg).toBe('请先删除或移走下级“甲一”')
    expect((await form('/sys/dictValue/deleteBatch', { ids: `${a},${below}` })).success).toBe(true)
    expect(await values()).toEqual(['乙'])
    const [parent, child] = await changes()
    expect([parent, child]).toMatchObject([{ name: '甲', what: '删除' }, { name: '甲一' }])
    // Its parent is not there yet.
    expect((await undo(child.id)).success).toBe(false)
    expect((await undo(parent.id)).success).toBe(true)
    expect((await undo(child.id)).success).toBe(true)
    expect((await get('admin1', '/sys/dictValue/list', { dictTypeCode: code })).data.list).toMatchObject([
      { value: 'a', childNum: 1 },
      { value: 'b' },
    ])
  })

  it('a deleted dictionary comes back with its values, and its code must still be free', async () => {
    const typeNamed = async () => (await get('admin1', '/sys/dictType/list', { name: code })).data.list[0]
    const before = await values()
    expect((await form('/sys/dictType/delete', { id: String((await typeNamed()).id) })).success).toBe(true)
    expect(await values()).toEqual([])
    const [gone] = (await get('admin1', '/sys/dictType/history')).data.list
    expect(gone).toMatchObject({ name: '场地类型', what: '删除', last: true })
    const other = (await post('admin1', '/sys/dictType/saveOrUpdate', { code: 'YARDKIND', name: '另一个' })).data.id
    expect((await post('admin1', '/sys/dictType/undo', { id: gone.id })).msg).toContain('不能恢复')
    expect((await form('/sys/dictType/delete', { id: String(other) })).success).toBe(true)
    expect((await post('admin1', '/sys/dictType/undo', { id: gone.id })).success).toBe(true)
    expect(await values()).toEqual(before)
    expect((await typeNamed()).valueNum).toBe(before.length)
    // The changes of its values belong to the values that came back.
    expect((await changes()).some(({ last }: { last: boolean }) => last)).toBe(true)
  })
})

describe('getDict', () => {
  const ask = (tag?: string, token?: string) =>
    t.http.inject({
      url: '/sys/getDict?types=urgency',
      headers: { ...(tag ? { 'if-none-match': tag } : {}), ...(token ? { authorization: token } : {}) },
    })

  it('is sent once per version: an unchanged answer is 304 without content, a saved change is sent at once, with or without a log-in', async () => {
    const first = await ask()
    const tag = String(first.headers.etag)
    expect(first.statusCode).toBe(200)
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await ask(`"other", ${tag}`)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const { token } = await t.as('qy1').tokens()
    expect((await ask(tag, token)).statusCode).toBe(304)
    const [value] = (await get('admin1', '/sys/dictValue/list', { dictTypeCode: 'urgency' })).data.list
    const { id, version, value: own } = value
    await post('admin1', '/sys/dictValue/saveOrUpdate', { id, version, dictTypeCode: 'urgency', value: own, label: '不急' })
    const changed = await ask(tag, token)
    expect([changed.statusCode, changed.json().data.urgency[0].label]).toEqual([200, '不急'])
    const [change] = (await get('admin1', '/sys/dictValue/history', { dictTypeCode: 'urgency' })).data.list
    expect((await post('admin1', '/sys/dictValue/undo', { id: change.id, dictTypeCode: 'urgency' })).success).toBe(true)
    expect((await ask(tag)).statusCode).toBe(304)
  })
})
