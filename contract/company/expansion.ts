/** Expansion tables (spec §3 L68, §7 L139–141): staff define questions to companies beyond the catalogue, and both fill them in. */
import { z } from 'zod'
import { can, get, post, types } from '../endpoint.ts'
import { id, option, page, paging, query, requiredText, text, wireInt } from '../fields.ts'
import { importChoice, importState } from '../imports.ts'
import { businessTypeCodes, EVERY_BUSINESS_TYPE } from './business-type.ts'
import { fieldTypeCodes } from './field-types.ts'
export * from './field-types.ts'
export * from './business-type.ts'

const flag = wireInt(0, 1)
const businessType = z.enum(businessTypeCodes, { error: '请选择企业类型' })
const tableBusinessType = z.enum([EVERY_BUSINESS_TYPE, ...businessTypeCodes], { error: '请选择适用的企业类型' })
/** Who fills in a table: the company (staff may help), or only staff, and the company reads it. */
export const filledBy = z.enum(['company', 'staff'], { error: '请选择填报方' })
export type FilledBy = z.output<typeof filledBy>
export const filledByLabels = { company: '企业填报', staff: '部门填报' } as const

const fieldType = z.enum(fieldTypeCodes, { error: '请选择字段类型' })
const choice = z.strictObject({ label: requiredText(60, '请填写选项名称'), value: requiredText(60, '请填写选项值') })

const fieldBody = {
  fieldName: requiredText(40, '请填写字段名称'),
  fieldType,
  /** 1: a row without a value is refused */
  required: flag.default(0),
  /** 1: part of the key that distinguishes rows */
  keyFlag: flag.default(0),
  /** 1: personal data, stored sealed and masked for staff (phones and ID numbers always are) */
  personalFlag: flag.default(0),
  /** options from a dictionary, or … */
  dictTypeCode: text(64).nullable().default(null),
  /** … the field’s own options */
  options: z.array(choice).max(200, '最多 200 个选项').nullable().default(null),
  unit: text(20).nullable().default(null),
  min: z.number().min(-1e12).max(1e12).nullable().default(null),
  max: z.number().min(-1e12).max(1e12).nullable().default(null),
  maxLength: wireInt(1, 5000).nullable().default(null),
  hint: text(200).default(''),
  enableFlag: flag.default(1),
}
const tableBody = {
  tableName: requiredText(40, '请填写表名称'),
  note: text(500).default(''),
  businessType: tableBusinessType,
  filledBy: filledBy.default('company'),
  /** 1: many rows per company */
  multiRow: flag.default(1),
  enableFlag: flag.default(1),
}

export const expansionField = z.object({
  id: z.number(),
  tableId: z.number(),
  fieldKey: z.string(),
  fieldName: z.string(),
  fieldType,
  required: z.number(),
  keyFlag: z.number(),
  personalFlag: z.number(),
  dictTypeCode: z.string().nullable(),
  /** the options, of the field itself or of its dictionary */
  options: z.array(option).nullable(),
  unit: z.string().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  maxLength: z.number().nullable(),
  hint: z.string(),
  enableFlag: z.number(),
  order: z.number(),
})
export type ExpansionField = z.output<typeof expansionField>
export const expansionTable = z.object({
  id: z.number(),
  tableName: z.string(),
  note: z.string(),
  businessType: z.string(),
  businessTypeName: z.string(),
  filledBy,
  multiRow: z.number(),
  enableFlag: z.number(),
  order: z.number(),
  version: z.number(),
  updatedAt: z.string(),
  fields: z.array(expansionField),
})
export type ExpansionTable = z.output<typeof expansionTable>
const tableRow = expansionTable.omit({ fields: true }).extend({ fieldCount: z.number(), rowCount: z.number(), companyCount: z.number() })
export type ExpansionTableRow = z.output<typeof tableRow>

/** A value of a row: choices by code, files by their address. */
export const rowValue = z.union([z.boolean(), z.number(), z.string().max(5000), z.array(z.string().max(100)).max(20), z.null()])
export type RowValue = z.output<typeof rowValue>
const rowValues = z.record(z.string().max(40), rowValue).refine((v) => Object.keys(v).length <= 100, '字段过多')
const storedFile = z.object({ filePath: z.string(), fileName: z.string(), size: z.number() })

