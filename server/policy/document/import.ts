import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type ImportState, importParts } from '../../../contract/imports.ts'
import { POLICY_STATE, ALL_INDUSTRIES, industryOptions, levelOptions, supportModeOptions } from '../../../contract/policy/codes.ts'
import { importTitles } from '../../../contract/policy/documents.ts'
import { AREA, provinces, trimmedArea } from '../../../contract/place.ts'
import { requiredText, text } from '../../../contract/fields.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { offersTemplate } from '../../kernel/files/templates.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../../kernel/import/importers.ts'
import { receiveImport } from '../../kernel/import/receive.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import type { CellError, SheetColumn } from '../../kernel/sheet/check.ts'
import { choiceOf, dayCell, listOf, textCell } from '../../kernel/sheet/values.ts'
import { templateSheet } from '../../kernel/sheet/write.ts'
import type { Tx } from '../policy-moves.ts'
import { usualPlace } from '../manage/save-policy.ts'
import { departmentNames, savePolicyRow } from '../manage/policy-columns.ts'

/** 资金补助、贷款贴息 → their codes */
const namedList = (options: readonly { value: string; label: string }[], what: string) =>
  textCell.transform((s, ctx) => {
    const names = listOf(s)
    const wrong = names.find((name) => choiceOf(options, name) === null)
    if (wrong !== undefined) {
      ctx.addIssue({ code: 'custom', message: `${what}没有“${wrong}”，可填：${options.map((o) => o.label).join('、')}` })
      return z.NEVER
    }
    return [...new Set(names.map((name) => choiceOf(options, name)!))]
  })
const provinceCodes = new Map(Object.entries(provinces).map(([code, name]) => [name, code]))
/** 全国, a province by its name, or a code */
const areaCell = textCell.transform((s, ctx) => {
  if (s === '全国') return null
  const code = provinceCodes.get(s) ?? trimmedArea(s)
  if (AREA.test(code)) return code
  ctx.addIssue({ code: 'custom', message: '请填写“全国”、省份名称或 6 位行政区划代码' })
  return z.NEVER
})
const columns: SheetColumn[] = [
  { key: 'title', title: importTitles.title, text: true, required: true, schema: textCell.pipe(requiredText(200, '请输入政策标题')) },
  { key: 'docNo', title: importTitles.docNo, text: true, schema: textCell.pipe(text(200)) },
  { key: 'depName', title: importTitles.depName, text: true, required: true, schema: textCell.pipe(requiredText(200, '请输入发文部门')) },
  {
    key: 'level',
    title: importTitles.level,
    text: true,
    required: true,
    schema: namedList(levelOptions, '政策级别').transform(([first]) => first!),
  },
  { key: 'area', title: importTitles.area, text: true, schema: areaCell },
  { key: 'supportModes', title: importTitles.supportModes, text: true, required: true, schema: namedList(supportModeOptions, '支持方式') },
  {
    key: 'industries',
    title: importTitles.industries,
    text: true,
    schema: namedList([{ value: ALL_INDUSTRIES, label: '不限行业' }, ...industryOptions], '适用行业'),
  },
  { key: 'summary', title: importTitles.summary, text: true, required: true, schema: textCell.pipe(requiredText(500, '请输入政策摘要')) },
  { key: 'applyFrom', title: importTitles.applyFrom, schema: dayCell },
  { key: 'applyTo', title: importTitles.applyTo, schema: dayCell },
  { key: 'content', title: importTitles.content, text: true, schema: textCell.pipe(text(30_000)) },
]
interface Line {
  title: string
  docNo?: string
  depName: string
  level: string
  area?: string | null
  supportModes: string[]
  industries?: string[]
  summary: string
  applyFrom?: string
  applyTo?: string
  content?: string
}
const KIND = 'policy'
const TEMPLATE = 'policy-import'
const keyOf = (title: string, docNo: string | null | undefined) => `${title}\n${docNo ?? ''}`

