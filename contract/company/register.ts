/** The register of companies for staff: add, change, delete, import, figures (spec §7 /company/info; newEntArchive of §7 L140). */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { codeList, creditCode, id, idList, isoDate, keyword, query, requiredText, text, wireInt } from '../fields.ts'
import { importChoice, importState } from '../imports.ts'
import { companyFilters, departmentSources, factValue } from '../company.ts'

/** Departments that may be the source of a fact; facts of a company come from the company itself. */
export const departmentSource = z.enum(departmentSources, { error: '请选择数据来源部门' })
const factValues = z.record(z.string().max(64), factValue).refine((v) => Object.keys(v).length <= 200, '一次最多 200 项')

const record = {
  companyName: requiredText(100, '请输入企业名称'),
  code: creditCode,
  source: departmentSource.default('市场监管'),
  asOf: isoDate.optional(),
  /** further facts by key of the catalogue; official values only from their own department */
  values: factValues.default({}),
}
const facet = z.object({ value: z.string(), label: z.string(), count: z.number() })
const since = { startTime: isoDate.optional(), endTime: isoDate.optional() }

export const archiveImportFields = z.strictObject({
  source: departmentSource,
  asOf: isoDate.optional(),
  ...importChoice,
})

export const companyRegister = {
  add: post('/dynamic/company/info/newEntArchive', {
    access: can('company:manage'),
    body: z.strictObject(record),
    returns: z.object({ id: z.number() }),
    summary: '新建企业档案',
  }),
  /** without `id` creates a company (newEntArchive), with `id` changes register data; the credit code never changes */
  save: post('/company/info/saveOrUpdate', {
    access: can('company:manage'),
    body: z.strictObject({
      id: id.optional(),
      version: wireInt(1, Number.MAX_SAFE_INTEGER).optional(),
      /** reason, when an existing company is changed; the company is notified */
      reason: text(200).default(''),
      ...record,
    }),
    returns: z.object({ id: z.number() }),
    summary: '新增或修改企业',
  }),
  /** only an archive without references: no account, no declaration, no answer about consent */
  remove: post('/company/info/delete', {
    access: can('company:manage'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: z.literal(true),
    summary: '删除误建的企业档案',
  }),
  removeBatch: post('/company/info/deleteBatch', {
    access: can('company:manage'),
    as: 'form',
    body: z.strictObject({ ids: idList }),
    returns: z.literal(true),
    summary: '批量删除误建的企业档案（全部或都不删）',
  }),
  template: get('/company/info/downloadTemplate', {
    access: can('company:manage'),
    blob: true,
    query: query({ source: departmentSource, columns: codeList.optional() }),
    summary: '企业档案导入模板（按数据来源部门）',
  }),
  /** multipart: file, source, asOf, mode, dryRun; at most 100,000 rows; only the column of the credit code is required */
  importExcel: post('/company/info/import', {
    access: can('company:manage'),
    as: 'multipart',
    parts: archiveImportFields,
    perMinute: 30,
    returns: importState,
    summary: '导入企业档案（先校验、可下载失败行）',
  }),
  options: get('/company/info/options', {
    access: can('company:read'),
    query: query({
      type: z.enum(['company', 'street', 'industry', 'businessType', 'field', 'source']).default('company'),
      name: keyword.optional(),
    }),
    returns: z.array(z.object({ label: z.string(), id: z.union([z.string(), z.number()]) })),
    summary: '企业、镇街、行业、企业类型、档案字段选项',
  }),
  facets: get('/company/info/facets', {
    access: can('company:read'),
    query: query(companyFilters),
    returns: z.object({
      total: z.number(),
      streetId: z.array(facet),
      industry: z.array(facet),
      businessType: z.array(facet),
      authStatus: z.array(facet),
      completeness: z.array(facet),
    }),
    summary: '企业列表的分面计数',
  }),
  overview: get('/company/info/overview', {
    access: can('company:read'),
    query: query(since),
    returns: z.object({ items: z.array(z.object({ label: z.string(), value: z.number(), unit: z.string() })) }),
    summary: '企业概览',
  }),
  statistics: get('/company/info/statistics', {
    access: can('company:read'),
    query: query({ by: z.enum(['street', 'industry', 'businessType', 'month']).default('street'), ...since }),
    returns: z.object({ names: z.array(z.string()), series: z.array(z.object({ name: z.string(), data: z.array(z.number()) })) }),
    summary: '企业统计',
  }),
  /** shows a masked person or phone in clear: staff, with a reason, 30 an hour, audited (P-02) */
  reveal: post('/company/info/reveal', {
    access: can('company:read'),
    body: z.strictObject({
      id,
      field: z.enum(['legalPerson', 'legalPersonPhone', 'contactPerson', 'contactPhone'], { error: '请选择要查看的内容' }),
      reason: requiredText(200, '请填写查看原因'),
    }),
    returns: z.object({ value: z.string() }),
    summary: '查看一个脱敏值（记录原因）',
  }),
}
