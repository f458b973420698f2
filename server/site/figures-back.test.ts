import { beforeAll, describe, expect, it } from 'vitest'
import { basicData } from '../../contract/site/basic-data.ts'
import type { ChangeRow } from '../../contract/way-back.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const save = async (body: object) => (await t.as('op1').post(basicData.save.path, body)).body
const history = async () => (await t.as('op1').get(basicData.history.path, {})).body.data.list as ChangeRow[]
const undo = async (id: number, who = 'op1') => (await t.as(who).post(basicData.undo.path, { id })).body
const remove = (id: number, version: number) => t.as('op1').form(basicData.remove.path, { id: String(id), version: String(version) })
const shown = async (code: string) =>
  (await t.as(null).get(basicData.list.path, { block: 'qqxs', pageSize: 100 })).body.data.list.find(
    (row: { code: string }) => row.code === code,
  )
const figure = { block: 'qqxs', code: 'visits', name: '走访企业', value: '320', unit: '家', source: '县经济和信息化局', asOf: '2026-02-28' }

describe('基础数据的撤销', () => {
  it('is for the operator', async () => {
    for (const who of ['admin1', 'editor1', 'qy1']) {
      expect((await undo(1, who)).code, who).toBe('FORBIDDEN')
      expect((await t.as(who).get(basicData.history.path, {})).body.code, who).toBe('FORBIDDEN')
    }
    expect((await undo(999_999)).code).toBe('NOT_FOUND')
  })

  it('brings edited, deleted and added figures back to what they were, the newest change of a figure first', async () => {
    const { id, version } = (await save(figure)).data
    const edited = (await save({ ...figure, id, version, value: '32', asOf: null })).data
    expect((await history())[0]).toMatchObject({
      what: '修改',
      name: '走访企业',
      last: true,
      changes: [
        { label: '数值或内容', before: '320', after: '32' },
        { label: '数据日期', before: '2026-02-28', after: '空' },
      ],
    })
    expect((await remove(id, edited.version)).body.success).toBe(true)
    expect(await shown('visits')).toBeUndefined()
    const [deleted, changed, added] = (await history()) as [ChangeRow, ChangeRow, ChangeRow]
    expect([deleted.last, changed.last, added.last]).toEqual([true, false, false])
    expect((await undo(changed.id)).code).toBe('STATE')
    expect((await undo(deleted.id)).success).toBe(true)
    expect(await shown('visits')).toMatchObject({ value: '32', asOf: null })
    expect((await undo(changed.id)).success).toBe(true)
    expect(await shown('visits')).toMatchObject({ value: '320', asOf: '2026-02-28' })
    expect((await undo(added.id)).success).toBe(true)
    expect(await shown('visits')).toBeUndefined()
    expect((await undo(added.id)).code).toBe('STATE')
    const trail = await auditTrail(t.kernel, 'basicData.undo')
    expect(trail.map(({ detail }) => [detail!.before === null, detail!.after === null])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ])
  })

  it('does not bring back a figure whose code is taken, and who had the figure open sees the newer version', async () => {
    const one = (await save({ ...figure, code: 'first' })).data
    await remove(one.id, one.version)
    const [gone] = await history()
    const two = (await save({ ...figure, code: 'first' })).data
    expect((await undo(gone!.id)).msg).toContain('已用于另一项数据')
    await save({ ...figure, code: 'first', id: two.id, version: two.version, value: '1' })
    const [edit] = await history()
    expect((await undo(edit!.id)).success).toBe(true)
    expect((await save({ ...figure, code: 'first', id: two.id, version: two.version + 1, value: '2' })).code).toBe('CONFLICT')
  })
})
