import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dictTypes, dictValues } from '../../contract/dictionary.ts'
import {
  scheduledDictTypes,
  scheduledDictValues,
  scheduledFigures,
  scheduledLinks,
  type ScheduledRow,
} from '../../contract/scheduled/scheduled.ts'
import { scheduledStates } from '../../contract/scheduled/states.ts'
import { basicData } from '../../contract/site/basic-data.ts'
import { linkDesk } from '../../contract/site/links.ts'
import { createApp } from '../app.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testConfig, testLog } from '../kernel/testing/config.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const START = Date.parse('2026-11-20T02:00:00Z')
let now = START
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date(now) } })
})
beforeEach(() => {
  now = START
})

const { waiting, done, missed, cancelled } = scheduledStates.code
const inMinutes = (minutes: number) => new Date(START + minutes * 60_000).toISOString()
/** As the database writes it. */
const stored = (minutes: number) => inMinutes(minutes).replace('.000Z', 'Z')
const minutesLater = async (minutes: number) => {
  now = START + minutes * 60_000
  await runRecurring(t.kernel, 'later.due')
}
type Kind = typeof scheduledLinks | typeof scheduledFigures | typeof scheduledDictTypes | typeof scheduledDictValues
const plan = async (who: string, { save }: Kind, body: object) => (await t.as(who).post(save.path, body)).body
const list = async (who: string, { list: at }: Kind, q: object = {}) =>
  (await t.as(who).get(at.path, { ...q })).body.data.list as ScheduledRow[]
const newest = async (who: string, kind: Kind) => (await list(who, kind)).toSorted((a, b) => b.id - a.id)[0]!
const cancel = async (who: string, { cancel: at }: Kind, row: { id: number; version: number }) =>
  (await t.as(who).form(at.path, { id: String(row.id), version: String(row.version) })).body

type Undoing = Record<'history' | 'undo', { path: string }>

interface Link {
  position: string
  id: number
  version: number
  name: string
  url: string
  hidden: boolean
  disabled: boolean
}
const links = async () => (await t.as(null).get('/sys/link/list')).body.data as Link[]
const link = async (id: number) => (await links()).find((one) => one.id === id)
const addLink = async (name: string): Promise<{ id: number; version: number }> =>
  (await t.as('admin1').post(linkDesk.save.path, { position: 'quick', name, url: '/page/techService' })).body.data
const entry = { position: 'quick', url: '/page/techService' }
const noticesOf = async (who: string) =>
  ((await t.as(who).get('/sys/notice/list', { pageSize: 50 })).body.data.list as { title: string }[]).map(({ title }) => title)

describe('定时修改：取消与改动', () => {
  it('who wrote a change is told that somebody else cancelled it, and the ended line says who and when', async () => {
    const figure = { block: 'home', code: 'cancelled1', name: '取消的', value: '1' }
    expect((await plan('op1', scheduledFigures, { ...figure, effectiveTime: inMinutes(5) })).success).toBe(true)
    const row = await newest('op1', scheduledFigures)
    expect(row).toMatchObject({ cancelledBy: '', outdated: false })
    expect((await cancel('op2', scheduledFigures, row)).success).toBe(true)
    const { name } = await t.kernel.db.selectFrom('sys_user').select('name').where('user_name', '=', 'op2').executeTakeFirstOrThrow()
    expect(await newest('op1', scheduledFigures)).toMatchObject({ state: cancelled, cancelledBy: name, endTime: stored(0) })
    const told = (await noticesOf('op1')).filter((title) => title.startsWith(`${name}取消了您定于 `))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('对基础数据“取消的”的新增')
    // Nobody is told of what they did themselves.
    await plan('op1', scheduledFigures, { ...figure, effectiveTime: inMinutes(5) })
    await cancel('op1', scheduledFigures, await newest('op1', scheduledFigures))
    expect((await noticesOf('op1')).filter((title) => title.includes('取消了您定于'))).toHaveLength(1)
  })

  it('a waiting line says that its record was changed since', async () => {
    const { id, version } = await addLink('其间改')
    await plan('admin1', scheduledLinks, { ...entry, id, version, name: '其间改名', effectiveTime: inMinutes(5) })
    expect(await newest('admin1', scheduledLinks)).toMatchObject({ outdated: false })
    await t.as('admin1').post(linkDesk.save.path, { ...entry, id, version, name: '先改了' })
    const row = await newest('admin1', scheduledLinks)
    expect(row).toMatchObject({ state: waiting, outdated: true })
    await cancel('admin1', scheduledLinks, row)
  })

  // Seen red: after the undo the line went on to say that it would not act, and it did not.
  it('a record that was changed and put back is the one it was: its deletion acts', async () => {
    const { id, version } = await addLink('改名又撤销')
    const removal = { id: String(id), version: String(version), effectiveTime: inMinutes(9) }
    expect((await t.as('admin1').form(scheduledLinks.remove.path, removal)).body.success).toBe(true)
    const rename = async (from: number, name: string) => {
      now += 60_000
      expect((await t.as('admin1').post(linkDesk.save.path, { ...entry, id, version: from, name })).body.success).toBe(true)
    }
    const undoLast = async () => {
      now += 60_000
      const [last] = (await t.as('admin1').get(linkDesk.history.path)).body.data.list.filter((one: { undone: boolean }) => !one.undone)
      expect((await t.as('admin1').post(linkDesk.undo.path, { id: last.id })).body.success).toBe(true)
    }
    await rename(version, '改了名')
    await rename(version + 1, '又改了名')
    await undoLast()
    expect(await newest('admin1', scheduledLinks)).toMatchObject({ state: waiting, outdated: true })
    await undoLast()
    expect(await link(id)).toMatchObject({ name: '改名又撤销', version: version + 4 })
    expect(await newest('admin1', scheduledLinks)).toMatchObject({ state: waiting, outdated: false })
    await minutesLater(9)
    expect(await link(id)).toBeUndefined()
    expect(await newest('admin1', scheduledLinks)).toMatchObject({ state: done })
  })
})

