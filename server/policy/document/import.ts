import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { POLICY_STATE, ALL_INDUSTRIES, industryOptions, levelOptions, supportModeOptions } from '../../../contract/policy/codes.ts'
import { importTitles, POLICY_IMPORT_MAX, type ImportResult } from '../../../contract/policy/documents.ts'
import { requiredText, text } from '../../../contract/fields.ts'
import { signedIn } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { today } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { withReceived } from '../../kernel/files/files.ts'
import { offersTemplate } from '../../kernel/files/templates.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { checkSheet, type SheetColumn } from '../../kernel/sheet/check.ts'
import { readSheet, SheetRefused } from '../../kernel/sheet/read.ts'
import { choiceOf, dayCell, listOf, textCell } from '../../kernel/sheet/values.ts'
import { templateSheet } from '../../kernel/sheet/write.ts'
import { changing, type Tx } from '../change.ts'
import { departmentNames, savePolicyRow } from '../store.ts'

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
const columns: SheetColumn[] = [
  { key: 'title', title: importTitles.title, required: true, schema: textCell.pipe(requiredText(200, '请输入政策标题')) },
  { key: 'docNo', title: importTitles.docNo, schema: textCell.pipe(text(200)) },
  { key: 'depName', title: importTitles.depName, required: true, schema: textCell.pipe(requiredText(200, '请输入发文部门')) },
  { key: 'level', title: importTitles.level, required: true, schema: namedList(levelOptions, '政策级别').transform(([first]) => first!) },
  { key: 'supportModes', title: importTitles.supportModes, required: true, schema: namedList(supportModeOptions, '支持方式') },
  {
    key: 'industries',
    title: importTitles.industries,
    schema: namedList([{ value: ALL_INDUSTRIES, label: '不限行业' }, ...industryOptions], '适用行业'),
  },
  { key: 'summary', title: importTitles.summary, required: true, schema: textCell.pipe(requiredText(500, '请输入政策摘要')) },
  { key: 'applyFrom', title: importTitles.applyFrom, schema: dayCell },
  { key: 'applyTo', title: importTitles.applyTo, schema: dayCell },
  { key: 'content', title: importTitles.content, schema: textCell.pipe(text(30_000)) },
]
interface Line {
  title: string
  docNo?: string
  depName: string
  level: string
  supportModes: string[]
  industries?: string[]
  summary: string
  applyFrom?: string
  applyTo?: string
  content?: string
}
type Result = z.output<typeof ImportResult>

const TEMPLATE = 'policy-import'
export const offerPolicyTemplate = (k: Kernel): void =>
  offersTemplate(k, TEMPLATE, async () => ({
    fileName: '政策导入模板.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await templateSheet('政策', columns, [
      [
        '（示例，请删除此行）企业技术改造补助',
        '云经信〔2026〕1号',
        '县经信局、县财政局',
        '区县级',
        '资金补助',
        '制造业',
        '对设备投入给予补助',
        '2026-03-01',
        '2026-06-30',
        '第一条 支持对象……',
      ],
    ]),
  }))

/**
 * POST /admin/policy/doc/import: rows of a sheet become drafts without a rule. `mode` all: nothing while any row is wrong; valid: the right
 * rows. What is chosen is written as a whole or not at all. A title with its document number that exists already is left alone, so the same
 * sheet can be imported again.
 */
export const importPolicies = (k: Kernel, call: Call): Promise<Result> =>
  withReceived(k, call, ['xlsx', 'xls'], async ({ path, fields }) => {
    const mode = fields.mode ?? 'all'
    if (mode !== 'all' && mode !== 'valid') throw invalidField('mode', '导入方式只能是 all 或 valid')
    const rows = await readSheet(path, { maxRows: POLICY_IMPORT_MAX + 1, maxCols: 50 }).catch((error: unknown) => {
      throw error instanceof SheetRefused ? invalidField('file', error.message) : error
    })
    const checked = checkSheet<Line>(rows, columns)
    const errors = [...checked.errors]
    const good = checked.rows.filter(({ row, value }) => {
      if (!value.applyFrom || !value.applyTo || value.applyFrom <= value.applyTo) return true
      errors.push({ row, column: importTitles.applyTo, message: '截止日期不能早于开始日期' })
      return false
    })
    errors.sort((a, b) => a.row - b.row)
    const failCount = new Set(errors.map((e) => e.row)).size
    if (good.length === 0 || (mode === 'all' && errors.length > 0))
      return { successCount: 0, failCount, knownCount: 0, errors: errors.slice(0, 500) }
    const { added, knownCount } = await changing(k, (db) =>
      addDrafts(
        db,
        k,
        call,
        good.map(({ value }) => value),
      ),
    )
    return { successCount: added, failCount, knownCount, errors: errors.slice(0, 500) }
  })

async function addDrafts(db: Tx, k: Kernel, call: Call, lines: Line[]): Promise<{ added: number; knownCount: number }> {
  const actor = signedIn(call.actor)
  const existing = await db
    .selectFrom('policy')
    .select(['title', 'doc_no'])
    .where('deleted', '=', false)
    .where('title', 'in', [...new Set(lines.map((l) => l.title))])
    .execute()
  const keyOf = (title: string, docNo: string | null | undefined) => `${title}\n${docNo ?? ''}`
  const known = new Set(existing.map((row) => keyOf(row.title, row.doc_no)))
  let added = 0
  for (const line of lines) {
    const key = keyOf(line.title, line.docNo)
    if (known.has(key)) continue
    known.add(key)
    await savePolicyRow(db, {
      code: `p${today(k.clock).replaceAll('-', '')}-${randomBytes(5).toString('hex')}`,
      title: line.title,
      docNo: line.docNo || null,
      depName: line.depName,
      departments: departmentNames(line.depName),
      level: line.level,
      supportModes: line.supportModes,
      industries: line.industries?.length ? line.industries : [ALL_INDUSTRIES],
      summary: line.summary,
      content: paragraphs(line.content ?? ''),
      period: null,
      applyFrom: line.applyFrom ?? null,
      applyTo: line.applyTo ?? null,
      urlType: 0,
      applyUrl: null,
      origin: 'own',
      sources: [],
      sourceNote: null,
      materials: [],
      process: [],
      supersededBy: null,
      rule: { conditions: { all: [] }, benefits: [], benefitCombine: 'sum', closable: null },
      state: POLICY_STATE.draft,
      publishTime: null,
      effectiveFrom: null,
      effectiveTo: null,
      versionNote: '表格导入',
      author: { id: actor.userId, name: actor.name },
      at: k.clock.now(),
    })
    added++
  }
  await audit(db, call, { action: 'policy.import', objectType: 'policy', detail: { added, known: lines.length - added } })
  return { added, knownCount: lines.length - added }
}

const escaped = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const paragraphs = (content: string) =>
  content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')
