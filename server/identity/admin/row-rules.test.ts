import { beforeAll, describe, expect, it } from 'vitest'
import { rowRuleSeed } from '../../../seed/row-rules.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { expectedOfDomains, type RowWalk } from '../../kernel/testing/domain-expectations.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { ruleDesk } from './testing/rules.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const get = async (who: string | null, path: string, query: Record<string, unknown> = {}) => (await t.as(who).get(path, query)).body
const post = async (who: string | null, path: string, body: object) => (await t.as(who).post(path, body)).body
const form = async (who: string | null, path: string, body: Record<string, string>) => (await t.as(who).form(path, body)).body
const { roleId, ruleOf, resourceOf, change } = ruleDesk(() => t)

describe('数据规则', () => {
  it('are only for security officers', async () => {
    for (const who of [null, 'qy1', 'editor1', 'leader1', 'admin1', 'audit1']) {
      expect((await get(who, '/sys/dataRule/list')).success, String(who)).toBe(false)
      expect((await get(who, '/sys/dataRule/resources')).success, String(who)).toBe(false)
    }
  })

  it('an upgrade gives every role rules with its former scope, so that nothing changes', async () => {
    expect(await ruleOf('dept', 'declaration')).toMatchObject({ scope: 'office', lines: [], words: '本部门', idle: false })
    expect(await ruleOf('front', 'declaration')).toMatchObject({ scope: 'office' })
    expect(await ruleOf('leader', 'declaration')).toMatchObject({ scope: 'all', words: '全部' })
    expect(await ruleOf('dept', 'consult')).toMatchObject({ scope: 'all' })
    expect(await ruleOf('leader', 'consult')).toBeUndefined()
  })

  it('refuse what the resource does not have, at the field', async () => {
    const { id, version, roleId: role } = await ruleOf('dept', 'declaration')
    const rule = { id, version, roleId: role, resource: 'declaration', scope: 'all' }
    const fault = async (more: object) => (await post('security1', '/sys/dataRule/saveOrUpdate', { ...rule, ...more })).fields?.[0]
    expect(await fault({ resource: 'password' })).toMatchObject({ path: 'resource', message: '没有这类数据' })
    expect(await fault({ scope: 'everything' })).toMatchObject({ path: 'scope' })
    expect(await fault({ scope: 'custom' })).toMatchObject({ path: 'officeIds', message: '请选择部门' })
    expect(await fault({ scope: 'custom', officeIds: [999_999] })).toMatchObject({ path: 'officeIds', message: '所选部门不存在或已被删除' })
    expect(await fault({ lines: [{ field: 'form_data', op: 'in', values: ['1'] }] })).toMatchObject({
      path: 'lines.0.field',
      message: '项目申报没有这个字段',
    })
    expect(await fault({ lines: [{ field: 'constructor', op: 'in', values: ['1'] }] })).toMatchObject({ path: 'lines.0.field' })
    expect(await fault({ lines: [{ field: 'state', op: 'in', values: [] }] })).toMatchObject({ message: '请选择至少一项' })
    expect(await fault({ lines: [{ field: 'state', op: 'in', values: ["approved' or true"] }] })).toMatchObject({ path: 'lines.0.values' })
    expect(await fault({ lines: [{ field: 'amount', op: 'in', values: ['1'] }] })).toMatchObject({ path: 'lines.0.op' })
    expect(await fault({ lines: [{ field: 'amount', op: 'between', from: null, to: null }] })).toMatchObject({ path: 'lines.0.from' })
    expect(await fault({ lines: [{ field: 'amount', op: 'between', from: 9, to: 3 }] })).toMatchObject({ message: '上限不能小于下限' })
    expect((await post('security1', '/sys/dataRule/saveOrUpdate', { ...rule, version: 999 })).code).toBe('CONFLICT')
    expect((await post('security1', '/sys/dataRule/saveOrUpdate', { ...rule, id: undefined })).fields).toMatchObject([{ path: 'resource' }])
    const fixed = { roleId: await roleId('auditor'), resource: 'declaration', scope: 'all' }
    expect((await post('security1', '/sys/dataRule/saveOrUpdate', fixed)).code).toBe('FIXED_ROLE')
  })

  it('one rule applies to list, figures, detail, answer, to-do and export of consultations', async () => {
    const policies = await t.database.db.selectFrom('policy').select('id').where('state', '=', 2).limit(2).execute()
    for (const { id } of policies) await form('gr1', '/pol/my/getPolConsult', { polInfoId: String(id), consultContent: '怎样申报？' })
    const first = (await get('front1', '/pol/consult/list', { replyState: 0 })).data.list[0].id
    expect((await post('front1', '/pol/consult/reply', { id: first, replyContent: '请看办事指南。' })).data).toBe(true)
    const all = (await get('front1', '/pol/consult/list', { pageSize: 100 })).data
    const waiting = all.list.filter((q: { replyState: number }) => q.replyState === 0)
    expect(waiting.length).toBeGreaterThan(0)
    const restore = await change('front', 'consult', { scope: 'all', lines: [{ field: 'state', op: 'in', values: ['1'] }] })
    const seen = (await get('front1', '/pol/consult/list', { pageSize: 100 })).data
    expect(seen.total).toBe(all.total - waiting.length)
    expect(seen.list.every((q: { replyState: number }) => q.replyState === 1)).toBe(true)
    expect((await get('front1', '/pol/consult/statistics', { startTime: '2020-01-01' })).data).toMatchObject({
      total: seen.total,
      waiting: 0,
    })
    const canary = waiting[0].id
    expect((await get('front1', '/pol/consult/findById', { id: canary })).code).toBe('NOT_FOUND')
    expect((await post('front1', '/pol/consult/reply', { id: canary, replyContent: '看不见的' })).code).toBe('NOT_FOUND')
    expect((await form('front1', '/pol/consult/delete', { id: String(canary) })).code).toBe('NOT_FOUND')
    await t.as('front1').get('/pol/consult/export')
    const exported = t.database.db.selectFrom('audit_log').select('detail').where('action', '=', 'consult.export').orderBy('id', 'desc')
    expect((await exported.executeTakeFirstOrThrow()).detail).toMatchObject({ rows: seen.total })
    const todos = (await get('front1', '/work/list')).data.list as { kind: string; count: number }[]
    expect(todos.find((todo) => todo.kind === 'consult')).toMatchObject({ count: 0 })
    expect(
      (await post('security1', '/sys/dataRule/preview', { roleId: await roleId('front'), resource: 'consult', scope: 'all' })).data,
    ).toMatchObject({ gain: 1, lose: 0, people: [{ before: seen.total, after: all.total }] })
    // Holders of another role still see the same.
    expect((await get('dept1', '/pol/consult/list')).data.total).toBe(all.total)
    await restore()
    expect((await get('front1', '/pol/consult/list')).data.total).toBe(all.total)
  })

  it('no notice contains the text of a question that a rule excludes', async () => {
    const asked = '只有看得见的人知道的问题'
    const told = async (who: string) => {
      const { data } = await get(who, '/sys/notice/list', { pageSize: 100 })
      return data.list.some((notice: { body: string }) => notice.body === asked)
    }
    const { id } = await t.database.db
      .selectFrom('policy')
      .select('id')
      .where('state', '=', 2)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const restore = await change('front', 'consult', { scope: 'all', lines: [{ field: 'state', op: 'in', values: ['1'] }] })
    expect((await form('gr1', '/pol/my/getPolConsult', { polInfoId: String(id), consultContent: asked })).success).toBe(true)
    expect(await told('front1')).toBe(false)
    expect(await told('editor1')).toBe(true)
    await restore()
  })

  it('one rule applies to list, counts, figures and detail of declarations; two roles add up, each within its permissions', async () => {
    const list = async (who: string) => (await get(who, '/dec/declare/list', { pageSize: 100 })).data
    const all = await list('leader1')
    const approved = all.list.filter((d: { state: number }) => d.state === 3)
    expect(approved.length).toBeGreaterThan(0)
    const restore = await change('leader', 'declaration', { scope: 'all', lines: [{ field: 'state', op: 'notIn', values: ['approved'] }] })
    const seen = await list('leader1')
    expect(seen.total).toBe(all.total - approved.length)
    expect(seen.counts.find((c: { state: number }) => c.state === 3)).toMatchObject({ count: 0 })
    expect((await get('leader1', '/dec/declare/findById', { id: approved[0].id })).code).toBe('NOT_FOUND')
    const figures = (await get('leader1', '/dec/declare/statistics')).data
    expect(figures.byState.find((c: { state: number }) => c.state === 3)).toBeUndefined()

    // dept1 sees the steps of its own office; with the role of leader in addition, the union, per resource.
    const dept = await list('dept1')
    const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
    const union = new Set([...ids(dept.list), ...ids(seen.list)])
    const user = (await get('admin1', '/sys/user/list', { name: 'dept1' })).data.list[0]
    const give = (roleIds: number[], version: number) => post('security1', '/sys/user/saveRoles', { id: user.id, version, roleIds })
    expect((await give([await roleId('dept'), await roleId('leader')], user.version)).data).toBe(true)
    expect(new Set(ids((await list('dept1')).list))).toEqual(union)
    expect((await get('dept1', '/pol/consult/list')).success).toBe(true)
    expect((await give([await roleId('dept')], user.version + 1)).data).toBe(true)
    expect(ids((await list('dept1')).list)).toEqual(ids(dept.list))
    await restore()
  })

  it('a role without a rule sees no rows, and a rule without the permission has no effect', async () => {
    const leader = await ruleOf('leader', 'declaration')
    expect((await form('security1', '/sys/dataRule/delete', { id: String(leader.id) })).data).toBe(true)
    expect((await get('leader1', '/dec/declare/list')).data.total).toBe(0)
    const added = { roleId: leader.roleId, resource: 'declaration', scope: 'all' }
    expect((await post('security1', '/sys/dataRule/saveOrUpdate', added)).data.holders).toBe(1)
    expect((await get('leader1', '/dec/declare/list')).data.total).toBeGreaterThan(0)

    // The editor may not read declarations: a rule on them is reported as ineffective and opens nothing.
    const idle = await post('security1', '/sys/dataRule/saveOrUpdate', { ...added, roleId: await roleId('editor') })
    expect((await get('security1', '/sys/dataRule/findById', { id: idle.data.id })).data).toMatchObject({ idle: true })
    expect((await get('editor1', '/dec/declare/list')).code).toBe('FORBIDDEN')
  })

  it('are shown in words, with the names of values, and follow the tree of offices', async () => {
    const { fields } = await resourceOf('declaration')
    const streets = fields.find((f: { key: string }) => f.key === 'street').options as { value: string; label: string }[]
    const two = streets.slice(0, 2)
    const lines = [
      { field: 'street', op: 'in', values: two.map((s) => s.value) },
      { field: 'amount', op: 'between', from: 10, to: null },
    ]
    const restore = await change('leader', 'declaration', { scope: 'below', lines })
    expect((await ruleOf('leader', 'declaration')).words).toBe(
      `本部门及下级 并且（镇街 是 ${two.map((s) => s.label).join(' 或 ')}） 并且（申请金额 不少于 10 万元）`,
    )
    for (const row of (await get('leader1', '/dec/declare/list', { pageSize: 100 })).data.list)
      expect(row.amount).toBeGreaterThanOrEqual(10)
    await restore()

    // leader1 belongs to jxj; an office below it is included only with 本部门及下级.
    const jxj = (await get('admin1', '/sys/office/list', { name: 'jxj' })).data.list[0]
    const kjj = (await get('admin1', '/sys/office/list', { name: 'kjj' })).data.list[0]
    const place = ({ id, version, name, code, order }: typeof kjj, parentId: number | null) =>
      post('admin1', '/sys/office/saveOrUpdate', { id, version, name, code, order, parentId })
    const undo = await change('leader', 'declaration', { scope: 'office' })
    const count = async () => (await get('leader1', '/dec/declare/list')).data.total as number
    const own = await count()
    expect((await place(kjj, jxj.id)).success).toBe(true)
    expect(await count()).toBe(own)
    const again = await change('leader', 'declaration', { scope: 'below' })
    expect(await count()).toBeGreaterThan(own)
    await again()
    await undo()
    await place({ ...kjj, version: kjj.version + 1 }, null)
  })
})

