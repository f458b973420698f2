import { beforeAll, expect, it } from 'vitest'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { ruleDesk } from './testing/rules.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const { ruleOf, resourceOf, change } = ruleDesk(() => t)
const NONE = '没有规则，看不见任何一行'

/** The words of the newest entry of this action, as the auditor reads them. */
async function logged(action: string) {
  const [entry] = (await t.as('audit1').get('/sys/log/list', { kind: 'audit', action })).body.data.list
  return (await t.as('audit1').get('/sys/log/names', { id: entry.id })).body.data.rule
}

it('a changed, removed, added and requested data rule is read in the audit in the same words as everywhere', async () => {
  const { fields } = await resourceOf('declaration')
  const [street] = fields.find((f: { key: string }) => f.key === 'street').options as { value: string; label: string }[]
  const lines = [{ field: 'street', op: 'in', values: [street!.value] }]
  const words = `本部门及下级 并且（镇街 是 ${street!.label}）`
  await change('leader', 'declaration', { scope: 'below', lines })
  expect(await logged('dataRule.edit')).toEqual({ before: '全部', after: words })
  const rule = await ruleOf('leader', 'declaration')

  const asked = { roleId: rule.roleId, resource: 'declaration', rule: null }
  const sent = await t.as('security1').post(rightsChange.submit.path, { change: asked, reason: '不再需要' })
  expect(sent.body.success).toBe(true)
  expect(await logged('rightsChange.submit')).toEqual({ before: words, after: NONE })

  expect((await t.as('security1').form('/sys/dataRule/delete', { id: String(rule.id) })).body.data).toBe(true)
  expect(await logged('dataRule.delete')).toEqual({ before: words, after: NONE })

  const { id: officeId } = await t.kernel.db
    .insertInto('office')
    .values({ code: 'gone', name: '将停用的科室', parent_id: null, sort: 99, enabled: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = { roleId: rule.roleId, resource: 'declaration', scope: 'custom', officeIds: [officeId] }
  expect((await t.as('security1').post('/sys/dataRule/saveOrUpdate', own)).body.success).toBe(true)
  await t.kernel.db.updateTable('office').set({ enabled: false }).where('id', '=', officeId).execute()
  // A disabled office keeps its name.
  expect(await logged('dataRule.add')).toEqual({ before: NONE, after: '将停用的科室' })
  await t.kernel.db.deleteFrom('office').where('id', '=', officeId).execute()
  expect(await logged('dataRule.add')).toEqual({ before: NONE, after: '已删除的部门' })
})

it('a request for the roles of a person has no rule to read', async () => {
  const { id } = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'dept3').executeTakeFirstOrThrow()
  const sent = await t.as('security1').post(rightsChange.submit.path, { change: { userId: id, roleIds: [], terms: [] }, reason: '离岗' })
  expect(sent.body.success).toBe(true)
  expect(await logged('rightsChange.submit')).toBeNull()
})
