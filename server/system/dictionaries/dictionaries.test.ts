import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart, xlsx } from '../../kernel/testing/samples.ts'
import { SYSTEM_DICT } from '../../../contract/dictionary.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const get = async (who: string | null, path: string, query: Record<string, unknown> = {}) => (await t.as(who).get(path, query)).body
const post = async (who: string | null, path: string, body: object) => (await t.as(who).post(path, body)).body
const form = async (who: string | null, path: string, body: Record<string, string>) => (await t.as(who).form(path, body)).body
const typeNamed = async (code: string) => (await get('admin1', '/sys/dictType/list', { name: code })).data.list[0]
const valueNamed = async (dictTypeCode: string, label: string) =>
  (await get('admin1', '/sys/dictValue/list', { dictTypeCode, label })).data.list[0]
const shown = async (type: string) => (await get(null, '/sys/getDict', { types: type })).data[type]
const own = { code: 'parkKind', name: '园区类型' }

describe('字典管理', () => {
  it('are managed only by the system administrator', async () => {
    for (const who of [null, 'qy1', 'editor1', 'security1', 'audit1']) {
      expect((await get(who, '/sys/dictValue/parents', { dictTypeCode: 'industry' })).success).toBe(false)
      expect((await get(who, '/sys/dictType/list')).success).toBe(false)
      expect((await post(who, '/sys/dictType/saveOrUpdate', own)).success).toBe(false)
    }
  })
  it('refuses codes that a form could not use, existing codes, and a change of a code', async () => {
    for (const code of ['', '1park', '园区', 'a b', 'x'.repeat(65)])
      expect((await post('admin1', '/sys/dictType/saveOrUpdate', { ...own, code })).fields).toMatchObject([{ path: 'code' }])
    expect((await post('admin1', '/sys/dictType/saveOrUpdate', { code: 'industry', name: '行业' })).fields).toMatchObject([
      { path: 'code', message: '已有这个代码的字典' },
    ])
    expect((await post('admin1', '/sys/dictType/saveOrUpdate', { code: 'INDUSTRY', name: '行业二' })).fields).toEqual([
      { path: 'code', message: '已有只差大小写的字典代码 industry，请换一个' },
    ])
    const { id, version, name } = await typeNamed('industry')
    expect((await post('admin1', '/sys/dictType/saveOrUpdate', { id, version, name, code: 'trade' })).fields).toMatchObject([
      { path: 'code', message: '代码在新增之后不能修改' },
    ])
    expect(
      (await post('admin1', '/sys/dictValue/saveOrUpdate', { dictTypeCode: 'nothing', value: '1', label: '一' })).fields,
    ).toMatchObject([{ path: 'dictTypeCode' }])
  })
  it('admin1 adds a dictionary with values; everybody reads them in their order at once', async () => {
    expect((await post('admin1', '/sys/dictType/saveOrUpdate', own)).success).toBe(true)
    const ids: number[] = []
    for (const [value, label] of [
      ['high', '高新园区'],
      ['logistics', '物流园区'],
    ])
      ids.push((await post('admin1', '/sys/dictValue/saveOrUpdate', { dictTypeCode: 'parkKind', value, label })).data.id)
    const below = await post('admin1', '/sys/dictValue/saveOrUpdate', {
      dictTypeCode: 'parkKind',
      value: 'cold',
      label: '冷链园',
      parentId: ids[1],
    })
    expect((await shown('parkKind')).toSorted((a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1))).toEqual([
      { label: '冷链园', value: 'cold', parent: 'logistics' },
      { label: '高新园区', value: 'high' },
      { label: '物流园区', value: 'logistics' },
    ])
    await post('admin1', '/sys/dictValue/move', { id: ids[1], direction: 'up' })
    expect((await get('admin1', '/sys/dictValue/list', { dictTypeCode: 'parkKind' })).data.list).toMatchObject([
      { value: 'logistics', childNum: 1, builtIn: false, ends: { first: true, last: false } },
      { value: 'high', childNum: 0, ends: { first: false, last: true } },
    ])
    expect((await get('admin1', '/sys/dictValue/list', { dictTypeCode: 'parkKind', parentId: ids[1] })).data).toMatchObject({
      total: 1,
      list: [{ id: below.data.id, parentName: '物流园区' }],
    })
  })
  it('a value cannot be moved below itself, added twice, or saved over another editor’s change', async () => {
    const park = await valueNamed('parkKind', '物流园区')
    const cold = await valueNamed('parkKind', '冷链园')
    const asInput = ({ id, version, dictTypeCode, value, label }: Record<string, unknown>) => ({ id, version, dictTypeCode, value, label })
    expect((await post('admin1', '/sys/dictValue/saveOrUpdate', { ...asInput(park), parentId: cold.id })).fields).toMatchObject([
      { path: 'parentId', message: '上级字典值不能是自己或自己的下级' },
    ])
    expect(
      (await post('admin1', '/sys/dictValue/saveOrUpdate', { dictTypeCode: 'parkKind', value: 'high', label: '另一个' })).fields,
    ).toMatchObject([{ path: 'value', message: '已有这个代码的值' }])
    const high = await valueNamed('parkKind', '高新园区')
    expect((await get('admin1', '/sys/dictValue/parents', { dictTypeCode: 'parkKind' })).data).toContainEqual({
      id: cold.id,
      label: '冷链园',
      parentId: park.id,
    })
    expect((await post('admin1', '/sys/dictValue/saveOrUpdate', { ...asInput(cold), parentId: high.id })).success).toBe(true)
    expect(await valueNamed('parkKind', '冷链园')).toMatchObject({ parentName: '高新园区' })
    const back = { ...asInput(await valueNamed('parkKind', '冷链园')), parentId: park.id }
    expect((await post('admin1', '/sys/dictValue/saveOrUpdate', back)).success).toBe(true)
    expect(
      (await post('admin1', '/sys/dictValue/saveOrUpdate', { dictTypeCode: 'parkKind', value: 'HIGH', label: '另一个' })).fields,
    ).toMatchObject([{ path: 'value', message: '已有只差大小写的代码 high，请换一个' }])
    expect(
      (await post('admin1', '/sys/dictValue/saveOrUpdate', { dictTypeCode: 'parkKind', value: 'h2', label: '高新园区' })).fields,
    ).toMatchObject([{ path: 'label', message: '同级已有这个名称' }])
    expect((await post('admin1', '/sys/dictValue/saveOrUpdate', { ...asInput(park), label: '物流基地' })).success).toBe(true)
    expect((await post('admin1', '/sys/dictValue/saveOrUpdate', { ...asInput(park), label: '物流港' })).code).toBe('CONFLICT')
    const row = await t.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'dict.value.edit')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ object_id: 'parkKind.logistics', detail: { before: { label: '物流园区' }, after: { label: '物流基地' } } })
  })
  it('values in use and built-in values cannot be deleted, only disabled; the refusal names the number of uses', async () => {
    const trade = await valueNamed('industry', '电气机械和器材制造业')
    expect((await get('admin1', '/sys/dictValue/findById', { id: trade.id })).data.uses).toEqual(
      expect.arrayContaining([{ title: '企业档案的行业', count: expect.any(Number) }]),
    )
    // A national standard is not changed here at all (ADR 1007).
    expect((await form('admin1', '/sys/dictValue/delete', { id: String(trade.id) })).msg).toBe(SYSTEM_DICT)
    const guarantee = (await get('admin1', '/sys/dictValue/list', { dictTypeCode: 'guaranteeMode' })).data.list[0]
    expect((await form('admin1', '/sys/dictValue/delete', { id: String(guarantee.id) })).msg).toBe(
      `“${guarantee.label}”是平台自带的值，不能删除，可以停用`,
    )
    expect((await form('admin1', '/sys/dictType/delete', { id: String((await typeNamed('urgency')).id) })).msg).toBe(
      '平台自带的字典不能删除，可以停用',
    )
    const { data } = await post('admin1', '/sys/dictValue/saveOrUpdate', {
      dictTypeCode: 'region',
      value: 'Z9',
      label: '示例镇街',
      parentId: null,
    })
    await t.database.db.updateTable('company').set({ street_id: 'Z9' }).where('id', '=', 1).execute()
    expect((await form('admin1', '/sys/dictValue/delete', { id: String(data.id) })).msg).toBe(
      '“示例镇街”正在使用（企业档案的镇街 1 处），不能删除，可以停用',
    )
    const z = await valueNamed('region', '示例镇街')
    await post('admin1', '/sys/dictValue/saveOrUpdate', {
      id: z.id,
      version: z.version,
      dictTypeCode: 'region',
      value: 'Z9',
      label: z.label,
      enableFlag: 0,
    })
    expect((await shown('region')).some((item: { value: string }) => item.value === 'Z9')).toBe(false)
  })
  it('several values are deleted together or not at all; a dictionary of the county is deleted with its values', async () => {
    const park = await valueNamed('parkKind', '物流基地')
    const high = await valueNamed('parkKind', '高新园区')
    expect((await form('admin1', '/sys/dictValue/deleteBatch', { ids: `${park.id},${high.id}` })).msg).toBe('请先删除或移走下级“冷链园”')
    expect((await get('admin1', '/sys/dictValue/list', { dictTypeCode: 'parkKind' })).data.total).toBe(2)
    const cold = await valueNamed('parkKind', '冷链园')
    expect((await form('admin1', '/sys/dictValue/deleteBatch', { ids: `${park.id},${cold.id}` })).data).toBe(true)
    expect((await form('admin1', '/sys/dictType/delete', { id: String((await typeNamed('parkKind')).id) })).data).toBe(true)
    expect(await shown('parkKind')).toBeUndefined()
  })

  it('is exported and imported again: faulty cells are named, existing values not written twice, nothing moved or deleted', async () => {
    await post('admin1', '/sys/dictType/saveOrUpdate', { code: 'sheetKind', name: '表格里的字典' })
    for (const who of [null, 'qy1', 'security1']) expect((await get(who, '/sys/dictValue/export')).success, String(who)).toBe(false)
    const send = async (who: string, rows: string[][], fields: Record<string, string> = {}) => {
      const { payload, headers } = multipart({ name: '字典.xlsx', content: await xlsx([head, ...rows]) }, fields)
      const { body } = await t.as(who).send({ method: 'POST', url: '/sys/dictValue/import', payload, headers })
      if (!body.success) return body
      return eventually(async () => {
        const { body: now } = await t.as(who).get('/import/progress', { taskId: body.data.taskId })
        expect(now.data.status).not.toBe(1)
        return now
      })
    }
    const head = ['字典代码', '代码', '名称', '上级代码', '状态', '颜色', '备注']
    const good = [
      ['sheetKind', 'a', '甲类', '', '启用', '绿', '常用'],
      ['sheetKind', 'a1', '甲类一', 'a', '', '', ''],
      ['sheetKind', 'b', '乙类', '', '停用', '', ''],
    ]
    expect((await send('security1', good)).code).toBe('FORBIDDEN')
    const judged = (
      await send(
        'admin1',
        [
          ...good,
          ['nothing', 'x', '无', '', '', '', ''],
          ['sheetKind', 'c', '丙', 'zz', '', '', ''],
          ['sheetKind', 'd', '甲类', '', '', '', ''],
          ['sheetKind', 'e!', '戊', '', '', '紫', ''],
        ],
        { dryRun: 'true' },
      )
    ).data
    expect(judged).toMatchObject({ successCount: 3, addedCount: 3 })
    expect(judged.errors).toEqual(
      expect.arrayContaining([
        { row: 5, column: '字典代码', message: '没有这个字典，请先在页面上新增' },
        { row: 6, column: '上级代码', message: '没有这个上级，请把上级写在它的前面' },
        { row: 7, column: '名称', message: '同级已有这个名称' },
        expect.objectContaining({ row: 8, column: '代码' }),
        expect.objectContaining({ row: 8, column: '颜色' }),
      ]),
    )
    expect(await shown('sheetKind')).toBeUndefined()
    expect((await send('admin1', good)).data).toMatchObject({ addedCount: 3 })
    expect(await shown('sheetKind')).toEqual([
      { value: 'a', label: '甲类', color: 'green' },
      { value: 'a1', label: '甲类一', parent: 'a' },
    ])
    expect((await send('admin1', good)).data).toMatchObject({ addedCount: 0, changedCount: 0 })
    const alike = (await send('admin1', [['sheetKind', 'A', '另一类', '', '', '', '']])).data
    expect(alike.errors).toEqual([{ row: 2, column: '代码', message: '已有只差大小写的代码 a，请换一个' }])
    const moved = (await send('admin1', [['sheetKind', 'a1', '甲类一', 'b', '', '', '']])).data
    expect(moved.errors).toEqual([{ row: 2, column: '上级代码', message: '已有的值换上级请在页面上办理' }])
    expect((await send('admin1', [['sheetKind', 'b', '乙类改', '', '启用', '红', '']])).data).toMatchObject({ changedCount: 1 })
    expect(await valueNamed('sheetKind', '乙类改')).toMatchObject({ color: 'red', enableFlag: 1 })
    const out = await t.as('admin1').get('/sys/dictValue/export', { dictTypeCode: 'sheetKind' })
    expect(out.status).toBe(200)
    const { payload, headers } = multipart({ name: '字典.xlsx', content: out.raw }, {})
    const again = await t.as('admin1').send({ method: 'POST', url: '/sys/dictValue/import', payload, headers })
    const told = await eventually(async () => {
      const { body: now } = await t.as('admin1').get('/import/progress', { taskId: again.body.data.taskId })
      expect(now.data.status).not.toBe(1)
      return now.data
    })
    expect(told).toMatchObject({ addedCount: 0, changedCount: 0, errors: [] })
  })
})
