import { beforeAll, describe, expect, it } from 'vitest'
import { dataRules, type RuleResource } from '../../contract/identity/data-rules.ts'
import type { RowLine } from '../../contract/row-rules.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests } from './test-project.ts'

let t: TestApp
const { as, one, officeId, staff, addCompany, project, sent, desk, versionOf, decide } = declarationTests(() => t)
let projectId: number
let towns: RuleResource['fields'][number]['options']
/** A declaration of the first town, which the rule of the reviewers opens, and one of the second. */
let inside: number
let outside: number

const lines = async (of: RowLine[]) => {
  const { id: roleId } = await one<{ id: number }>(`select id from role where code = 'dept'`)
  const [rule] = (await as('security1').get(dataRules.list.path, { roleId, resource: 'declaration' })).body.data.list
  const { id, version } = rule
  const saved = await as('security1').post(dataRules.save.path, {
    id,
    version,
    roleId,
    resource: 'declaration',
    scope: 'office',
    officeIds: [],
    lines: of,
  })
  expect(saved.body.success, JSON.stringify(saved.body)).toBe(true)
}
const inTown = (n: number): RowLine[] => [{ field: 'street', op: 'in', values: [towns[n]!.value] }]
const listed = async (who: string, more: Record<string, string> = {}) => {
  const { total, list } = (await as(who).get('/dec/declare/list', { projectId, ...more })).body.data
  return { total, ids: list.map((row: { id: number }) => row.id) }
}
const give = async (from: string, to: string) => {
  const { id: delegateId } = await one<{ id: number }>('select id from sys_user where user_name = $1', [to])
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const given = await as(from).post('/dec/delegation/save', { delegateId, startTime: hours(-1), endTime: hours(9), reason: '出差' })
  expect(given.body.success, JSON.stringify(given.body)).toBe(true)
}

beforeAll(async () => {
  t = await testApp()
  for (const [name, office] of [
    ['jxj8', 'jxj'],
    ['jxj9', 'jxj'],
    ['czj8', 'czj'],
    ['czj9', 'czj'],
  ] as const)
    await staff(name, 'dept', office)
  const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: await officeId('jxj'), mode: 'one' }] })
  projectId = p.id
  const resources = (await as('security1').get<RuleResource[]>(dataRules.resources.path)).body.data
  towns = resources.find(({ key }) => key === 'declaration')!.fields.find(({ key }) => key === 'street')!.options
  const made = [await sent(p.id), await sent(p.id)]
  for (const [i, { id }] of made.entries())
    await t.database.pool.query('update company set street_id = $1 where id = (select company_id from declaration where id = $2)', [
      towns[i]!.value,
      id,
    ])
  inside = made[0]!.id
  outside = made[1]!.id
  await lines(inTown(0))
})

// Seen red: with project and office of the step only, the delegate listed, opened and refused the declaration of the other town.
describe('代审的人不多于委托的人（ADR 1017）', () => {
  it('sees in list, count, to-dos, figures and detail only what the rules of the delegator open', async () => {
    expect(await listed('jxj8')).toEqual({ total: 1, ids: [inside] })
    expect(await listed('czj8')).toEqual({ total: 0, ids: [] })
    await give('jxj8', 'czj8')
    expect(await listed('czj8')).toEqual({ total: 1, ids: [inside] })
    expect(await listed('czj8', { todo: 'true' })).toEqual({ total: 1, ids: [inside] })
    expect((await desk('czj8', inside)).data.allowed).toEqual(['pass', 'back', 'refuse'])
    expect((await desk('czj8', outside)).code).toBe('NOT_FOUND')
  })

  it('of a declaration which the rules do not open, neither reviewer nor delegate hears that it is their turn', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: await officeId('jxj'), mode: 'one' }] })
    const told = async (town: number): Promise<string[]> => {
      const { who, companyId } = await addCompany()
      await t.database.pool.query('update company set street_id = $1 where id = $2', [towns[town]!.value, companyId])
      const { id } = await sent(p.id, { title: '甲' }, who)
      const { rows } = await t.database.pool.query<{ user_name: string }>(
        `select u.user_name from notice n join sys_user u on u.id = n.user_id
          where n.link = $1 and n.title like '%等待%' and u.user_name = any($2) order by 1`,
        [`/work/govcheckmanage?id=${id}`, ['jxj8', 'jxj9', 'czj8', 'czj9']],
      )
      return rows.map((row) => row.user_name)
    }
    expect(await told(1)).toEqual([])
    expect(await told(0)).toEqual(['czj8', 'jxj8', 'jxj9'])
  })

  it('decides no other row, alone or in a batch', async () => {
    expect((await decide('czj8', outside, 'refuse')).code).toBe('NOT_FOUND')
    const version = await versionOf(outside)
    const batch = await as('czj8').post('/dec/declare/batchReview', {
      items: [{ id: outside, version }],
      reviewState: 'refuse',
      reviewOpinion: '不符合',
    })
    expect(JSON.stringify(batch.body)).not.toContain('未通过')
    expect(await one('select state from declaration where id = $1', [outside])).toEqual({ state: 'reviewing' })
  })

  it('does not sign in the delegator’s name what only an asked opinion shows to the delegate', async () => {
    const { id: delegate } = await one<{ id: number }>(`select id from sys_user where user_name = 'czj8'`)
    const { id: asker } = await one<{ id: number }>(`select id from sys_user where user_name = 'dept1'`)
    await t.database.pool.query(
      `insert into declaration_opinion (declaration_id, round, asked_by, asked_by_name, user_id, question, with_score, blocking, due, created_at)
        values ($1, 1, $2, '甲', $3, '是否先进？', false, false, current_date + 3, now())`,
      [outside, asker, delegate],
    )
    expect((await desk('czj8', outside)).data.allowed).toEqual([])
    expect((await decide('czj8', outside, 'refuse')).code).toBe('FORBIDDEN')
    expect((await listed('czj8')).ids.toSorted()).toEqual([inside, outside].toSorted())
  })

  it('counts only the roles that give the review: what the delegator may merely read is not delegated', async () => {
    await t.database.pool.query(
      `insert into user_role (user_id, role_id) select u.id, r.id from sys_user u, role r where u.user_name = 'jxj9' and r.code = 'leader'`,
    )
    expect((await listed('jxj9')).total).toBe(2)
    await give('jxj9', 'czj9')
    expect(await listed('czj9')).toEqual({ total: 1, ids: [inside] })
    expect((await desk('czj9', outside)).code).toBe('NOT_FOUND')
    expect((await decide('czj9', inside, 'refuse')).success).toBe(true)
  })

  it('follows the rules at once: without a rule of the delegator nothing is left', async () => {
    await lines(inTown(2))
    expect(await listed('czj9')).toEqual({ total: 0, ids: [] })
    await lines([])
    expect((await listed('czj9')).total).toBe(2)
  })
})
