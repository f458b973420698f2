import { expect, it } from 'vitest'
import { changesOf, shownValue } from './audit-changes.ts'

it('shows roles before and after, and a term, without names of the program', () => {
  const found = changesOf({
    after: ['agent', 'town-songling'],
    terms: [{ to: '2026-12-02', from: '2026-11-29', roleId: 16 }],
    before: ['agent'],
  })
  expect(found.changes).toEqual([{ key: '内容', before: 'agent', after: 'agent、town-songling' }])
  expect(found.rest).toEqual([['任期', '止：2026-12-02，起：2026-11-29，角色：16']])
  const names = {
    users: {},
    roles: { 16: '松岭镇人员' },
    offices: {},
    menus: {},
    roleCodes: { agent: '窗口人员' },
    rule: null,
    object: '王芳（示例）',
  }
  const named = changesOf({ before: ['agent'], after: [], terms: [{ roleId: 16 }], gained: ['policy:review'], scope: 'custom' }, names)
  expect(named.changes).toEqual([{ key: '内容', before: '窗口人员', after: '无' }])
  expect(named.rest).toEqual([
    ['任期', '角色：松岭镇人员'],
    ['新增的权限', '审核政策'],
    ['范围', '自定义'],
  ])
})

it('shows a changed rule field by field, and a list that became empty', () => {
  const rule = (values: string[]) => ({ lines: [{ op: 'in', field: 'street', values }], scope: 'all', officeIds: [] })
  expect(changesOf({ before: { rule: rule(['339999100']) }, after: { rule: rule([]) } }).changes).toEqual([
    {
      key: '数据规则',
      before: '条件：（比较：in，字段：street，值：339999100），范围：全部，部门：无',
      after: '条件：（比较：in，字段：street，值：无），范围：全部，部门：无',
    },
  ])
})

it('shows a changed rule as one sentence before and after, once its words are known', () => {
  const rule = { lines: [{ op: 'in', field: 'street', values: ['339999100'] }], scope: 'all', officeIds: [] }
  const words = { before: '没有规则，看不见任何一行', after: '全部 并且（镇街 是 城东街道）' }
  const names = { users: {}, roles: { 16: '松岭镇人员' }, offices: {}, menus: {}, roleCodes: {}, rule: words, object: null }
  expect(changesOf({ roleId: 16, resource: 'declaration', after: rule }, names)).toEqual({
    changes: [{ key: '数据规则', ...words }],
    rest: [
      ['角色', '松岭镇人员'],
      ['数据', '项目申报'],
    ],
  })
})

it('shows yes and no, nothing, and a value that equals a word of JavaScript', () => {
  expect([true, false, null, undefined, '', 0, [], {}].map((value) => shownValue(value))).toEqual([
    '是',
    '否',
    '无',
    '无',
    '无',
    '0',
    '无',
    '无',
  ])
  expect(changesOf({ before: { constructor: 1 }, after: { constructor: 2 } }).changes).toEqual([
    { key: 'constructor', before: '1', after: '2' },
  ])
})

it('names the way of a log-in as a whole phrase', () => {
  expect(['password', 'sso', 'zzd', 'later'].map((way) => shownValue(way, 'variant'))).toEqual([
    '用户名密码登录',
    '统一登录',
    '浙政钉登录',
    'later',
  ])
})

it('leaves out a value that did not change, and keeps what is not a record', () => {
  expect(changesOf({ before: { name: '甲', version: 1 }, after: { name: '乙', version: 1 } }).changes).toEqual([
    { key: '名称', before: '甲', after: '乙' },
  ])
  expect(changesOf('旧记录')).toEqual({ changes: [], rest: [['内容', '旧记录']] })
})

it('shows logged times in Shanghai time', () =>
  expect(changesOf({ publishTime: '2026-03-17T01:00:00.000Z', direction: 'up' }).rest).toEqual([
    ['发布时间', '2026-03-17 09:00:00'],
    ['方向', '上移'],
  ]))
