import { beforeAll, describe, expect, it } from 'vitest'
import { basicData, type BasicDataRow } from '../../contract/site/basic-data.ts'
import { homeFigure } from '../kernel/public/home.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let counted: number | null | Error = 12_345
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date('2026-11-20T02:00:00Z') } })
  const value = () => (counted instanceof Error ? Promise.reject(counted) : Promise.resolve(counted))
  homeFigure(t.kernel, { code: 'testTotal', label: '在册企业', unit: '家', value })
})
const op = () => t.as('op1')
const save = async (body: object) => (await op().post(basicData.save.path, { block: 'home', ...body })).body
const rows = async (who: string | null) =>
  (await t.as(who).get(basicData.list.path, { block: 'home', pageSize: 50 })).body.data as { total: number; list: BasicDataRow[] }
const row = async (who: string | null, code: string) => (await rows(who)).list.find((one) => one.code === code)

describe('首页数字取自平台统计', () => {
  it('the figures to choose from are for the operator', async () => {
    for (const who of ['admin1', 'editor1', 'qy1']) expect((await t.as(who).get(basicData.figures.path)).body.code, who).toBe('FORBIDDEN')
    expect((await t.as(null).get(basicData.figures.path)).status).toBe(401)
    const { data } = (await op().get(basicData.figures.path)).body
    expect(data).toEqual(expect.arrayContaining([{ code: 'testTotal', label: '在册企业', unit: '家' }]))
  })

  it('refuses a figure that nobody registered, another block, and a figure by hand without name or value', async () => {
    expect((await save({ code: 'a', figure: 'nothing' })).fields).toEqual([{ path: 'figure', message: '平台没有统计这一项，请另选' }])
    expect((await save({ block: 'qqxs', code: 'a', figure: 'testTotal' })).fields![0]!.path).toBe('figure')
    expect((await save({ code: 'a', figure: '' })).fields).toEqual([{ path: 'figure', message: '请选择统计的数字' }])
    expect((await save({ code: 'a', value: '1' })).fields).toEqual([{ path: 'name', message: '请输入名称' }])
    expect((await save({ code: 'a', name: '企业' })).fields).toEqual([{ path: 'value', message: '请输入数值或内容' }])
    expect((await rows('op1')).list.some(({ code }) => code === 'a')).toBe(false)
  })

  it('shows the value of now with source and day; the name can be another, the unit is fixed', async () => {
    const made = (await save({ code: 'bound', figure: 'testTotal', value: '假的', asOf: '2020-01-01', source: '别处' })).data
    expect(await row(null, 'bound')).toMatchObject({
      name: '在册企业',
      value: '12,345',
      unit: '家',
      source: '本平台统计',
      asOf: '2026-11-20',
      ownName: '',
      fault: '',
    })
    counted = 7
    expect(await row(null, 'bound')).toMatchObject({ value: '7' })
    expect((await save({ ...made, code: 'bound', figure: 'testTotal', name: '企业', unit: '户' })).success).toBe(true)
    expect(await row(null, 'bound')).toMatchObject({ name: '企业', value: '7', unit: '家', ownUnit: '', figureLabel: '在册企业' })
    const said = (await op().get(basicData.history.path, {})).body.data.list
    expect(JSON.stringify(said)).not.toContain('testTotal')
    const [change] = (await op().get(basicData.history.path, {})).body.data.list
    expect(change).toMatchObject({ name: '企业', what: '修改' })
    expect((await op().post(basicData.undo.path, { id: change.id })).body.success).toBe(true)
    expect(await row(null, 'bound')).toMatchObject({ name: '在册企业', unit: '家' })
  })

  it('what cannot be counted is not public; the staff page names it and says why', async () => {
    const before = (await rows(null)).total
    for (const [now, fault] of [
      [null, '现在没有可以统计的内容'],
      [new Error('down'), '暂时统计不出来'],
    ] as const) {
      counted = now
      expect(await row(null, 'bound')).toBeUndefined()
      expect((await rows(null)).total).toBe(before - 1)
      expect(await row('op1', 'bound')).toMatchObject({ name: '在册企业', value: '', fault })
    }
    counted = 7
    // A domain that counted it is no longer there.
    await t.kernel.db.updateTable('basic_data').set({ figure: 'gone' }).where('code', '=', 'bound').execute()
    expect(await row(null, 'bound')).toBeUndefined()
    expect(await row('op1', 'bound')).toMatchObject({ name: 'bound', value: '', fault: '平台已不再统计这一项' })
    const { id, version } = (await row('op1', 'bound'))!
    expect((await save({ id, version, code: 'bound', name: '企业', value: '8' })).success).toBe(true)
    expect(await row(null, 'bound')).toMatchObject({ name: '企业', value: '8', figure: null })
  })
})
