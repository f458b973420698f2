import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { regionSeed } from '../../seed/region.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const tree = async (query: Record<string, unknown>) => (await t.as(null).get('/tech/domain/tree', query)).body
const children = async (query: Record<string, unknown>) => (await t.as(null).get('/tech/domain/children', query)).body

describe('分类树', () => {
  it('refuses an unknown tree or node, and a call without type', async () => {
    expect(await tree({})).toMatchObject({ success: false, code: 'INVALID', fields: [{ path: 'type' }] })
    expect(await tree({ type: 'nothing' })).toMatchObject({ success: false, code: 'NOT_FOUND' })
    expect(await tree({ type: 'techField', id: '99' })).toMatchObject({ success: false, code: 'NOT_FOUND' })
    expect(await children({ type: 'techField', id: '99' })).toMatchObject({ success: false, code: 'NOT_FOUND' })
  })
  it('returns name, code and children, of the whole tree or below a node', async () => {
    const { data } = await tree({ type: 'techField' })
    expect(data[0]).toMatchObject({ id: '01', code: '01', name: '电子信息' })
    expect(data[0].children[0]).toEqual({ id: '0101', code: '0101', name: '软件' })
    expect((await tree({ type: 'techField', id: '01' })).data).toEqual(data[0].children)
  })
  it('returns one level at a time and marks leaves', async () => {
    const roots = (await children({ type: 'region' })).data
    expect(roots).toEqual([{ id: '339900', code: '339900', name: '云州市（示例）', leaf: false }])
    const counties = (await children({ type: 'region', id: '339900' })).data
    expect(counties.map((c: { code: string }) => c.code)).toContain('339999')
    const streets = (await children({ type: 'region', id: '339999' })).data
    expect(streets[0]).toEqual({ id: '339999001', code: '339999001', name: '云溪街道', leaf: true })
    expect((await children({ type: 'region', id: '339999001' })).data).toEqual([])
  })
  it('leaves out a disabled branch with everything below it', async () => {
    const branch = (enabled: boolean) =>
      t.kernel.db.updateTable('dict_value').set({ enabled }).where('dict_type', '=', 'techField').where('value', '=', '01').execute()
    await branch(false)
    const { data } = await tree({ type: 'techField' })
    expect(JSON.stringify(data)).not.toContain('"0101"')
    expect((await tree({ type: 'techField', id: '0101' })).code).toBe('NOT_FOUND')
    await branch(true)
  })
  it('answers the types of appeals as they are kept on their page, not as in the dictionary (ADR 1007)', async () => {
    const { db } = t.kernel
    const [big] = (await tree({ type: 'appealType' })).data
    const small = big.children[0]
    await db.updateTable('dict_value').set({ label: '字典里的', enabled: false }).where('dict_type', '=', 'appealType').execute()
    expect((await tree({ type: 'appealType' })).data[0]).toEqual(big)
    await db.updateTable('appeal_type').set({ name: '页面上的' }).where('code', '=', small.code).execute()
    expect((await tree({ type: 'appealType', id: big.id })).data[0]).toEqual({ id: small.code, code: small.code, name: '页面上的' })
    expect((await children({ type: 'appealType' })).data[0]).toEqual({ id: big.id, code: big.code, name: big.name, leaf: false })
    await db.updateTable('appeal_type').set({ enabled: false }).where('code', '=', big.code).execute()
    expect((await tree({ type: 'appealType', id: small.code })).code).toBe('NOT_FOUND')
  })
})

describe('行政区划文件', () => {
  const load = (file: string) => regionSeed.run({ ...t.kernel, config: { ...t.kernel.config, REGION_FILE: file } })
  it('an unreadable file is named and changes nothing', async () => {
    const file = join(t.kernel.config.DATA_DIR, 'broken.json')
    await writeFile(file, '[{"code":"甲"}]')
    await expect(load(file)).rejects.toThrow(/broken\.json/)
    expect((await tree({ type: 'region' })).data[0].code).toBe('339900')
  })
  it('is read at each start: new names apply; a value that is gone is disabled and stays readable', async () => {
    const file = join(t.kernel.config.DATA_DIR, 'regions.json')
    await writeFile(
      file,
      JSON.stringify([
        {
          code: '339900',
          name: '云州市',
          children: [
            {
              code: '339999',
              name: '云溪区',
              children: [
                { code: '339999001', name: '云溪街道' },
                { code: '339999009', name: '新城街道' },
              ],
            },
          ],
        },
      ]),
    )
    await load(file)
    await load(file)
    expect((await tree({ type: 'region' })).data).toEqual([
      {
        id: '339900',
        code: '339900',
        name: '云州市',
        children: [
          {
            id: '339999',
            code: '339999',
            name: '云溪区',
            children: [
              { id: '339999001', code: '339999001', name: '云溪街道' },
              { id: '339999009', code: '339999009', name: '新城街道' },
            ],
          },
        ],
      },
    ])
    const { body } = await t.as(null).post('/sys/queryDictOptionByOptionIds', { optionIds: ['339999100'], dictTypeCode: 'region' })
    expect(body.data).toEqual([{ id: '339999100', label: '松岭镇', value: '339999100' }])
  })
})
