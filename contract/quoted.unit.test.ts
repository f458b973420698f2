import { expect, it } from 'vitest'
import { quoted } from './quoted.ts'

it('marks inside a quoted title are those of the inner level', () => {
  expect(quoted('角色“部门审核人员”的权限与菜单')).toBe('“角色‘部门审核人员’的权限与菜单”')
  expect(quoted('“小升规”‘首次’奖励')).toBe('“‘小升规’“首次”奖励”')
  expect(quoted('王芳（示例）的角色')).toBe('“王芳（示例）的角色”')
})