interface Walk extends Omit<RowWalk, 'field' | 'values' | 'shownAs'> {
  within: (row: never, values: string[]) => boolean
  line: () => Promise<{ field: string; op: string; values: string[] }>
}
/** What domains state in `testing/expected.ts`. */
const stated = (await expectedOfDomains()).flatMap(({ walks: own = [] }) => own)
const ofDomains = stated.map(({ field, values, shownAs = field, ...walk }) => ({
  ...walk,
  within: (row: Readonly<Record<string, unknown>>, wanted: string[]) => wanted.includes(String(row[shownAs])),
  line: () => Promise.resolve({ field, op: 'in', values: [...values] }),
}))
/** Each resource where staff read it: reader, list, a line that excludes rows, and where one row is read or changed. */
const walks: readonly Walk[] = [
  ...ofDomains,
  {
    resource: 'policy',
    role: 'editor',
    who: 'editor1',
    list: '/pol/info/list',
    one: '/pol/info/findById',
    within: (row: { state: number }, values: string[]) => values.includes(String(row.state)),
    line: () => Promise.resolve({ field: 'state', op: 'in', values: ['0'] }),
  },
  {
    resource: 'project',
    role: 'editor',
    who: 'editor1',
    list: '/gov/policy/doc/projectList',
    within: (row: { examineDep: number }, values: string[]) => values.includes(String(row.examineDep)),
    line: async () => {
      const { options } = (await resourceOf('project')).fields[0]
      const kjj = options.find((o: { label: string }) => o.label === '县科技局')
      return { field: 'examineDep', op: 'in', values: [kjj.value] }
    },
  },
  {
    resource: 'appeal',
    role: 'leader',
    who: 'leader1',
    list: '/appeal/info/list',
    one: '/appeal/info/findById',
    within: (row: { state: number }, values: string[]) => values.includes(String(row.state)),
    line: () => Promise.resolve({ field: 'state', op: 'in', values: ['6'] }),
  },
  {
    resource: 'call',
    role: 'leader',
    who: 'leader1',
    list: '/call/data/list',
    one: '/call/data/findById',
    within: (row: { state: number }, values: string[]) => values.includes(String(row.state)),
    line: () => Promise.resolve({ field: 'state', op: 'in', values: ['4', '5'] }),
  },
  {
    resource: 'allowance',
    role: 'leader',
    who: 'leader1',
    list: '/allowance/list',
    one: '/allowance/findById',
    within: (row: { state: number }, values: string[]) => values.includes(String(row.state)),
    line: () => Promise.resolve({ field: 'state', op: 'in', values: ['3'] }),
  },
  {
    resource: 'direct',
    role: 'leader',
    who: 'leader1',
    list: '/direct/list/list',
    one: '/direct/list/findById',
    within: (row: { state: string }, values: string[]) => values.includes(row.state),
    line: () => Promise.resolve({ field: 'state', op: 'in', values: ['cancelled'] }),
  },
  {
    resource: 'feedback',
    role: 'front',
    who: 'front1',
    list: '/sys/feedback/list',
    within: (row: { state: number }, values: string[]) => values.includes(String(row.state)),
    line: () => Promise.resolve({ field: 'state', op: 'in', values: ['1'] }),
  },
]

