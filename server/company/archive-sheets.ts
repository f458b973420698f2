import { z } from 'zod'
import { archiveImportFields } from '../../contract/company/register.ts'
import type { FactSource, FactValue } from '../../contract/company.ts'
import type { ImportState } from '../../contract/imports.ts'
import { lateDate } from '../../contract/matching/asked.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { invalidField } from '../kernel/errors.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import { receiveImport } from '../kernel/import/receive.ts'
import { offersImport } from '../kernel/import/importers.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { SheetColumn } from '../kernel/sheet/check.ts'
import { makeSheet } from '../kernel/sheet/write.ts'
import { applyArchives, type ArchiveRow } from './archive-import.ts'
import { faultOf, type CatalogueField } from './catalogue.ts'
import { choiceCode, choicesOf, fieldsOfDepartment, type Choices } from './official.ts'

export const CODE_TITLE = '统一社会信用代码'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Title of a fact in a sheet: with the unit that its numbers are in. */
export const titleOf = (f: CatalogueField): string => (f.unit && f.unit !== 'ratio' ? `${f.label}（${f.unit}）` : f.label)

const creditCode = z
  .union([z.string(), z.number()])
  .transform((v) => String(v).trim().toUpperCase())
  .pipe(z.string().regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/, '应为 18 位统一社会信用代码'))

/** A cell as a fact: choices by words or codes, yes and no in words, shares as 0.05 or 5%, no date after `day` (today), as in the form. */
const cellSchema = (f: CatalogueField, choices: Choices, day: string): z.ZodType =>
  z.union([z.string(), z.number(), z.boolean()]).transform((cell, ctx): FactValue => {
    const value = fromCell(f, choices, String(cell).trim())
    const listed = f.dict && typeof value === 'string' ? choices.get(f.dict) : undefined
    const fault = listed && !listed.has(choiceCode(f.key, value as string)) ? '请从选项中选择' : faultOf(f, value, day)
    if (fault === null) return value
    ctx.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  })

function fromCell(f: CatalogueField, choices: Choices, text: string): Exclude<FactValue, null> {
  switch (f.type) {
    case 'boolean':
      return ({ 是: true, 有: true, true: true, 否: false, 无: false, false: false } as Record<string, boolean>)[text] ?? text
    case 'number':
    case 'integer': {
      const plain = text.replaceAll(/[,，]/g, '')
      if (f.unit === 'ratio' && /^-?\d+(\.\d+)?%$/.test(plain)) return Number((Number(plain.slice(0, -1)) / 100).toFixed(8))
      return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text
    }
    case 'date': {
      const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 00:00:00)?$/.exec(text)
      return parts ? `${parts[1]}-${parts[2]!.padStart(2, '0')}-${parts[3]!.padStart(2, '0')}` : text
    }
    case 'enum':
      return f.options?.find((o) => o.label === text || o.value === text)?.value ?? text
    case 'multiEnum':
      return text
        .split(/[、,，;；]/)
        .map((one) => f.options?.find((o) => o.label === one.trim() || o.value === one.trim())?.value ?? one.trim())
    case 'string': {
      const listed = f.dict ? choices.get(f.dict) : undefined
      return listed ? ([...listed].find(([, label]) => label === text)?.[0] ?? text) : text
    }
  }
}

function sheetColumns(source: FactSource, choices: Choices, day: string): SheetColumn[] {
  return [
    {
      key: 'companyName',
      title: '企业名称',
      schema: z.union([z.string().max(100, '最多 100 个字'), z.number()]).transform(String),
      optional: true,
    },
    { key: 'creditCode', title: CODE_TITLE, schema: creditCode, required: true },
    ...fieldsOfDepartment(source).map((f) => ({
      key: f.key,
      title: titleOf(f),
      schema: cellSchema(f, choices, day),
      optional: true as const,
    })),
  ]
}

/** The header of a department's sheet; `columns` chooses some of its fields. */
export async function archiveTemplate(source: FactSource, columns: readonly string[] | undefined): Promise<FileAnswer> {
  const fields = fieldsOfDepartment(source).filter((f) => !columns?.length || columns.includes(f.key))
  const titles = ['企业名称', CODE_TITLE, ...fields.map(titleOf)]
  const body = await makeSheet(
    '企业档案',
    [titles],
    titles.map((t) => Math.max(14, t.length * 2)),
  )
  return { fileName: `企业档案_${source}_导入模板.xlsx`, mime: XLSX, body }
}

export function offerArchiveImport(k: Kernel): void {
  offersImport<{ source: FactSource; asOf: string }, ArchiveRow>(k, 'company', {
    title: '企业档案',
    open: async (scope) => ({
      columns: sheetColumns(scope.params.source, await choicesOf(k.db), today(k.clock)),
      keyOf: ({ creditCode: key }) => ({ key, column: CODE_TITLE }),
      apply: (db, rows, dry) => applyArchives(scope, db, rows, dry),
    }),
  })
}

export const importArchives = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> =>
  receiveImport(k, call, actor, 'company', archiveImportFields, ({ source, asOf = today(k.clock) }) => {
    if (asOf > today(k.clock)) throw invalidField('asOf', lateDate(asOf, today(k.clock))!)
    return { source, asOf }
  })
