import type { Parsed } from '../../../contract/endpoint.ts'
import type { DataRuleRow, dataRules, RuleResource } from '../../../contract/identity/data-rules.ts'
import { permissions } from '../../../contract/permissions.ts'
import { rowResource, rowResourceKeys, rowScopes, scopesOf, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalidField, notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { forget } from '../authenticate.ts'
import { raiseRights } from '../users.ts'
import { ruleByTwo } from './by-two.ts'
import { keepRights } from './kept-rights.ts'
import { changeable, holdersOf } from './roles.ts'
import { namedIn, optionsOf, refuseUnknown, ruleWords, type Named } from './rule-words.ts'

const gone = () => notFound('该数据规则不存在或已被删除')
const rulesFrom = (db: Db) =>
  db
    .selectFrom('row_rule as x')
    .innerJoin('role as r', 'r.id', 'x.role_id')
    .select(['x.id', 'x.role_id', 'r.name as role_name', 'x.resource', 'x.scope', 'x.office_ids', 'x.lines', 'x.version'])
    .select((e) =>
      e
        .selectFrom('role_permission as p')
        .whereRef('p.role_id', '=', 'x.role_id')
        .select((f) => f.fn.agg<string[] | null>('array_agg', ['p.permission']).as('held'))
        .as('held'),
    )
    // A resource of a later version, after a downgrade, is neither shown nor applied.
    .where('x.resource', 'in', rowResourceKeys)

type Found = Awaited<ReturnType<ReturnType<typeof rulesFrom>['execute']>>[number]
const ruleOf = ({ resource, scope, office_ids: officeIds, lines }: Found) => ({
  resource: resource as RowResourceKey,
  scope,
  officeIds,
  lines,
})

function asRow(named: Named, row: Found): DataRuleRow {
  const rule = ruleOf(row)
  const { title, needs } = rowResource(rule.resource)
  return {
    ...rule,
    id: row.id,
    roleId: row.role_id,
    roleName: row.role_name,
    resourceName: title,
    words: ruleWords(named, rule),
    idle: !needs.some((code) => row.held?.includes(code)),
    version: row.version,
  }
}

export async function listRules(k: Kernel, { roleId, resource, page, pageSize }: Parsed<typeof dataRules.list>['query']) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('row_rule as x')
      .where('x.resource', 'in', rowResourceKeys)
      .$if(roleId !== undefined, (q) => q.where('x.role_id', '=', roleId!))
      .$if(resource !== undefined, (q) => q.where('x.resource', '=', resource!)),
    { page, pageSize },
    (q) => q.orderBy('x.role_id').orderBy('x.id'),
    (q) => q.select('x.id'),
  )
  const found =
    rows.length === 0
      ? []
      : await rulesFrom(k.db)
          .where(
            'x.id',
            'in',
            rows.map((row) => row.id),
          )
          .orderBy('x.role_id')
          .orderBy('x.id')
          .execute()
  const named = await namedIn(k, found.map(ruleOf))
  return { total, list: found.map((row) => asRow(named, row)) }
}