/** Rows of a sheet become drafts without a rule. A row whose title and document number already exist is skipped. */
export function offerPolicyImport(k: Kernel): void {
  offersTemplate(k, TEMPLATE, async () => ({
    fileName: '政策导入模板.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await templateSheet('政策', columns, [
      [
        '（示例，请删除此行）企业技术改造补助',
        '云经信〔2026〕1号',
        '县经信局、县财政局',
        '区县级',
        '339999',
        '资金补助',
        '制造业',
        '对设备投入给予补助',
        '2026-03-01',
        '2026-06-30',
        '第一条 支持对象……',
      ],
    ]),
  }))
  offersImport<Record<string, never>, Line>(k, KIND, {
    title: '政策',
    open: (scope) =>
      Promise.resolve({
        columns,
        keyOf: ({ title, docNo }) => (title ? { key: keyOf(title, docNo), column: importTitles.title } : null),
        faultsOf: (_db, rows) => Promise.resolve(rows.flatMap(faultsIn)),
        apply: (db, rows, dry) => applyRows(scope, db, rows, dry),
      }),
  })
}

/** POST /admin/policy/doc/import */
export const importPolicies = (k: Kernel, call: Call): Promise<ImportState> =>
  receiveImport(k, call, signedIn(call.actor), KIND, importParts)

async function applyRows(
  { k, actor, call }: ImportScope<unknown>,
  db: Db,
  rows: readonly ImportRow<Line>[],
  dry: boolean,
): Promise<Applied> {
  const applied: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  const titles = [...new Set(rows.map(({ value }) => value.title))]
  const known = new Set(
    (await db.selectFrom('policy').select(['title', 'doc_no']).where('deleted', '=', false).where('title', 'in', titles).execute()).map(
      (p) => keyOf(p.title, p.doc_no),
    ),
  )
  const fresh = rows.filter((one) => {
    const faults = faultsIn(one)
    applied.errors.push(...faults)
    if (faults.length > 0) return false
    const isKnown = known.has(keyOf(one.value.title, one.value.docNo))
    if (isKnown) applied.same++
    return !isKnown
  })
  applied.added = fresh.length
  if (dry || fresh.length === 0) return applied
  // Rows are only written when `db` is a transaction.
  for (const { value } of fresh) await savePolicyRow(db as Tx, draftOf(k, actor, value))
  await audit(db, call, { action: 'policy.import', objectType: 'policy', detail: { added: applied.added, known: applied.same } })
  return applied
}

/** What is wrong with a row beyond its single cells. A cell that is missing is not judged. */
const faultsIn = ({ row, value: { applyFrom, applyTo } }: ImportRow<Partial<Line>>): CellError[] =>
  applyFrom && applyTo && applyFrom > applyTo ? [{ row, column: importTitles.applyTo, message: '截止日期不能早于开始日期' }] : []

const draftOf = (k: Kernel, actor: Actor, line: Line) => ({
  code: `p${today(k.clock).replaceAll('-', '')}-${randomBytes(5).toString('hex')}`,
  title: line.title,
  docNo: line.docNo || null,
  depName: line.depName,
  departments: departmentNames(line.depName),
  level: line.level,
  areaCode: line.area === undefined ? usualPlace(k, line.level) : line.area,
  supportModes: line.supportModes,
  industries: line.industries?.length ? line.industries : [ALL_INDUSTRIES],
  summary: line.summary,
  content: paragraphs(line.content ?? ''),
  period: null,
  applyFrom: line.applyFrom ?? null,
  applyTo: line.applyTo ?? null,
  urlType: 0 as const,
  applyUrl: null,
  origin: 'own' as const,
  sources: [],
  sourceNote: null,
  materials: [],
  process: [],
  supersededBy: null,
  rule: { conditions: { all: [] }, benefits: [], benefitCombine: 'sum' as const, closable: null },
  state: POLICY_STATE.draft,
  publishTime: null,
  effectiveFrom: null,
  effectiveTo: null,
  versionNote: '表格导入',
  author: { id: actor.userId, name: actor.name },
  at: k.clock.now(),
})

const escaped = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const paragraphs = (content: string) =>
  content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')
