import { beforeAll, expect, it } from 'vitest'
import { dataRules } from '../../../contract/identity/data-rules.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { testApp, testEngine, type TestApp } from '../../kernel/testing/harness.ts'
import { statementsOf } from '../../kernel/testing/statements.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.kernel.db.deleteFrom('row_rule').where('resource', '=', 'declaration').execute()
})
const list = async () => (await t.as('security1').get(dataRules.list.path, { resource: 'declaration', pageSize: 50 })).body.data

it.runIf(testEngine === 'postgres')(
  'the list asks the database as often for eight rules as for one, with offices and values in words',
  async () => {
    const office = await t.kernel.db
      .selectFrom('office')
      .select(['id', 'name'])
      .where('enabled', '=', true)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const addRule = async (n: number) => {
      const role = { code: `ruled-${n}`, name: `角色 ${n}`, description: '', permissions: ['declaration:read'], menuIds: [] }
      const roleId = (await t.as('security1').post(roles.save.path, role)).body.data.id
      const lines = [{ field: 'examineDep', op: 'in', values: [String(office.id)] }]
      const rule = { roleId, resource: 'declaration', scope: 'custom', officeIds: [office.id], lines }
      expect((await t.as('security1').post(dataRules.save.path, rule)).body.success).toBe(true)
    }
    await addRule(1)
    expect((await list()).total).toBe(1)
    const one = await statementsOf(list)
    for (let n = 2; n <= 8; n++) await addRule(n)
    const { total, list: rules } = await list()
    expect(total).toBe(8)
    expect(new Set(rules.map(({ words }: { words: string }) => words))).toEqual(
      new Set([`${office.name} 并且（审核部门 是 ${office.name}）`]),
    )
    expect(await statementsOf(list)).toEqual(one)
  },
)
