import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const save = (who: string | null, table: string, setting: unknown) => t.as(who).post('/sys/tableSetting/save', { table, setting })
const list = async (who: string) => (await t.as(who).get('/sys/tableSetting/list')).body.data as Record<string, unknown>

describe('列设置跟着账号', () => {
  it('is refused without a session, with unknown parts, and with malformed names', async () => {
    expect((await save(null, 'policies', { hidden: ['year'] })).status).toBe(401)
    for (const [table, setting] of [
      ['policies', { hidden: ['year'], script: 'x' }],
      ['policies', { widths: { year: 5 } }],
      ['policies', { order: Array.from({ length: 201 }, (_, i) => `c${i}`) }],
      ['../policies', {}],
      ['policies', { views: [{ name: ' ', filters: {}, sort: null }] }],
      ['policies', { views: [{ name: '甲', filters: { state: 1 }, sort: null }] }],
      ['policies', { views: [{ name: '名称'.repeat(11), filters: {}, sort: null }] }],
      ['policies', { views: Array.from({ length: 21 }, (_, i) => ({ name: `v${i}`, filters: {}, sort: null })) }],
    ] as const)
      expect((await save('editor1', table, setting)).body.code, JSON.stringify(setting)).toBe('INVALID')
    expect(await list('editor1')).toEqual({})
  })
  it('is kept for every list, also those of the market, whose names say the kind and the reader', async () => {
    expect((await save('market2', 'market:workshopInfo:desk', { hidden: ['year'] })).body.data).toBe(true)
    const asked = { table: 'market:workshopInfo:desk', call: '/workshop/info/list' }
    expect((await t.as('market2').get('/sys/tableView/list', asked)).body.success).toBe(true)
  })
  it('a view is renamed by saving it under its new name; one that is taken is refused at that view', async () => {
    const view = (name: string) => ({ name, filters: { keyword: '研发' }, sort: null })
    expect((await save('leader1', 'policies', { views: [view('甲'), view('乙')] })).body.success).toBe(true)
    const taken = await save('leader1', 'policies', { views: [view('甲'), view(' 甲 ')] })
    expect(taken.body).toMatchObject({ code: 'INVALID', fields: [{ path: 'setting.views.1.name', message: '已有同名的视图' }] })
    expect(await list('leader1')).toEqual({ policies: { views: [view('甲'), view('乙')] } })
    expect((await save('leader1', 'policies', { views: [view('甲'), view('丙')] })).body.success).toBe(true)
    expect(await list('leader1')).toEqual({ policies: { views: [view('甲'), view('丙')] } })
    expect(await list('editor1')).toEqual({})
  })
  it('is found again on another device by the same user only, and is removed by a reset', async () => {
    const views = [{ name: '本月截止', filters: { state: '1', keyword: '研发' }, sort: '-applyTo' }]
    const setting = { views, order: ['year', 'title'], hidden: ['office'], pinned: ['year'], widths: { title: 320 }, density: 'compact' }
    expect((await save('editor1', 'policies', { hidden: ['year'] })).body.data).toBe(true)
    expect((await save('editor1', 'policies', setting)).body.data).toBe(true)
    await save('editor1', 'expansion-3', { shown: ['note'] })
    expect(await list('editor1')).toEqual({ policies: setting, 'expansion-3': { shown: ['note'] } })
    expect(await list('qy1')).toEqual({})
    expect((await save('editor1', 'policies', null)).body.data).toBe(true)
    expect(await list('editor1')).toEqual({ 'expansion-3': { shown: ['note'] } })
  })
})