describe('定时修改：拒绝', () => {
  it('whoever may not save at once may not plan, see or cancel', async () => {
    const { id, version } = await addLink('只看不改')
    expect((await plan('admin1', scheduledLinks, { ...entry, id, version, name: '改名', effectiveTime: inMinutes(5) })).success).toBe(true)
    const row = await newest('admin1', scheduledLinks)
    for (const who of ['op1', 'editor1', 'qy1', 'security1']) {
      expect((await plan(who, scheduledLinks, { ...entry, id, version, name: '改名', effectiveTime: inMinutes(5) })).code, who).toBe(
        'FORBIDDEN',
      )
      expect((await t.as(who).get(scheduledLinks.list.path, {})).body.code, who).toBe('FORBIDDEN')
      expect((await cancel(who, scheduledLinks, row)).code, who).toBe('FORBIDDEN')
    }
    expect((await t.as('admin1').get(scheduledFigures.list.path, {})).body.code).toBe('FORBIDDEN')
    expect((await t.as('op1').get(scheduledDictValues.list.path, {})).body.code).toBe('FORBIDDEN')
    // A change of another kind is not found under this one.
    expect((await cancel('admin1', scheduledDictTypes, row)).code).toBe('NOT_FOUND')
    expect((await cancel('admin1', scheduledLinks, { ...row, version: 9 })).code).toBe('CONFLICT')
    expect((await cancel('admin1', scheduledLinks, row)).success).toBe(true)
    expect((await cancel('admin1', scheduledLinks, row)).success).toBe(false)
    await minutesLater(10)
    expect(await link(id)).toMatchObject({ name: '只看不改' })
    expect(await newest('admin1', scheduledLinks)).toMatchObject({ state: cancelled })
  })

  it('a time that is over, far away or missing is refused at its field', async () => {
    const { id, version } = await addLink('时间')
    for (const [effectiveTime, message] of [
      ['', '请选择生效时间'],
      ['2026-11-20 09:00:00', '生效时间已过，请另选'],
      ['2028-01-01 08:00:00', '生效时间最晚在一年以内'],
      ['明天', '时间格式应为 YYYY-MM-DD HH:mm'],
    ])
      expect((await plan('admin1', scheduledLinks, { ...entry, id, version, name: '改名', effectiveTime })).fields).toEqual([
        { path: 'effectiveTime', message },
      ])
  })

  it('what the save at once would refuse is refused when it is planned, at the same field', async () => {
    const at = { effectiveTime: inMinutes(5) }
    const { id, version } = await addLink('重复')
    expect((await plan('admin1', scheduledLinks, { ...entry, id, version: version + 1, name: '改名', ...at })).code).toBe('CONFLICT')
    expect((await plan('admin1', scheduledLinks, { ...entry, id, name: '改名', ...at })).fields![0]!.path).toBe('version')
    expect((await plan('admin1', scheduledLinks, { ...entry, id, version, name: '重复', ...at })).msg).toContain('没有改动')
    expect((await plan('admin1', scheduledLinks, { ...entry, name: '', ...at })).fields![0]!.path).toBe('name')
    expect(
      (await plan('admin1', scheduledLinks, { ...entry, name: '签名', url: 'https://nowhere.example.com/', signed: true, ...at }))
        .fields![0]!.path,
    ).toBe('signed')
    const home = (await links()).find(({ url }) => url === '/page/home')!
    const removal = { id: String(home.id), version: String(home.version), effectiveTime: inMinutes(5) }
    expect((await t.as('admin1').form(scheduledLinks.remove.path, removal)).body.code).toBe('IN_USE')
    const types = (await t.as('admin1').get(dictTypes.list.path, { pageSize: 100 })).body.data.list as {
      id: number
      code: string
      version: number
    }[]
    const fixed = types.find(({ code }) => code === 'policyLevel')!
    expect((await plan('admin1', scheduledDictTypes, { ...fixed, name: '级别', builtIn: undefined, ...at })).success).toBe(false)
    const value = { dictTypeCode: 'policyLevel', value: 'moon', label: '月球', ...at }
    expect((await plan('admin1', scheduledDictValues, value)).fields![0]!.message).toContain('系统规定')
    const figure = { block: 'home', code: 'roads', name: '道路', value: '3', asOf: '2026-11-25', ...at }
    expect((await plan('op1', scheduledFigures, figure)).fields).toEqual([{ path: 'asOf', message: '数据日期不能晚于今天' }])
    // Nothing of what was tried stays.
    expect((await links()).filter(({ name }) => name === '签名' || name === '改名')).toEqual([])
    expect(await auditTrail(t.kernel, 'dict.value.add')).toEqual([])
  })

  // Both waited, and the second was not applied at its time.
  it('of two timed additions with the same code in one part the second is refused at its field', async () => {
    const at = { effectiveTime: inMinutes(5) }
    const figure = { block: 'home', code: 'twiceTimed', name: '先定的', value: '1' }
    expect((await plan('op1', scheduledFigures, { ...figure, ...at })).success).toBe(true)
    expect((await plan('op2', scheduledFigures, { ...figure, name: '后定的', effectiveTime: inMinutes(9) })).fields).toEqual([
      { path: 'code', message: '已定于 2026-11-20 10:05 新增“先定的”，代码相同，请换一个或先取消那一项' },
    ])
    const value = { dictTypeCode: 'region', value: 'twiceTimed', label: '先定的值' }
    expect((await plan('admin1', scheduledDictValues, { ...value, ...at })).success).toBe(true)
    const later = { ...value, value: 'TwiceTimed', label: '后定的值', ...at }
    expect((await plan('admin1', scheduledDictValues, later)).fields?.[0]?.path).toBe('value')
    const type = { code: 'twiceTimed', name: '先定的字典' }
    expect((await plan('admin1', scheduledDictTypes, { ...type, ...at })).success).toBe(true)
    expect((await plan('admin1', scheduledDictTypes, { ...type, name: '后定的字典', ...at })).fields?.[0]?.path).toBe('code')
    // In another part, and after the first was cancelled, it is planned.
    expect((await plan('op1', scheduledFigures, { ...figure, block: 'qqxs', ...at })).success).toBe(true)
    const first = (await list('op1', scheduledFigures, { scope: 'home' })).find(({ name }) => name === '先定的')!
    expect((await cancel('op1', scheduledFigures, first)).success).toBe(true)
    expect((await plan('op2', scheduledFigures, { ...figure, name: '后定的', ...at })).success).toBe(true)
    for (const [who, kind] of [
      ['op1', scheduledFigures],
      ['admin1', scheduledDictValues],
      ['admin1', scheduledDictTypes],
    ] as const)
      for (const row of await list(who, kind)) if (row.state === waiting) await cancel(who, kind, row)
  })

  it('a record has one waiting change', async () => {
    const { id, version } = await addLink('一次一件')
    const body = { ...entry, id, version, effectiveTime: inMinutes(5) }
    expect((await plan('admin1', scheduledLinks, { ...body, name: '甲' })).success).toBe(true)
    expect((await plan('admin1', scheduledLinks, { ...body, name: '乙' })).code).toBe('STATE')
    await cancel('admin1', scheduledLinks, await newest('admin1', scheduledLinks))
    expect((await plan('admin1', scheduledLinks, { ...body, name: '乙' })).success).toBe(true)
    await minutesLater(6)
    expect(await link(id)).toMatchObject({ name: '乙' })
  })
})

