/** Company archive, provenance of its facts, and the company's authorization (spec §3, §4 protocol status, §7 Company). */
import { z } from 'zod'
import { authStatuses } from './company/auth-status.ts'
import { can, get, post, types } from './endpoint.ts'
import { archiveTable } from './company/expansion.ts'
import { id, isoDate, keyword, page, paging, query, sorting, text, wholePhone, wireInt } from './fields.ts'

export { authStatuses, authStatusLabels, type AuthStatus } from './company/auth-status.ts'
export const authStatus = z.enum([authStatuses.unset, authStatuses.declined, authStatuses.granted])

/** The text to which the company consents. A change of the text needs a new version; the ledger records the version shown (P-01). */
export const authorizationText = {
  version: '2026-11',
  title: '企业用户授权',
  paragraphs: [
    '为向贵企业提供政策匹配、资格预审和申报信息自动填写服务，平台需要在以下范围内使用贵企业的档案数据。',
    '使用的数据：企业登记信息、经营与财务数据、人员与研发数据、资质荣誉、信用与合规信息。',
    '使用的目的：政策匹配与测算、申报前风险核查、申报表自动填写、受理部门审核时核验。',
    '未授权不影响贵企业浏览政策、咨询和申报；授权可随时撤回，撤回后平台立即停止读取和匹配贵企业档案。',
  ],
} as const

/** The source of findings of staff without a department; never the source of an official value. */
export const STAFF_SOURCE = '工作人员核实'
/** Sources of facts. The enterprise may change what it reported; official values are changed at their source. */
export const factSources = ['企业填报', '市场监管', '税务', '人力社保', '科技', '应急管理', '经信', STAFF_SOURCE] as const
export type FactSource = (typeof factSources)[number]
/** Sources that staff may enter in an archive. */
export const staffSources = factSources.slice(1) as [FactSource, ...FactSource[]]
/** Departments that deliver sheets and registers. */
export const departmentSources = staffSources.filter((s) => s !== STAFF_SOURCE) as [FactSource, ...FactSource[]]

export const factType = z.enum(['string', 'number', 'integer', 'boolean', 'enum', 'multiEnum', 'date'])
export const factValue = z.union([z.boolean(), z.number(), z.string().max(500), z.array(z.string().max(100)).max(50), z.null()])
export type FactValue = z.output<typeof factValue>

const choice = z.object({ label: z.string(), value: z.string() })

export const archiveField = z.object({
  key: z.string(),
  label: z.string(),
  type: factType,
  unit: z.string().nullable(),
  options: z.array(choice).nullable(),
  /** code of the dictionary with the options (queryAllDictValue) */
  dict: z.string().nullable(),
  question: z.string().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  value: factValue,
  source: z.string().nullable(),
  asOf: z.string().nullable(),
  updatedAt: z.string().nullable(),
  updatedBy: z.string().nullable(),
  /**
   * for the company: what it reports itself; for staff who keep archives: all but name and code, official values only with `official` as
   * source
   */
  editable: z.boolean(),
  /** a person or phone that the reader sees masked; it stays when saved blank */
  masked: z.boolean(),
  /** the only department that may report this value */
  official: z.string().nullable(),
  /** counts towards the completeness of the archive (wholeInfo) */
  core: z.boolean(),
})

const archive = z.object({
  companyId: z.number(),
  companyName: z.string(),
  version: z.number(),
  authStatus,
  /** 0–100: share of the core fields that are filled */
  completeness: z.number(),
  wholeInfo: z.boolean(),
  missing: z.array(z.object({ key: z.string(), label: z.string(), group: z.string() })),
  groups: z.array(z.object({ group: z.string(), filled: z.number(), total: z.number(), fields: z.array(archiveField) })),
  /** enabled expansion tables of the company’s kind of business */
  tables: z.array(archiveTable),
})

export const companyDetail = z.object({
  id: z.number(),
  companyName: z.string(),
  code: z.string(),
  streetId: z.string().nullable(),
  streetName: z.string().nullable(),
  businessType: z.string().nullable(),
  industry: z.string().nullable(),
  industryName: z.string().nullable(),
  address: z.string().nullable(),
  establishDate: z.string().nullable(),
  /** masked unless the reader is the company itself */
  legalPerson: z.string().nullable(),
  legalPersonPhone: z.string().nullable(),
  contactPerson: z.string().nullable(),
  contactPhone: z.string().nullable(),
  authStatus,
  completeness: z.number(),
  wholeInfo: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
})

const companyRow = companyDetail.omit({ address: true, wholeInfo: true, version: true })

