import { sql } from 'kysely'
import type { expansion as endpoints } from '../../../contract/company/expansion.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { isChoice, isNumeric, mayBeKey, mayBePersonal, isAlwaysPersonal } from '../../../contract/company/field-types.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, invalid, invalidField, notFound, type FieldIssue } from '../../kernel/errors.ts'
import { publish } from '../../kernel/jobs/events.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { tableById } from './tables.ts'

type TableInput = Parsed<typeof endpoints.save>['body']
type FieldInput = Omit<NonNullable<TableInput['fields']>[number], 'id'> & { id?: number | undefined }

/** Adds or changes a table with its fields, all or nothing. */
export async function saveTable(k: Kernel, call: Call, input: TableInput): Promise<{ id: number; version: number }> {
  const issues = fieldIssues(input.fields ?? [], (n) => `fields.${n}.`)
  if (issues.length) throw invalid(issues)
  return k.db.transaction().execute(async (db) => {
    const head = {
      name: input.tableName,
      note: input.note,
      business_type: input.businessType,
      filled_by: input.filledBy,
      multi_row: input.multiRow === 1,
      enabled: input.enableFlag === 1,
      updated_at: k.clock.now(),
      updated_by: call.actor?.userId ?? null,
    }
    await refuseTakenName(db, input)
    const { id, version } = input.id === undefined ? await addTable(db, head) : await changeTable(db, input, head)
    for (const [sort, field] of (input.fields ?? []).entries()) await putField(db, id, field, sort, `fields.${sort}.`)
    await publish(db, LISTS_CHANGED)
    await audit(db, call, {
      action: input.id === undefined ? 'expansion.table.add' : 'expansion.table.save',
      objectType: 'expansionTable',
      objectId: id,
      detail: { name: input.tableName, fields: input.fields?.length ?? 0 },
    })
    return { id, version }
  })
}

/** Event in every process: the tables or fields that rules over rows may use have changed. */
export const LISTS_CHANGED = 'company.lists'

type Head = {
  name: string
  note: string
  business_type: string
  filled_by: 'company' | 'staff'
  multi_row: boolean
  enabled: boolean
  updated_at: Date
  updated_by: number | null
}

async function refuseTakenName(db: Db, { id, tableName }: TableInput): Promise<void> {
  const other = await db.selectFrom('expansion_table').select('id').where('name', '=', tableName).executeTakeFirst()
  if (other && other.id !== id) throw invalidField('tableName', '已有同名的表')
}

const addTable = (db: Db, head: Head) =>
  db
    .insertInto('expansion_table')
    .values((e) => ({ ...head, sort: e.selectFrom('expansion_table').select(sql<number>`coalesce(max(sort), 0) + 1`.as('n')) }))
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

async function changeTable(db: Db, input: TableInput, head: Head) {
  const now = await tableById(db, input.id!)
  if ((now.multiRow === 1) !== head.multi_row && (await hasRows(db, input.id!)))
    throw invalidField('multiRow', '表中已有数据，不能在单行与多行之间更改')
  const changed = await db
    .updateTable('expansion_table')
    .set((e) => ({ ...head, version: e('version', '+', 1) }))
    .where('id', '=', input.id!)
    .where('version', '=', input.version ?? -1)
    .returning(['id', 'version'])
    .executeTakeFirst()
  if (!changed) throw conflict()
  return changed
}

const hasRows = async (db: Db, tableId: number): Promise<boolean> =>
  (await db.selectFrom('expansion_row').select('id').where('table_id', '=', tableId).limit(1).executeTakeFirst()) !== undefined

/** Faults of fields that can be found without the database. `at` gives the path of the n-th field. */
function fieldIssues(fields: readonly FieldInput[], at: (n: number) => string): FieldIssue[] {
  return fields.flatMap((f, n) => {
    const fault = (key: string, message: string): FieldIssue => ({ path: `${at(n)}${key}`, message })
    const issues: FieldIssue[] = []
    if (fields.findIndex((o) => o.fieldName === f.fieldName) < n) issues.push(fault('fieldName', '已有同名的字段'))
    if (['企业名称', '统一社会信用代码', '失败原因'].includes(f.fieldName))
      issues.push(fault('fieldName', '此名称为导入模板保留，请换一个'))
    if (isChoice(f.fieldType) && !f.dictTypeCode && !f.options?.length) issues.push(fault('options', '请填写选项或选择字典'))
    if (f.options && new Set(f.options.map((o) => o.value)).size !== f.options.length) issues.push(fault('options', '选项值重复'))
    if (f.options && new Set(f.options.map((o) => o.label)).size !== f.options.length) issues.push(fault('options', '选项名称重复'))
    if (f.min !== null && f.max !== null && f.min > f.max) issues.push(fault('max', '最大值不能小于最小值'))
    if ((f.min !== null || f.max !== null) && !isNumeric(f.fieldType)) issues.push(fault('min', '只有数字可以限制大小'))
    if (f.keyFlag === 1 && (!mayBeKey(f.fieldType) || f.personalFlag === 1))
      issues.push(fault('keyFlag', '个人信息、附件和长文本不能作为唯一标识'))
    if (f.keyFlag === 1 && f.required === 0) issues.push(fault('required', '唯一标识必须必填'))
    if (f.personalFlag === 1 && !mayBePersonal(f.fieldType)) issues.push(fault('personalFlag', '只有单行文本可以设为个人信息'))
    return issues
  })
}