/** The names of an entry's menu in their order. */
const order = async () => (await links()).map(({ name }) => name).filter((name) => /^排[甲乙丙]$/.test(name))
const moveScheduled = async (who: string, body: object) => (await t.as(who).post(scheduledLinks.move.path, body)).body
const removal = (row: { id: number; version: number }, minutes: number) => ({
  id: String(row.id),
  version: String(row.version),
  effectiveTime: inMinutes(minutes),
})

describe('定时移动、定时删除字典和值', () => {
  it('is refused to others, and what would be refused at once is refused when it is planned', async () => {
    const { id, version } = await addLink('排不了')
    const at = { effectiveTime: inMinutes(5) }
    for (const who of ['op1', 'editor1', 'qy1', 'security1']) {
      expect((await moveScheduled(who, { id, version, place: 1, ...at })).code, who).toBe('FORBIDDEN')
      for (const { remove } of [scheduledDictTypes, scheduledDictValues])
        expect((await t.as(who).form(remove.path, removal({ id, version }, 5))).body.code, who).toBe('FORBIDDEN')
    }
    const place = (await links()).filter(({ position }) => position === 'quick').findIndex((one) => one.id === id) + 1
    expect((await moveScheduled('admin1', { id, version, place, ...at })).msg).toBe('它已经在这个位置，不需要定时')
    expect((await moveScheduled('admin1', { id, version: version + 1, place: 1, ...at })).code).toBe('CONFLICT')
    expect((await moveScheduled('admin1', { id: 999_999, version, place: 1, ...at })).code).toBe('NOT_FOUND')
    expect((await moveScheduled('admin1', { id, version, place: 0, ...at })).fields).toEqual([{ path: 'place', message: '不能小于 1' }])
    expect((await moveScheduled('admin1', { id, version, place: 1, effectiveTime: '' })).fields![0]!.message).toBe('请选择生效时间')

    const { db } = t.kernel
    const valueIn = (type: string) =>
      db.selectFrom('dict_value').select(['id', 'version']).where('dict_type', '=', type).orderBy('id').limit(1).executeTakeFirstOrThrow()
    const typeOf = (code: string) => db.selectFrom('dict_type').select(['id', 'version']).where('code', '=', code).executeTakeFirstOrThrow()
    const refusal = async ({ remove }: Kind, row: { id: number; version: number }) =>
      (await t.as('admin1').form(remove.path, removal(row, 5))).body
    expect((await refusal(scheduledDictValues, await valueIn('policyLevel'))).msg).toContain('系统规定')
    expect((await refusal(scheduledDictValues, await valueIn('region'))).code).toBe('IN_USE')
    expect((await refusal(scheduledDictTypes, await typeOf('policyLevel'))).msg).toContain('系统规定')
    expect((await refusal(scheduledDictTypes, await typeOf('region'))).code).toBe('IN_USE')
    expect((await refusal(scheduledDictTypes, { id: 999_999, version: 1 })).code).toBe('NOT_FOUND')
  })

  it('an entry moves to its place at its time, and is taken back; one that was saved in between stays', async () => {
    for (const name of ['排甲', '排乙', '排丙']) await addLink(name)
    const all = async () => (await links()).filter(({ position }) => position === 'quick')
    const [first, last] = [(await all()).find(({ name }) => name === '排甲')!, (await all()).find(({ name }) => name === '排丙')!]
    const at = (await all()).findIndex(({ id }) => id === first.id) + 1
    expect((await moveScheduled('admin1', { id: last.id, version: last.version, place: at, effectiveTime: inMinutes(3) })).success).toBe(
      true,
    )
    expect(await newest('admin1', scheduledLinks)).toMatchObject({
      name: '排丙',
      what: '修改',
      rowId: last.id,
      changes: [{ label: '位置', before: String(at + 2), after: String(at) }],
    })
    expect(await order()).toEqual(['排甲', '排乙', '排丙'])
    await minutesLater(3)
    expect(await order()).toEqual(['排丙', '排甲', '排乙'])
    expect(await newest('admin1', scheduledLinks)).toMatchObject({ state: done })
    const [change] = (await t.as('admin1').get(linkDesk.history.path, {})).body.data.list
    expect(change).toMatchObject({ name: '排丙', last: true, changes: [{ label: '位置', before: String(at + 2), after: String(at) }] })
    expect((await t.as('admin1').post(linkDesk.undo.path, { id: change.id })).body.success).toBe(true)
    expect(await order()).toEqual(['排甲', '排乙', '排丙'])

    now = START
    expect((await moveScheduled('admin1', { id: last.id, version: last.version, place: at, effectiveTime: inMinutes(4) })).success).toBe(
      true,
    )
    await t.as('admin1').post(linkDesk.save.path, { ...entry, id: last.id, version: last.version, name: '排丙', url: '/page/home?3' })
    await minutesLater(4)
    expect(await order()).toEqual(['排甲', '排乙', '排丙'])
    expect(await newest('admin1', scheduledLinks)).toMatchObject({ state: missed, reason: '其间有人修改了这一项，请按现在的内容重新定时' })
  })

  it('a value and a dictionary are deleted at their time; one that came into use, or changed, stays', async () => {
    const admin = t.as('admin1')
    const type = { code: 'yardLater', name: '场地类型' }
    const typeId = (await admin.post(dictTypes.save.path, type)).body.data.id as number
    const add = async (value: string) =>
      (await admin.post(dictValues.save.path, { dictTypeCode: type.code, value, label: `场地${value}` })).body.data.id as number
    const [a, b, c] = [await add('a'), await add('b'), await add('c')]
    const of = (id: number) => ({ id, version: 1 })
    for (const id of [a, b]) expect((await admin.form(scheduledDictValues.remove.path, removal(of(id), 2))).body.success).toBe(true)
    expect(await list('admin1', scheduledDictValues, { scope: type.code })).toMatchObject([
      { what: '删除', name: '场地b', rowId: b, scope: type.code },
      { what: '删除', name: '场地a', rowId: a },
    ])
    // Somebody puts a value below the second one.
    await admin.post(dictValues.save.path, { dictTypeCode: type.code, value: 'b1', label: '场地b1', parentId: b })
    await minutesLater(2)
    const left = (await admin.get(dictValues.list.path, { dictTypeCode: type.code })).body.data.list as { id: number }[]
    expect(left.map(({ id }) => id)).toEqual([b, c])
    const [missedRow, doneRow] = await list('admin1', scheduledDictValues, { scope: type.code })
    expect([missedRow, doneRow]).toMatchObject([
      { rowId: b, state: missed, reason: '请先删除或移走下级“场地b1”' },
      { rowId: a, state: done },
    ])

    now = START
    expect((await admin.form(scheduledDictTypes.remove.path, removal(of(typeId), 3))).body.success).toBe(true)
    expect(await newest('admin1', scheduledDictTypes)).toMatchObject({ what: '删除', name: '场地类型', changes: [] })
    await minutesLater(3)
    expect((await admin.get(dictTypes.findById.path, { id: typeId })).body.code).toBe('NOT_FOUND')
    const [gone] = (await admin.get(dictTypes.history.path, {})).body.data.list
    expect(gone).toMatchObject({ name: '场地类型', what: '删除', last: true })
    expect((await admin.post(dictTypes.undo.path, { id: gone.id })).body.success).toBe(true)
    expect((await admin.get(dictTypes.list.path, { name: type.code })).body.data.list).toMatchObject([{ code: type.code, valueNum: 3 }])
  })
})