/** also the filters of the export `company` */
export const companyFilters = {
  companyName: keyword.optional(),
  code: keyword.optional(),
  /** whole number; counts towards the reader’s 30 reveals an hour */
  phone: wholePhone.optional(),
  streetId: text(64).optional(),
  industry: text(10).optional(),
  authStatus: authStatus.optional(),
  businessType: text(20).optional(),
  /** companies with this tag; needs tag:read */
  tagId: id.optional(),
  establishFrom: isoDate.optional(),
  establishTo: isoDate.optional(),
  /** forStaff: with a relation that staff must confirm, because the other company is not on the platform */
  relation: z.enum(['forStaff']).optional(),
  /** 0–100 */
  completenessFrom: wireInt(0, 100).optional(),
  completenessTo: wireInt(0, 100).optional(),
}

export const company = {
  authorization: get('/ent/company/info/queryEntExpansionInfoAuthLog', {
    access: types('QY'),
    query: query({ ...paging() }),
    returns: z.object({
      authStatus,
      authTime: z.string().nullable(),
      textVersion: z.string().nullable(),
      /** total number of answers */
      total: z.number(),
      /** one page of answers, newest first */
      log: z.array(z.object({ authStatus, authTime: z.string(), textVersion: z.string(), account: z.string(), channel: z.string() })),
    }),
    summary: '企业授权状态与授权记录',
  }),
  setAuthorization: get('/ent/company/info/setEntExpansionInfoAuth', {
    access: types('QY'),
    changes: true,
    query: query({ authStatus: z.enum([authStatuses.declined, authStatuses.granted], { error: '请选择是否授权' }) }),
    returns: z.literal(true),
    summary: '授权或撤回授权',
  }),
  idByToken: get('/ent/company/info/queryCompanyIdByToken', { access: types('QY'), returns: z.number(), summary: '当前账号绑定的企业' }),

  /** own company, or company:read; without `id` the own company */
  findById: get('/dynamic/company/info/findById', {
    access: 'token',
    aliases: ['/company/info/findById'],
    query: query({ id: id.optional() }),
    returns: companyDetail,
    summary: '企业基本信息',
  }),
  archive: get('/dynamic/company/info/queryEntArchiveDetail', {
    access: 'token',
    query: query({ companyId: id.optional() }),
    returns: archive,
    summary: '企业档案（按组，逐项带来源）',
  }),
  dictionaries: get('/dynamic/company/info/queryAllDictValue', {
    access: 'token',
    /** disabled values are only shown where an archive holds them */
    returns: z.record(z.string(), z.array(choice.extend({ disabled: z.literal(true).optional() }))),
    summary: '档案用到的全部字典',
  }),
  /** only the changed values; null clears. Errors: INVALID with `values.<key>`, CONFLICT on a stale version. */
  saveArchive: post('/dynamic/company/info/saveEntArchiveDetail', {
    access: 'token',
    body: z.strictObject({
      /** staff (company:manage): company, source and reason of the change; the company is notified of source and reason */
      companyId: id.optional(),
      source: z.enum(staffSources, { error: '请选择数据来源' }).optional(),
      reason: text(200).default(''),
      version: wireInt(0, Number.MAX_SAFE_INTEGER),
      values: z.record(z.string().max(64), factValue).refine((v) => Object.keys(v).length <= 200, '一次最多保存 200 项'),
    }),
    returns: z.object({ version: z.number(), changed: z.number(), completeness: z.number(), wholeInfo: z.boolean() }),
    summary: '保存企业档案（仅改动项）',
  }),

  suggestions: get('/company/info/queryByName', {
    access: 'public',
    perMinute: 120,
    query: query({ name: keyword }),
    returns: z.array(z.object({ id: z.number(), name: z.string(), code: z.string(), streetId: z.string().nullable() })),
    summary: '企业名称联想（至少两个字）',
  }),
  list: get('/company/info/list', {
    access: can('company:read'),
    query: query({
      ...paging(),
      ...companyFilters,
      ...sorting(['companyName', 'establishDate', 'updatedAt', 'completeness'], 'companyName'),
    }),
    returns: page(companyRow),
    summary: '企业列表（联系方式脱敏）',
  }),
  enums: get('/company/info/enums', {
    access: can('company:read'),
    returns: z.object({ authStatus: z.array(choice), streetId: z.array(choice), industry: z.array(choice) }),
    summary: '企业列表的筛选项',
  }),
}

export type Archive = z.output<typeof archive>
export type ArchiveField = z.output<typeof archiveField>
export type CompanyDetail = z.output<typeof companyDetail>
export type CompanyRow = z.output<typeof companyRow>