describe('every resource', () => {
  it.each(walks)('$resource: the rule decides list, total and detail, and the preview counts as the list does', async (walk) => {
    if (walk.resource === 'feedback') {
      const note = { name: '表格打不开', textarea: '下载后打不开。', othervalue: '个人', namevalue: '周小溪', phonevalue: '15412345678' }
      for (const name of ['表格打不开', '查不到政策']) await post('gr1', '/sys/feedback/save', { ...note, name })
      const { id } = (await get('front1', '/sys/feedback/list')).data.list[0]
      expect((await post('front1', '/sys/feedback/reply', { id, reply: '已修复。' })).success).toBe(true)
    }
    const read = async () => {
      const found = (await get(walk.who, walk.list, { pageSize: 100, ...walk.asked })).data as {
        total: number
        list: { id: number }[]
      }
      let { total } = found
      for (const path of walk.besides ?? []) total += (await get(walk.who, path)).data.total as number
      return { list: found.list, total }
    }
    const all = await read()
    expect(all.total).toBeGreaterThan(0)
    const line = await walk.line()
    const inside = (row: object) => walk.within(row as never, line.values)
    const left = all.list.filter((row) => !inside(row))
    expect(left.length).toBeGreaterThan(0)
    const asked = { roleId: await roleId(walk.role), resource: walk.resource, scope: 'all', lines: [line] }
    const me = (await get('admin1', '/sys/user/list', { name: walk.who })).data.list[0].id
    const person = (await post('security1', '/sys/dataRule/preview', asked)).data.people.find((one: { id: number }) => one.id === me)
    const restore = await change(walk.role, walk.resource, { scope: 'all', lines: [line] })
    const seen = await read()
    expect(seen.list.every(inside)).toBe(true)
    expect(person).toMatchObject({ before: all.total, after: seen.total })
    if (walk.one) expect((await get(walk.who, walk.one, { id: left[0]!.id })).code).toBe('NOT_FOUND')
    if (walk.resource === 'policy') {
      const hidden = left[0]!.id
      expect((await get('editor1', '/pol/info/versions', { id: hidden })).code).toBe('NOT_FOUND')
      expect((await get('editor1', '/pol/info/dependents', { id: hidden, action: 'delete' })).code).toBe('NOT_FOUND')
      expect((await get('editor1', '/pol/info/history', { id: hidden })).code).toBe('NOT_FOUND')
      expect((await get('editor1', '/pol/info/linkCheck', { id: hidden })).code).toBe('NOT_FOUND')
      expect((await post('editor1', '/pol/info/checkLinks', { id: hidden })).code).toBe('NOT_FOUND')
      expect((await form('editor1', '/pol/info/takeDown', { id: String(hidden) })).code).toBe('NOT_FOUND')
      expect((await form('editor1', '/pol/info/setTop', { id: String(hidden), topFlag: '1' })).code).toBe('NOT_FOUND')
    }
    if (walk.resource === 'feedback') {
      expect((await post('front1', '/sys/feedback/reply', { id: left[0]!.id, reply: '看不见的' })).code).toBe('NOT_FOUND')
      const hidden = { id: left[0]!.id, field: 'phonevalue', reason: '回电话核实情况' }
      expect((await post('front1', '/sys/feedback/reveal', hidden)).code).toBe('NOT_FOUND')
    }
    await restore()
    expect((await read()).total).toBe(all.total)
  })
})

