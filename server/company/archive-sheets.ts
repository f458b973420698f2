import { z } from 'zod'
import { archiveImportFields } from '../../contract/company/register.ts'
import type { FactSource, FactValue } from '../../contract/company.ts'
import type { ImportState } from '../../contract/imports.ts'
import { lateDate } from '../../contract/matching/asked.ts'
import { usualNumber } from '../../contract/usual-number.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { invalidField } from '../kernel/errors.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import { receiveImport } from '../kernel/import/receive.ts'
import { offersImport } from '../kernel/import/importers.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { SheetColumn } from '../kernel/sheet/check.ts'
import {
  choiceOf,
  creditCodeCell,
  dayOf,
  listOf,
  LOST_DIGITS,
  lostDigits,
  numberOf,
  plain,
  textCell,
  truthOf,
} from '../kernel/sheet/values.ts'
import { templateSheet } from '../kernel/sheet/write.ts'
import { applyArchives, archiveJudge, type ArchiveRow } from './archive-import.ts'
import { faultOf, isMobileKey, type CatalogueField } from './catalogue.ts'
import { choiceCode, choicesOf, fieldsOfDepartment, type Choices } from './official.ts'

export const CODE_TITLE = '统一社会信用代码'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Title of a fact in a sheet, with the unit of its numbers. */
export const titleOf = (f: CatalogueField): string => (f.unit && f.unit !== 'ratio' ? `${f.label}（${f.unit}）` : f.label)

/**
 * Parses a cell as a fact: choices as words or codes, yes and no in words, shares as 0.05 or 5%. Dates after `day` (today) are refused, as
 * in the form.
 */
const cellSchema = (f: CatalogueField, choices: Choices, day: string): z.ZodType =>
  z.union([z.string(), z.number(), z.boolean()]).transform((cell, ctx): FactValue => {
    const value = fromCell(f, choices, cell)
    const listed = f.dict && typeof value === 'string' ? choices.get(f.dict) : undefined
    const fault =
      f.type === 'string' && lostDigits(cell)
        ? LOST_DIGITS
        : listed && !listed.has(choiceCode(f.key, value as string))
          ? '请从选项中选择'
          : faultOf(f, value, day)
    if (fault === null) return value
    ctx.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  })

function fromCell(f: CatalogueField, choices: Choices, cell: string | number | boolean): Exclude<FactValue, null> {
  const text = String(cell).trim()
  const coded = (word: string) => choiceOf(f.options ?? [], word) ?? word
  switch (f.type) {
    case 'boolean':
      return truthOf(cell) ?? text
    case 'number':
    case 'integer': {
      const share = f.unit === 'ratio' && plain(cell).endsWith('%') ? numberOf(plain(cell).slice(0, -1)) : null
      return share === null ? (numberOf(cell) ?? text) : Number((share / 100).toFixed(8))
    }
    case 'date':
      return dayOf(cell) ?? text
    case 'enum':
      return coded(text)
    case 'multiEnum':
      return listOf(text).map(coded)
    case 'string': {
      if (isMobileKey(f.key)) return usualNumber(text)
      const listed = [...((f.dict && choices.get(f.dict)) || [])]
      return (
        choiceOf(
          listed.map(([value, label]) => ({ value, label })),
          text,
        ) ?? text
      )
    }
  }
}

function sheetColumns(source: FactSource, choices: Choices, day: string): SheetColumn[] {
  return [
    {
      key: 'companyName',
      title: '企业名称',
      schema: textCell.pipe(z.string().max(100, '最多 100 个字')),
      text: true,
      optional: true,
    },
    { key: 'creditCode', title: CODE_TITLE, schema: creditCodeCell, text: true, required: true },
    ...fieldsOfDepartment(source).map((f) => ({
      key: f.key,
      title: titleOf(f),
      schema: cellSchema(f, choices, day),
      text: f.type === 'string',
      optional: true as const,
    })),
  ]
}

/** The empty sheet of a department with its header; `columns` limits the fields. */
export async function archiveTemplate(source: FactSource, columns: readonly string[] | undefined): Promise<FileAnswer> {
  const fields = fieldsOfDepartment(source).filter((f) => !columns?.length || columns.includes(f.key))
  const body = await templateSheet('企业档案', [
    { title: '企业名称', text: true },
    { title: CODE_TITLE, text: true },
    ...fields.map((f) => ({ title: titleOf(f), text: f.type === 'string' })),
  ])
  return { fileName: `企业档案_${source}_导入模板.xlsx`, mime: XLSX, body }
}

export function offerArchiveImport(k: Kernel): void {
  offersImport<{ source: FactSource; asOf: string }, ArchiveRow>(k, 'company', {
    title: '企业档案',
    open: async (scope) => ({
      columns: sheetColumns(scope.params.source, await choicesOf(k.db), today(k.clock)),
      keyOf: ({ creditCode: key }) => (typeof key === 'string' ? { key, column: CODE_TITLE } : null),
      faultsOf: async (db, rows) => {
        const { faultsIn } = await archiveJudge(scope, db, rows)
        return rows.flatMap(faultsIn)
      },
      apply: (db, rows, dry) => applyArchives(scope, db, rows, dry),
    }),
  })
}

export const importArchives = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> =>
  receiveImport(k, call, actor, 'company', archiveImportFields, ({ source, asOf = today(k.clock) }) => {
    if (asOf > today(k.clock)) throw invalidField('asOf', lateDate(asOf, today(k.clock))!)
    return { source, asOf }
  })