describe('定时修改字典和基础数据', () => {
  it('a cancelled change of a dictionary or of a value does nothing at its time', async () => {
    const admin = t.as('admin1')
    const type = { code: 'calledOff', name: '取消用' }
    const typeId = (await admin.post(dictTypes.save.path, type)).body.data.id as number
    const value = { dictTypeCode: type.code, value: 'a', label: '原来的' }
    const valueId = (await admin.post(dictValues.save.path, value)).body.data.id as number
    const at = { version: 1, effectiveTime: inMinutes(5) }
    const planned: [Kind, object][] = [
      [scheduledDictTypes, { ...type, ...at, id: typeId, name: '改后的' }],
      [scheduledDictValues, { ...value, ...at, id: valueId, label: '改后的' }],
    ]
    for (const [kind, body] of planned) {
      expect((await plan('admin1', kind, body)).success).toBe(true)
      const row = await newest('admin1', kind)
      expect(row).toMatchObject({ state: waiting, what: '修改' })
      for (const who of ['op1', 'editor1', 'qy1', 'security1']) expect((await cancel(who, kind, row)).code, who).toBe('FORBIDDEN')
      expect((await cancel('admin1', kind, { ...row, version: 9 })).code).toBe('CONFLICT')
      expect((await cancel('admin1', scheduledLinks, row)).code).toBe('NOT_FOUND')
      expect((await cancel('admin1', kind, row)).data).toBe(true)
      expect(await newest('admin1', kind)).toMatchObject({ id: row.id, state: cancelled })
    }
    await minutesLater(6)
    expect((await admin.get(dictTypes.findById.path, { id: typeId })).body.data).toMatchObject({ name: '取消用', version: 1 })
    const values = (await admin.get(dictValues.list.path, { dictTypeCode: type.code })).body.data.list
    expect(values).toMatchObject([{ label: '原来的', version: 1 }])
  })

  it('a figure is deleted at its time, so that visitors no longer see it, and is taken back', async () => {
    const figure = { block: 'zlb', code: 'endsLater', name: '到期撤下的数', value: '7' }
    const { id, version } = (await t.as('op1').post(basicData.save.path, figure)).body.data
    const remove = async (who: string, more: object = {}) =>
      (await t.as(who).form(scheduledFigures.remove.path, { ...removal({ id, version }, 4), ...more })).body
    for (const who of ['admin1', 'editor1', 'qy1', 'security1']) expect((await remove(who)).code, who).toBe('FORBIDDEN')
    expect((await remove('op1', { version: String(version + 1) })).code).toBe('CONFLICT')
    expect((await remove('op1', { id: '999999' })).code).toBe('NOT_FOUND')
    expect((await remove('op1', { effectiveTime: '' })).fields).toEqual([{ path: 'effectiveTime', message: '请选择生效时间' }])
    expect((await remove('op1')).success).toBe(true)
    expect((await remove('op1')).code).toBe('STATE')
    expect(await newest('op1', scheduledFigures)).toMatchObject({ what: '删除', name: figure.name, rowId: id, state: waiting })
    const seen = async () =>
      (await t.as(null).get(basicData.list.path, { block: 'zlb' })).body.data.list.map((one: { code: string }) => one.code) as string[]
    await minutesLater(3)
    expect(await seen()).toContain('endsLater')
    await minutesLater(4)
    expect(await seen()).not.toContain('endsLater')
    expect(await newest('op1', scheduledFigures)).toMatchObject({ state: done })
    const [change] = (await t.as('op1').get(basicData.history.path, {})).body.data.list
    expect(change).toMatchObject({ name: figure.name, what: '删除', last: true })
    expect((await t.as('op1').post(basicData.undo.path, { id: change.id })).body.success).toBe(true)
    expect(await seen()).toContain('endsLater')
  })
})