/** Adds or changes a field. What its rows depend on cannot change once there are rows. Throws INVALID at `<at><key>`. */
async function putField(db: Db, tableId: number, f: FieldInput, sort: number | null, at: string): Promise<number> {
  if (
    f.dictTypeCode
    && !(await db.selectFrom('dict_value').select('value').where('dict_type', '=', f.dictTypeCode).limit(1).executeTakeFirst())
  )
    throw invalidField(`${at}dictTypeCode`, '字典不存在')
  const values = {
    name: f.fieldName,
    field_type: f.fieldType,
    required: f.required === 1,
    is_key: f.keyFlag === 1,
    personal: f.personalFlag === 1 || isAlwaysPersonal(f.fieldType),
    dict_type: isChoice(f.fieldType) ? f.dictTypeCode || null : null,
    options: isChoice(f.fieldType) && !f.dictTypeCode && f.options ? JSON.stringify(f.options) : null,
    unit: f.unit || null,
    min: f.min,
    max: f.max,
    max_length: f.maxLength,
    hint: f.hint,
    enabled: f.enableFlag === 1,
    ...(sort === null ? {} : { sort }),
  }
  const named = await db
    .selectFrom('expansion_field')
    .select('id')
    .where('table_id', '=', tableId)
    .where('name', '=', f.fieldName)
    .executeTakeFirst()
  if (named && named.id !== f.id) throw invalidField(`${at}fieldName`, '已有同名的字段（可能已停用）')
  if (f.id === undefined) {
    if (f.keyFlag === 1 && (await hasRows(db, tableId))) throw invalidField(`${at}keyFlag`, '表中已有数据，不能更改唯一标识')
    return addField(db, tableId, values)
  }
  const now = await db.selectFrom('expansion_field').selectAll().where('id', '=', f.id).where('table_id', '=', tableId).executeTakeFirst()
  if (!now) throw notFound('该字段不存在')
  const wider = now.field_type === values.field_type || (now.field_type === 'text' && values.field_type === 'textarea')
  if ((!wider || now.is_key !== values.is_key || now.personal !== values.personal) && (await hasRows(db, tableId)))
    throw invalidField(
      `${at}${wider ? (now.is_key === values.is_key ? 'personalFlag' : 'keyFlag') : 'fieldType'}`,
      '表中已有数据，不能更改',
    )
  await db.updateTable('expansion_field').set(values).where('id', '=', f.id).execute()
  return f.id
}

async function addField(db: Db, tableId: number, values: Parameters<typeof insertable>[0]): Promise<number> {
  const { n } = await db
    .selectFrom('expansion_field')
    .select((e) => [e.fn.countAll<number>().as('n')])
    .where('table_id', '=', tableId)
    .executeTakeFirstOrThrow()
  if (n >= 100) throw invalidField('fields', '一张表最多 100 个字段（含停用）')
  const { id } = await db
    .insertInto('expansion_field')
    .values({ ...insertable(values), table_id: tableId, field_key: `f${n + 1}`, sort: values.sort ?? n })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const insertable = <T extends { name: string; field_type: import('../../../contract/company/field-types.ts').FieldType; sort?: number }>(
  values: T,
) => values

/** Adds a field, or changes it in the version of its table that was read: two who edit it do not overwrite each other unseen. */
export async function saveField(
  k: Kernel,
  call: Call,
  { tableId, version, ...field }: Parsed<typeof endpoints.saveField>['body'],
): Promise<{ id: number }> {
  const issues = fieldIssues([field], () => '')
  if (issues.length) throw invalid(issues)
  return k.db.transaction().execute(async (db) => {
    const now = await touch(db, k, call, tableId)
    if (field.id !== undefined && now.version - 1 !== version) throw conflict()
    const id = await putField(db, tableId, field, null, '')
    await audit(db, call, { action: 'expansion.field.save', objectType: 'expansionTable', objectId: tableId, detail: { field: id } })
    return { id }
  })
}

/** Counts a change of a field as a change of its table; returns the version that the table has now. */
async function touch(db: Db, k: Kernel, call: Call, tableId: number): Promise<{ version: number }> {
  const touched = await db
    .updateTable('expansion_table')
    .set((e) => ({ version: e('version', '+', 1), updated_at: k.clock.now(), updated_by: call.actor?.userId ?? null }))
    .where('id', '=', tableId)
    .returning('version')
    .executeTakeFirst()
  if (!touched) throw notFound('该表不存在')
  await publish(db, LISTS_CHANGED)
  return touched
}

/**
 * Enables or disables a table. Disabled tables and fields are left out of forms, templates and exports; their data stays (states S240,
 * S241).
 */
export async function enableTable(k: Kernel, call: Call, id: number, on: boolean): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    await touch(db, k, call, id)
    await db.updateTable('expansion_table').set({ enabled: on }).where('id', '=', id).execute()
    await audit(db, call, { action: on ? 'expansion.table.enable' : 'expansion.table.disable', objectType: 'expansionTable', objectId: id })
    return true as const
  })
}

export async function enableField(k: Kernel, call: Call, id: number, on: boolean): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    const row = await db.updateTable('expansion_field').set({ enabled: on }).where('id', '=', id).returning('table_id').executeTakeFirst()
    if (!row) throw notFound('该字段不存在')
    await touch(db, k, call, row.table_id)
    await audit(db, call, {
      action: on ? 'expansion.field.enable' : 'expansion.field.disable',
      objectType: 'expansionTable',
      objectId: row.table_id,
      detail: { field: id },
    })
    return true as const
  })
}
