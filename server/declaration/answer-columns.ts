import { answersByColumn, isAnswerColumn, openForm } from '../form/index.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** The forms of a project, the newest version first. */
export const formsOf = async (db: Db, projectId: number) =>
  (await db.selectFrom('project_form').select('template').where('project_id', '=', projectId).orderBy('version', 'desc').execute()).map(
    ({ template }) => template,
  )

/** The answers of the last submitted round of each declaration, by column. */
export async function answersOf(
  k: Pick<Kernel, 'secret'>,
  db: Db,
  ids: readonly number[],
  asked: readonly string[],
): Promise<Map<number, Record<string, unknown>>> {
  if (ids.length === 0 || !asked.some(isAnswerColumn)) return new Map()
  const rows = await db
    .selectFrom('declaration as d')
    .innerJoin('declaration_round as r', (j) => j.onRef('r.declaration_id', '=', 'd.id').onRef('r.round', '=', 'd.round'))
    .innerJoin('project_form as f', (j) => j.onRef('f.project_id', '=', 'd.project_id').onRef('f.version', '=', 'd.form_version'))
    .select(['d.id', 'r.form_data', 'f.template'])
    .where('d.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, template, form_data }) => [id, answersByColumn(template, openForm(k, template, form_data), asked)]))
}