describe('定时修改：到时', () => {
  it('an entry changes at its minute, is kept in 修改记录 under the person, and is taken back', async () => {
    const { id, version } = await addLink('开工一件事')
    expect(
      (await plan('admin1', scheduledLinks, { ...entry, id, version, name: '开办一件事', disabled: true, effectiveTime: inMinutes(5) }))
        .success,
    ).toBe(true)
    const [row] = await list('admin1', scheduledLinks)
    expect(row).toMatchObject({
      state: waiting,
      rowId: id,
      name: '开工一件事',
      what: '修改',
      effectiveTime: stored(5),
      changes: [
        { label: '名称', before: '开工一件事', after: '开办一件事' },
        { label: '停用', before: '否', after: '是' },
      ],
    })
    await minutesLater(4)
    expect(await link(id)).toMatchObject({ name: '开工一件事' })
    await minutesLater(5)
    expect(await link(id)).toMatchObject({ name: '开办一件事', disabled: true })
    expect(await newest('admin1', scheduledLinks)).toMatchObject({ state: done, endTime: stored(5) })
    const admin = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'admin1').executeTakeFirstOrThrow()
    const edits = await auditTrail(t.kernel, 'link.edit')
    expect(edits.at(-1)).toMatchObject({ actor_id: admin.id, object_id: String(id) })
    expect((await auditTrail(t.kernel, 'later.act')).length).toBeGreaterThan(0)
    const [change] = (await t.as('admin1').get(linkDesk.history.path, {})).body.data.list
    expect(change).toMatchObject({ name: '开办一件事', what: '修改', last: true })
    expect((await t.as('admin1').post(linkDesk.undo.path, { id: change.id })).body.success).toBe(true)
    expect(await link(id)).toMatchObject({ name: '开工一件事', disabled: false })
    // The next minute does nothing again.
    await minutesLater(6)
    expect(await link(id)).toMatchObject({ name: '开工一件事' })
  })

  it('an entry is added, and one is deleted', async () => {
    const { id, version } = await addLink('到期撤下')
    const removal = { id: String(id), version: String(version), effectiveTime: inMinutes(3) }
    expect((await t.as('admin1').form(scheduledLinks.remove.path, removal)).body.success).toBe(true)
    expect((await plan('admin1', scheduledLinks, { ...entry, name: '到期上线', effectiveTime: inMinutes(3) })).success).toBe(true)
    expect((await list('admin1', scheduledLinks)).filter(({ state }) => state === waiting).map(({ what, rowId }) => [what, rowId])).toEqual(
      expect.arrayContaining([
        ['新增', null],
        ['删除', id],
      ]),
    )
    await minutesLater(3)
    expect(await link(id)).toBeUndefined()
    expect((await links()).filter(({ name }) => name === '到期上线')).toHaveLength(1)
  })

  it('values of a dictionary and figures change too, a figure dated on its day', async () => {
    const added = { dictTypeCode: 'region', value: 'lunar', label: '月球开发', color: 'blue' }
    expect((await plan('admin1', scheduledDictValues, { ...added, effectiveTime: inMinutes(2) })).success).toBe(true)
    expect((await list('admin1', scheduledDictValues, { scope: 'region' }))[0]).toMatchObject({
      what: '新增',
      name: '月球开发',
      scope: 'region',
    })
    expect(await list('admin1', scheduledDictValues, { scope: 'other' })).toEqual([])
    const type = (await t.as('admin1').post(dictTypes.save.path, { code: 'laterTest', name: '定时' })).body.data
    expect(
      (
        await plan('admin1', scheduledDictTypes, {
          id: type.id,
          version: 1,
          code: 'laterTest',
          name: '定时',
          enableFlag: 0,
          effectiveTime: inMinutes(2),
        })
      ).success,
    ).toBe(true)
    const figure = { block: 'home', code: 'roads', name: '道路', value: '3', asOf: '2026-11-25' }
    const day = 5 * 24 * 60
    expect((await plan('op1', scheduledFigures, { ...figure, effectiveTime: inMinutes(day) })).success).toBe(true)
    await minutesLater(2)
    const offered = (await t.as(null).get('/sys/getDict', { types: 'region' })).body.data.region as { value: string; label: string }[]
    expect(offered.find(({ value }) => value === 'lunar')?.label).toBe('月球开发')
    expect((await t.as('admin1').get(dictTypes.findById.path, { id: type.id })).body.data).toMatchObject({ enableFlag: 0 })
    expect((await t.as('admin1').get(dictValues.history.path, { dictTypeCode: 'region' })).body.data.list[0]).toMatchObject({
      what: '新增',
      name: '月球开发',
    })
    await minutesLater(day)
    const shown = (await t.as(null).get(basicData.list.path, { block: 'home', pageSize: 50 })).body.data.list as { code: string }[]
    expect(shown.find(({ code }) => code === 'roads')).toMatchObject({ value: '3', asOf: '2026-11-25' })
  })

  it('a record that changed in between, or is gone, is left as it is: 未执行, with the reason and a notice', async () => {
    const [kept, gone] = [await addLink('改过的'), await addLink('删掉的')]
    for (const one of [kept, gone])
      expect((await plan('admin1', scheduledLinks, { ...entry, ...one, name: `定时${one.id}`, effectiveTime: inMinutes(4) })).success).toBe(
        true,
      )
    await t.as('admin1').post(linkDesk.save.path, { ...entry, ...kept, name: '后来改的' })
    await t.as('admin1').form(linkDesk.remove.path, { id: String(gone.id), version: String(gone.version) })
    await minutesLater(4)
    expect(await link(kept.id)).toMatchObject({ name: '后来改的' })
    const rows = await list('admin1', scheduledLinks)
    expect(rows.find(({ rowId }) => rowId === kept.id)).toMatchObject({
      state: missed,
      reason: '其间有人修改了这一项，请按现在的内容重新定时',
    })
    expect(rows.find(({ rowId }) => rowId === gone.id)).toMatchObject({ state: missed, reason: '该链接不存在或已被删除' })
    const told = (await noticesOf('admin1')).filter((title) => title.includes('没有执行'))
    expect(told).toContain(`定于 2026-11-20 10:04 对菜单与链接“改过的”的修改没有执行：其间有人修改了这一项，请按现在的内容重新定时`)
    await minutesLater(5)
    expect((await noticesOf('admin1')).filter((title) => title.includes('没有执行'))).toHaveLength(told.length)
    expect(await auditTrail(t.kernel, 'later.missed')).toEqual(
      expect.arrayContaining([expect.objectContaining({ actor_id: null, actor_type: 'SYSTEM' })]),
    )
  })

  it('what was deleted and brought back by 撤销 is the same record: a change that waits for it acts', async () => {
    const admin = t.as('admin1')
    const one = await addLink('删了又恢复')
    const type = (await admin.post(dictTypes.save.path, { code: 'backLater', name: '恢复' })).body.data.id as number
    const value = { dictTypeCode: 'backLater', value: 'a', label: '甲' }
    const valueId = (await admin.post(dictValues.save.path, value)).body.data.id as number
    // Edited once, so that the version is not that of a new record.
    await admin.post(dictValues.save.path, { ...value, id: valueId, version: 1, label: '甲一' })
    const figure = { block: 'qqxs', code: 'backLater', name: '走访', value: '1' }
    const made = (await t.as('op1').post(basicData.save.path, figure)).body.data as { id: number; version: number }
    const at = { effectiveTime: inMinutes(6) }
    expect((await plan('admin1', scheduledLinks, { ...entry, ...one, name: '恢复以后', ...at })).success).toBe(true)
    expect((await plan('admin1', scheduledDictValues, { ...value, id: valueId, version: 2, label: '甲二', ...at })).success).toBe(true)
    expect(
      (await plan('admin1', scheduledDictTypes, { id: type, version: 1, code: 'backLater', name: '恢复的', enableFlag: 1, ...at })).success,
    ).toBe(true)
    expect((await plan('op1', scheduledFigures, { ...figure, ...made, value: '2', ...at })).success).toBe(true)

    const back = async (who: string, { history, undo }: Undoing, q: object = {}) => {
      const [last] = (await t.as(who).get(history.path, { ...q })).body.data.list
      expect(last).toMatchObject({ what: '删除', last: true })
      expect((await t.as(who).post(undo.path, { id: last.id, ...q })).body.success).toBe(true)
    }
    await admin.form(linkDesk.remove.path, { id: String(one.id), version: String(one.version) })
    await back('admin1', linkDesk)
    await admin.form(dictValues.remove.path, { id: String(valueId) })
    await back('admin1', dictValues, { dictTypeCode: 'backLater' })
    await admin.form(dictTypes.remove.path, { id: String(type) })
    await back('admin1', dictTypes)
    await t.as('op1').form(basicData.remove.path, { id: String(made.id), version: String(made.version) })
    await back('op1', basicData)

    await minutesLater(6)
    expect(await link(one.id)).toMatchObject({ name: '恢复以后' })
    expect((await admin.get(dictValues.findById.path, { id: valueId })).body.data).toMatchObject({ label: '甲二', version: 3 })
    expect((await admin.get(dictTypes.findById.path, { id: type })).body.data).toMatchObject({ name: '恢复的', valueNum: 1 })
    expect((await t.as('op1').get(basicData.findById.path, { id: made.id })).body.data).toMatchObject({ value: '2' })
  })

  it('is not applied when its author has lost the right or the account', async () => {
    const { db } = t.kernel
    const op = await db.selectFrom('sys_user').select('id').where('user_name', '=', 'op1').executeTakeFirstOrThrow()
    const figure = { block: 'qqxs', code: 'lost', name: '走访', value: '1', effectiveTime: inMinutes(1) }
    expect((await plan('op1', scheduledFigures, figure)).success).toBe(true)
    const roles = await db.deleteFrom('user_role').where('user_id', '=', op.id).returningAll().execute()
    await minutesLater(1)
    await db.insertInto('user_role').values(roles).execute()
    const stands = () => db.selectFrom('basic_data').select('id').where('code', '=', 'lost').execute()
    expect(await stands()).toEqual([])
    expect(await newest('op1', scheduledFigures)).toMatchObject({ state: missed, reason: '定时的人已没有这项权限' })
    expect(await noticesOf('op1')).toContain('定于 2026-11-20 10:01 对基础数据“走访”的新增没有执行：定时的人已没有这项权限')
    now = START
    expect((await plan('op1', scheduledFigures, { ...figure, effectiveTime: inMinutes(2) })).success).toBe(true)
    await db.updateTable('sys_user').set({ enabled: false }).where('id', '=', op.id).execute()
    await minutesLater(2)
    await db.updateTable('sys_user').set({ enabled: true }).where('id', '=', op.id).execute()
    expect(await stands()).toEqual([])
    expect(await newest('op1', scheduledFigures)).toMatchObject({ state: missed, reason: '定时的人的账号已停用或注销' })
  })

  it('what was due while the server was down acts after its next start', async () => {
    const { id, version } = await addLink('停机之前')
    expect((await plan('admin1', scheduledLinks, { ...entry, id, version, name: '停机之后', effectiveTime: inMinutes(7) })).success).toBe(
      true,
    )
    now = START + 3 * 24 * 3600_000
    // Another application on the same database, which never ran at the time itself.
    const next = await createApp(testConfig(t.database.target.dataDir), t.database, {
      clock: { now: () => new Date(now) },
      log: testLog,
      pages: false,
    })
    await runRecurring(next.kernel, 'later.due')
    expect(await link(id)).toMatchObject({ name: '停机之后' })
    await next.close()
  })

  it('what ended long ago is forgotten, with its log', async () => {
    now = START + 420 * 24 * 3600_000
    await runRecurring(t.kernel, 'later.forget')
    expect(await t.kernel.db.selectFrom('later_change').select('id').where('ended_at', 'is not', null).execute()).toEqual([])
    expect(await t.kernel.db.selectFrom('flow_log').select('id').where('flow', '=', 'later').where('move', '<>', 'plan').execute()).toEqual(
      [],
    )
  })
})