export async function ruleById(k: Kernel, id: number): Promise<DataRuleRow> {
  const row = await rulesFrom(k.db).where('x.id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return asRow(await namedIn(k, [ruleOf(row)]), row)
}

export const ruleOptions = async (k: Kernel, roleId: number | undefined) =>
  (
    await rulesFrom(k.db)
      .$if(roleId !== undefined, (q) => q.where('x.role_id', '=', roleId!))
      .orderBy('x.id')
      .limit(500)
      .execute()
  ).map((row) => ({
    id: row.id,
    label: `${row.role_name} · ${rowResource(row.resource as RowResourceKey).title} · ${rowScopes[row.scope]}`,
  }))

export async function ruleResources(k: Kernel): Promise<RuleResource[]> {
  const all: RuleResource[] = []
  for (const key of rowResourceKeys) {
    const { title, needs, office, own, fields } = rowResource(key)
    const options = await optionsOf(k, key)
    const notes = { all: '', below: office, office, own, custom: office && '所选的部门' }
    all.push({
      key,
      title,
      needs: needs.map((code) => permissions[code].name),
      codes: [...needs],
      scopes: scopesOf(key).map((value) => ({ value, label: rowScopes[value], note: notes[value] ?? '' })),
      fields: Object.entries(fields).map(([name, field]) => ({
        key: name,
        title: field.title,
        kind: field.kind,
        options: [...(options.get(name) ?? [])],
      })),
    })
  }
  return all
}

/** A rule takes effect with the next call of the role's holders, like permissions (S-02, S-03). */
export async function saveRule(
  k: Kernel,
  call: Call,
  asked: Parsed<typeof dataRules.save>['body'],
): Promise<{ id: number; holders: number }> {
  await refuseUnknown(k, asked)
  const done = await k.db.transaction().execute(async (db) => {
    await ruleByTwo(k, db, asked)
    return applyRule(db, call, asked)
  })
  forget(k, { users: done.holders })
  return { id: done.id, holders: done.holders.length }
}

/** The same in the caller's transaction, after `refuseUnknown` has checked it. Call `forget` after the commit. */
export async function applyRule(
  db: Db,
  call: Call,
  { id, version, ...input }: Parsed<typeof dataRules.save>['body'],
): Promise<{ id: number; holders: number[] }> {
  const rule = { ...input, officeIds: officesOf(input) }
  const role = await changeable(db, rule.roleId)
  const before = await db
    .selectFrom('row_rule')
    .selectAll()
    .where('role_id', '=', rule.roleId)
    .where('resource', '=', rule.resource)
    .executeTakeFirst()
  if (before && id === undefined) throw invalidField('resource', '该角色已有这类数据的规则，请修改原有的规则')
  if (id !== undefined && before?.id !== id) throw gone()
  const columns = { scope: rule.scope, office_ids: rule.officeIds, lines: JSON.stringify(rule.lines) }
  const saved = before
    ? await db
        .updateTable('row_rule')
        .set((e) => ({ ...columns, version: e('version', '+', 1) }))
        .where('id', '=', before.id)
        .where('version', '=', version ?? 0)
        .returning('id')
        .executeTakeFirst()
    : await db
        .insertInto('row_rule')
        .values({ role_id: rule.roleId, resource: rule.resource, ...columns })
        .returning('id')
        .executeTakeFirst()
  if (!saved) throw conflict()
  const { resource, scope, officeIds, lines } = rule
  await keepRights(db, call, 'dataRule', rule.roleId, {
    name: nameOf(role, resource),
    before: before ? { resource, rule: bodyOf(before) } : null,
    after: { resource, rule: { scope, officeIds, lines } },
  })
  const holders = await acts(db, rule.roleId)
  await audit(db, call, {
    action: before ? 'dataRule.edit' : 'dataRule.add',
    objectType: 'dataRule',
    objectId: saved.id,
    detail: {
      roleId: rule.roleId,
      resource: rule.resource,
      ...(before ? { before: bodyOf(before) } : {}),
      after: { scope: rule.scope, officeIds: rule.officeIds, lines: rule.lines },
    },
  })
  return { id: saved.id, holders }
}

const nameOf = (role: { name: string }, resource: RowResourceKey) => `${role.name} · ${rowResource(resource).title}`
const bodyOf = ({ scope, office_ids: officeIds, lines }: Pick<Found, 'scope' | 'office_ids' | 'lines'>) => ({ scope, officeIds, lines })

/** The offices of a rule; they only count when the scope uses them. */
export const officesOf = ({ scope, officeIds }: Pick<RowRule, 'scope' | 'officeIds'>): number[] =>
  scope === 'custom' ? [...new Set(officeIds)] : []

export async function removeRule(k: Kernel, call: Call, id: number): Promise<true> {
  const holders = await k.db.transaction().execute((db) => dropRule(db, call, id))
  forget(k, { users: holders })
  return true
}

/** The same in the caller's transaction. Call `forget` after the commit. */
export async function dropRule(db: Db, call: Call, id: number): Promise<number[]> {
  const found = await db.selectFrom('row_rule').select('role_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw gone()
  const role = await changeable(db, found.role_id)
  const before = await db.deleteFrom('row_rule').where('id', '=', id).returningAll().executeTakeFirst()
  if (!before) throw gone()
  const resource = before.resource as RowResourceKey
  await keepRights(db, call, 'dataRule', role.id, { name: nameOf(role, resource), before: { resource, rule: bodyOf(before) }, after: null })
  await audit(db, call, {
    action: 'dataRule.delete',
    objectType: 'dataRule',
    objectId: id,
    detail: {
      roleId: before.role_id,
      resource: before.resource,
      before: bodyOf(before),
    },
  })
  return acts(db, before.role_id)
}

async function acts(db: Db, roleId: number): Promise<number[]> {
  const holders = await holdersOf(db, roleId)
  await raiseRights(db, holders)
  return holders
}
