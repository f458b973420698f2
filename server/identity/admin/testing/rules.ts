import { expect } from 'vitest'
import type { TestApp } from '../../../kernel/testing/harness.ts'

/** Sets row rules as the security officer does. */
export function ruleDesk(t: () => TestApp) {
  const read = async (path: string, query: object = {}) =>
    (
      await t()
        .as('security1')
        .get(path, { ...query })
    ).body.data
  const save = async (rule: object) => (await t().as('security1').post('/sys/dataRule/saveOrUpdate', rule)).body

  const roleId = async (code: string): Promise<number> =>
    (await read('/sys/role/options')).find((role: { code: string }) => role.code === code).id
  const ruleOf = async (code: string, resource: string) =>
    (await read('/sys/dataRule/list', { roleId: await roleId(code), resource })).list[0]
  const resourceOf = async (key: string) => (await read('/sys/dataRule/resources')).find((one: { key: string }) => one.key === key)

  /** Changes the rule of a role, and returns a function that restores it. */
  async function change(code: string, resource: string, next: object) {
    const { id, version, roleId: role, scope, officeIds, lines } = await ruleOf(code, resource)
    const saved = await save({ id, version, roleId: role, resource, ...next })
    expect(saved.success, JSON.stringify(saved)).toBe(true)
    return async () => {
      const now = await ruleOf(code, resource)
      await save({ id, version: now.version, roleId: role, resource, scope, officeIds, lines })
    }
  }
  return { roleId, ruleOf, resourceOf, change }
}