it('an older data folder gets rules once, and rules deleted later stay deleted', async () => {
  const lists = [
    '/dec/declare/list',
    '/pol/consult/list',
    '/allowance/list',
    '/direct/list/list',
    '/pol/info/list',
    '/company/info/list',
    '/company-code/list',
    '/company/tag/list',
    '/tag/info/list',
    '/personal/company/list',
  ]
  const totals = () =>
    ['front1', 'dept1', 'dept2', 'leader1', 'editor1', 'fin1'].reduce(
      async (all, who) => {
        const seen = await all
        for (const path of lists) seen.push(`${who} ${path} ${(await get(who, path)).data?.total ?? 'no'}`)
        return seen
      },
      Promise.resolve([] as string[]),
    )
  const { db } = t.database
  const before = await totals()
  await db.deleteFrom('row_rule').execute()
  await db.deleteFrom('seed_run').where('name', 'like', 'row rules %').execute()
  await rowRuleSeed.run(t.kernel)
  await db
    .updateTable('sys_user')
    .set((e) => ({ rights_version: e('rights_version', '+', 1) }))
    .execute()
  await eventually(async () => expect(await totals()).toEqual(before))
  await db.deleteFrom('row_rule').where('resource', '=', 'feedback').execute()
  await rowRuleSeed.run(t.kernel)
  expect(await db.selectFrom('row_rule').select('id').where('resource', '=', 'feedback').execute()).toEqual([])
})
