import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '../contract/identity/users.ts'
import { testApp, type TestApp } from '../server/kernel/testing/harness.ts'
import { seed } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
type Entry = { url: string; children: Entry[] }
const flat = (list: Entry[]): string[] => list.flatMap(({ url, children }) => [url, ...flat(children)]).filter(Boolean)
const get = async (who: string, path: string, query: object = {}) => (await t.as(who).get(path, { ...query })).body

describe('培训专员', () => {
  it('plans and reviews activities of all offices, and opens nothing else', async () => {
    for (const path of ['/pol/info/list', '/company/info/list', '/appeal/info/list', '/sys/user/list', '/sms/temp/list'])
      expect((await get('train1', path)).code, path).toBe('FORBIDDEN')
    for (const path of ['/train/plan/list', '/train/num/list', '/sys/live/list'])
      expect((await get('train1', path)).success, path).toBe(true)
    const [own, leaders] = [
      await get('train1', '/train/activity/list', { scope: 'manage' }),
      await get('leader1', '/train/activity/list', { scope: 'manage' }),
    ]
    expect(own.data.total).toBeGreaterThan(0)
    expect(own.data.total).toBe(leaders.data.total)
    expect(flat((await get('train2', '/sys/activeUser/getMenus')).data.menuList).toSorted()).toEqual(
      [
        '/work/account',
        '/work/assessPropaganda',
        '/work/live',
        '/work/notice',
        '/work/operator',
        '/work/trainActive',
        '/work/trainPlan',
        '/work/workbench',
      ].toSorted(),
    )
  })

  it('comes to an older data folder with its rule, and stays as it was changed there', async () => {
    const { db } = t.kernel
    const { id } = await db.selectFrom('role').select('id').where('code', '=', 'train').executeTakeFirstOrThrow()
    const rules = () => db.selectFrom('row_rule').select(['resource', 'scope', 'lines']).where('role_id', '=', id).execute()
    expect(await rules()).toEqual([{ resource: 'training', scope: 'all', lines: [] }])
    for (const table of ['user_role', 'role_menu', 'role_permission', 'row_rule'] as const)
      await db.deleteFrom(table).where('role_id', '=', id).execute()
    await db.deleteFrom('role').where('id', '=', id).execute()
    await db.deleteFrom('seed_run').where('name', '=', 'train role').execute()
    await seed(t.kernel)
    const again = await db.selectFrom('role').select('id').where('code', '=', 'train').executeTakeFirstOrThrow()
    const rule = db.selectFrom('row_rule').select(['resource', 'scope']).where('role_id', '=', again.id)
    expect(await rule.execute()).toEqual([{ resource: 'training', scope: 'all' }])
    await db.deleteFrom('role_permission').where('role_id', '=', again.id).where('permission', '=', 'train:review').execute()
    await seed(t.kernel)
    const held = await db.selectFrom('role_permission').select('permission').where('role_id', '=', again.id).execute()
    expect(held.map(({ permission }) => permission).toSorted()).toEqual(['train:manage', 'train:read'])
  })
})

describe('演示的人', () => {
  it('companies and individuals are of their kind, and a reviewer with a number comes from 浙政钉', async () => {
    for (const [who, type, name] of [
      ['qy3', 'QY', '云溪县衡准检测技术有限公司（示例）'],
      ['inst1', 'QY', '云溪县智造研究院（示例）'],
      ['gr2', 'GR', '何青禾（示例）'],
      ['expert1', 'GR', '沈知行（示例）'],
    ])
      expect((await get(who!, '/sys/activeUser/info')).data.user, who).toMatchObject({ type, name })
    expect((await get('inst1', '/dynamic/company/info/findById')).data).toMatchObject({ companyName: '云溪县智造研究院（示例）' })
    const { list } = (await get('admin1', users.list.path, { name: '王芳' })).data
    expect(list).toMatchObject([{ userName: 'dept5', officeName: '县科技局', mobile: '154****0201' }])
    const choice = await t.as(null).get('/demo-parent/zzd/authorize')
    expect(choice.raw.toString()).toContain('王芳（示例）')
  })

  it('the market bureau, from which 王芳 moved, still has somebody who answers its appeals', async () => {
    const { list } = (await get('admin1', users.list.path, { name: '苏棠' })).data
    expect(list).toMatchObject([{ userName: 'dept6', officeName: '县市场监督管理局', roles: [{ code: 'dept' }] }])
    expect((await get('dept6', '/appeal/info/list')).success).toBe(true)
  })
})