describe('定时删除字典值：其间改过又撤销', () => {
  it('a value that was renamed and put back is the one it was; a rename before the plan that is undone after it makes another one', async () => {
    const value = { dictTypeCode: 'region', value: 'scheduled9', label: '撤销的值' }
    const made = (await t.as('admin1').post(dictValues.save.path, value)).body.data as { id: number }
    const versionOf = async () =>
      (await t.kernel.db.selectFrom('dict_value').select('version').where('id', '=', made.id).executeTakeFirstOrThrow()).version
    const rename = async (label: string) => {
      now += 60_000
      const body = { ...value, id: made.id, version: await versionOf(), label }
      expect((await t.as('admin1').post(dictValues.save.path, body)).body.success).toBe(true)
    }
    const undoLast = async () => {
      now += 60_000
      const [last] = (await t.as('admin1').get(dictValues.history.path, { dictTypeCode: 'region' })).body.data.list.filter(
        (one: { undone: boolean }) => !one.undone,
      )
      expect((await t.as('admin1').post(dictValues.undo.path, { id: last.id, dictTypeCode: 'region' })).body.success).toBe(true)
    }
    await rename('先改的名')
    const removal = { id: String(made.id), version: String(await versionOf()), effectiveTime: inMinutes(30) }
    expect((await t.as('admin1').form(scheduledDictValues.remove.path, removal)).body.success).toBe(true)
    await rename('后改的名')
    await undoLast()
    expect(await newest('admin1', scheduledDictValues)).toMatchObject({ state: waiting, outdated: false })
    await undoLast()
    expect(await newest('admin1', scheduledDictValues)).toMatchObject({ state: waiting, outdated: true })
    await minutesLater(30)
    expect(await newest('admin1', scheduledDictValues)).toMatchObject({ state: missed })
  })
})