export const expansionRow = z.object({
  id: z.number(),
  tableId: z.number(),
  companyId: z.number(),
  version: z.number(),
  /** by field key; personal values masked unless the reader is the company itself */
  values: z.record(z.string(), rowValue),
  /** names of the files in the values, by address */
  files: z.array(storedFile),
  /** source and date of a value, by field key */
  origins: z.record(z.string(), z.object({ source: z.string(), asOf: z.string() })),
  source: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  editable: z.boolean(),
})
export type ExpansionRow = z.output<typeof expansionRow>
/** A table as shown in the archive: its enabled fields and the first 100 rows. */
export const archiveTable = z.object({ table: expansionTable, total: z.number(), rows: z.array(expansionRow), editable: z.boolean() })
export type ArchiveTable = z.output<typeof archiveTable>
const dataRow = expansionRow.extend({ companyName: z.string(), code: z.string() })
export type ExpansionDataRow = z.output<typeof dataRow>

/** also the filters of the export `expansion` */
export const dataFilters = {
  tableId: id,
  companyName: text(64).optional(),
  streetId: text(64).optional(),
  companyId: id.optional(),
}

/** The text fields sent with the file of an import. */
export const importFields = z.strictObject({
  id,
  ...importChoice,
})

export const expansion = {
  list: get('/api/entExpansionTable/list', {
    access: can('company:manage'),
    query: query({
      ...paging(100, 100),
      tableName: text(40).optional(),
      businessType: tableBusinessType.optional(),
      enableFlag: flag.optional(),
    }),
    returns: page(tableRow),
    summary: '拓展表列表（含停用）',
  }),
  findById: get('/api/entExpansionTable/findById', {
    access: can('company:read'),
    query: query({ id }),
    returns: expansionTable,
    summary: '拓展表（含全部字段）',
  }),
  /** enabled tables with their enabled fields; an enterprise gets those of its own kind of business */
  enabled: get('/api/entExpansionTable/findEnableTableList', {
    access: 'token',
    query: query({ businessType: businessType.optional() }),
    returns: z.array(expansionTable),
    summary: '启用的拓展表',
  }),
  /**
   * INVALID at fields.<n>.…; what rows depend on (type, key, kind of table) cannot change once there are rows. Fields that are left out
   * stay unchanged.
   */
  save: post('/api/entExpansionTable/saveOrUpdate', {
    access: can('company:manage'),
    body: z.strictObject({
      id: id.optional(),
      version: wireInt(1, Number.MAX_SAFE_INTEGER).optional(),
      ...tableBody,
      fields: z
        .array(z.strictObject({ id: id.optional(), ...fieldBody }))
        .max(60, '一张表最多 60 个字段')
        .optional(),
    }),
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '新增或修改拓展表',
  }),
  enable: post('/api/entExpansionTable/changeTableEnableFlag', {
    access: can('company:manage'),
    body: z.strictObject({ id, enableFlag: flag }),
    returns: z.literal(true),
    summary: '启用或停用拓展表',
  }),
  order: post('/api/entExpansionTable/updateOrderData', {
    access: can('company:manage'),
    body: z.strictObject({
      tables: z
        .array(z.strictObject({ id, order: wireInt(0, 10_000) }))
        .max(200)
        .default([]),
      fields: z
        .array(z.strictObject({ id, order: wireInt(0, 10_000) }))
        .max(200)
        .default([]),
    }),
    returns: z.literal(true),
    summary: '保存表与字段的顺序',
  }),
  businessTypes: post('/api/entExpansionTable/getBusinessTypeList', {
    access: 'token',
    body: z.strictObject({}),
    returns: z.array(option),
    summary: '企业类型',
  }),
  select: get('/api/entExpansionTable/getTableFieldToSelect', {
    access: can('company:read'),
    query: query({ tableId: id.optional() }),
    returns: z.array(z.object({ label: z.string(), id: z.number(), children: z.array(z.object({ label: z.string(), id: z.number() })) })),
    summary: '表与字段的下拉选项',
  }),
  template: get('/api/entExpansionTable/downloadExcelTemplate', {
    access: can('company:manage'),
    blob: true,
    query: query({ id }),
    summary: '下载导入模板',
  }),
  /** multipart: file, id, mode (all|valid), dryRun; small files are finished in the response, large ones continue (GET /import/progress) */
  importExcel: post('/api/entExpansionTable/importExcel', {
    access: can('company:manage'),
    as: 'multipart',
    parts: importFields,
    perMinute: 30,
    returns: importState,
    summary: '导入拓展表数据（先校验、可下载失败行）',
  }),
  /** at most 10,000 rows; more by an export with progress (POST /export/start, bizType expansion) */
  exportData: post('/api/entExpansionTable/companyDataExport', {
    access: can('company:manage'),
    blob: true,
    body: z.strictObject(dataFilters),
    summary: '导出拓展表数据',
  }),
  /** all rows of a table of which the archive shows the first 100 */
  rows: get('/dynamic/company/info/queryEntArchiveOtherDetail', {
    access: 'token',
    query: query({ ...paging(100, 100), tableId: id, companyId: id.optional() }),
    returns: page(expansionRow),
    summary: '一家企业在一张拓展表中的数据，分页',
  }),
  data: get('/api/entExpansionTable/dataList', {
    access: can('company:manage'),
    query: query({ ...paging(), ...dataFilters }),
    returns: page(dataRow),
    summary: '拓展表数据（各企业）',
  }),
  fieldById: get('/api/entExpansionTableField/findById', {
    access: can('company:read'),
    query: query({ id }),
    returns: expansionField,
    summary: '拓展字段',
  }),
  saveField: post('/api/entExpansionTableField/saveOrUpdate', {
    access: can('company:manage'),
    /** `version`: of the table, which counts the changes of its fields; a change needs it */
    body: z.strictObject({ id: id.optional(), version: wireInt(1, Number.MAX_SAFE_INTEGER).optional(), tableId: id, ...fieldBody }),
    returns: z.object({ id: z.number() }),
    summary: '新增或修改拓展字段；修改须带读到的表的版本',
  }),
  fieldTypes: post('/api/entExpansionTableField/getFieldTypeList', {
    access: 'token',
    body: z.strictObject({}),
    returns: z.array(option),
    summary: '字段类型',
  }),
  enableField: post('/api/entExpansionTableField/changeFieldEnableFlag', {
    access: can('company:manage'),
    body: z.strictObject({ id, enableFlag: flag }),
    returns: z.literal(true),
    summary: '启用或停用拓展字段',
  }),

  /** Saves one value. In a table with one row the first value creates the row; a table with many rows needs `rowId`. */
  saveFieldValue: post('/ent/company/info/saveFieldValue', {
    access: types('QY'),
    body: z.strictObject({ companyId: id.optional(), fieldId: id, rowId: id.optional(), value: rowValue }),
    returns: z.literal(true),
    summary: '保存一个拓展字段的值',
  }),
  /** one row with all values of the enabled fields; a new row without `id` */
  saveRow: post('/dynamic/company/info/saveEntArchiveOtherDetail', {
    access: 'token',
    body: z.strictObject({
      companyId: id.optional(),
      tableId: id,
      id: id.optional(),
      version: wireInt(1, Number.MAX_SAFE_INTEGER).optional(),
      values: rowValues,
      /** reason, when staff change a row of a company; the company is notified */
      reason: text(200).default(''),
    }),
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '保存一行拓展表数据',
  }),
  removeRow: post('/dynamic/company/info/deleteOtherDetail', {
    access: 'token',
    body: z.strictObject({ id, version: wireInt(1, Number.MAX_SAFE_INTEGER).optional(), reason: text(200).default('') }),
    returns: z.literal(true),
    summary: '删除一行拓展表数据',
  }),
  /** shows a masked value in clear: staff, with a reason, 30 an hour, audited (P-02) */
  reveal: post('/dynamic/company/info/revealOtherDetail', {
    access: can('company:read'),
    body: z.strictObject({ id, fieldKey: text(40), reason: requiredText(200, '请填写查看原因') }),
    returns: z.object({ value: z.string() }),
    summary: '查看一个脱敏值（记录原因）',
  }),

  judgeBusinessType: post('/dynamic/company/info/judgeBusinessType', {
    access: 'token',
    body: z.strictObject({ companyId: id.optional() }),
    returns: z.object({
      businessType: z.string().nullable(),
      businessTypeName: z.string().nullable(),
      /** the kind by the industry code */
      suggested: z.string().nullable(),
      suggestedName: z.string().nullable(),
      /** set, and matching the industry code */
      ok: z.boolean(),
      reason: z.string(),
    }),
    summary: '企业类型是否已设、是否与行业相符',
  }),
  updateBusinessType: post('/dynamic/company/info/updateBusinessType', {
    access: 'token',
    body: z.strictObject({ companyId: id.optional(), businessType, reason: text(200).default('') }),
    returns: z.literal(true),
    summary: '设置企业类型',
  }),
}
