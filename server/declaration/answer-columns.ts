import type { FormField } from '../../contract/declaration.ts'
import type { Db } from '../kernel/db/index.ts'
import type { ExportColumn } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskPhone } from '../kernel/access/pii.ts'
import { unitOf } from '../../contract/form/rules.ts'
import { fieldsOf, openForm, valueWords } from './form.ts'

type Row = { id: number } & Record<string, unknown>
const FIGURES: ReadonlySet<FormField['type']> = new Set(['integer', 'number', 'money'])
const columnOf = (f: Pick<FormField, 'key'>) => `form.${f.key}`

/**
 * One column per question of the project's forms: those of the newest version in order, then those that only earlier versions asked, so
 * that declarations of every version are complete in the sheet. Phones are masked for users without pii:read. When another column has the
 * same title (`taken`), the title says that the value is from the form.
 */
export async function answerColumns(db: Db, projectId: number, taken: readonly string[]): Promise<ExportColumn<Row>[]> {
  const versions = await db
    .selectFrom('project_form')
    .select('template')
    .where('project_id', '=', projectId)
    .orderBy('version', 'desc')
    .execute()
  const fields = new Map<string, FormField>()
  for (const { template } of versions) for (const f of fieldsOf(template)) if (!fields.has(f.key)) fields.set(f.key, f)
  return [...fields.values()].map((f) => ({
    key: columnOf(f),
    title: titleOf(f, taken),
    width: f.type === 'table' || f.type === 'textarea' ? 40 : 20,
    ...(f.type === 'phone' ? { mask: maskPhone } : {}),
  }))
}

const titleOf = (f: FormField, taken: readonly string[]): string => {
  const title = FIGURES.has(f.type) && unitOf(f) ? `${f.label}（${unitOf(f)}）` : f.label
  return taken.includes(title) ? `${title}（填报）` : title
}

/** The answers of the last submitted round of each declaration: numbers as numbers, choices by their labels. */
export async function answersOf(
  k: Pick<Kernel, 'secret'>,
  db: Db,
  ids: readonly number[],
  asked: readonly string[],
): Promise<Map<number, Record<string, unknown>>> {
  if (ids.length === 0 || !asked.some((key) => key.startsWith('form.'))) return new Map()
  const rows = await db
    .selectFrom('declaration as d')
    .innerJoin('declaration_round as r', (j) => j.onRef('r.declaration_id', '=', 'd.id').onRef('r.round', '=', 'd.round'))
    .innerJoin('project_form as f', (j) => j.onRef('f.project_id', '=', 'd.project_id').onRef('f.version', '=', 'd.form_version'))
    .select(['d.id', 'r.form_data', 'f.template'])
    .where('d.id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ id, template, form_data }) => {
      const form = openForm(k, template, form_data)
      const answers = fieldsOf(template)
        .filter((f) => asked.includes(columnOf(f)))
        .map((f) => [columnOf(f), typeof form[f.key] === 'number' ? form[f.key] : valueWords(f, form[f.key]) || null])
      return [id, Object.fromEntries(answers) as Record<string, unknown>]
    }),
  )
}
