import type { ProjectTemplate } from '../../contract/declaration.ts'
import { fieldsOf } from '../../contract/form/rules.ts'
import type { StoredForm } from '../../db/tables/declaration.ts'
import { openForm, sealForm } from '../form/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { isCurrentSeal } from '../kernel/access/pii.ts'

const BATCH = 200

/**
 * Reseals phones inside forms (drafts and submitted rounds) under a new master key. Each row is one statement that changes only the form
 * that was read, so that a parallel autosave wins; repeat it until it returns 0. Returns the number of changed forms.
 */
export async function resealForms(k: Kernel): Promise<number> {
  return (await resealDrafts(k)) + (await resealRounds(k))
}

const isOld = (k: Kernel, t: ProjectTemplate, form: StoredForm) =>
  fieldsOf(t).some((f) => f.type === 'phone' && typeof form[f.key] === 'string' && !isCurrentSeal(k, form[f.key] as string))

async function resealDrafts(k: Kernel): Promise<number> {
  let changed = 0
  for (let after = 0; ;) {
    const rows = await k.db
      .selectFrom('declaration as d')
      .innerJoin('project_form as f', (j) => j.onRef('f.project_id', '=', 'd.project_id').onRef('f.version', '=', 'd.form_version'))
      .select(['d.id', 'd.version', 'd.form_data', 'f.template'])
      .where('d.id', '>', after)
      .orderBy('d.id')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      after = row.id
      if (!isOld(k, row.template, row.form_data)) continue
      const form = JSON.stringify(sealForm(k, row.template, openForm(k, row.template, row.form_data)))
      const { numUpdatedRows } = await k.db
        .updateTable('declaration')
        .set({ form_data: form })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .executeTakeFirst()
      changed += Number(numUpdatedRows)
    }
    if (rows.length < BATCH) return changed
  }
}

async function resealRounds(k: Kernel): Promise<number> {
  let changed = 0
  for (let after = 0; ;) {
    const ids = (
      await k.db.selectFrom('declaration').select('id').where('id', '>', after).where('round', '>', 0).orderBy('id').limit(BATCH).execute()
    ).map((r) => r.id)
    if (ids.length === 0) return changed
    after = ids.at(-1)!
    const rows = await k.db
      .selectFrom('declaration_round as r')
      .innerJoin('declaration as d', 'd.id', 'r.declaration_id')
      .innerJoin('project_form as f', (j) => j.onRef('f.project_id', '=', 'd.project_id').onRef('f.version', '=', 'd.form_version'))
      .select(['r.declaration_id', 'r.round', 'r.form_data', 'f.template'])
      .where('r.declaration_id', 'in', ids)
      .execute()
    for (const row of rows.filter((r) => isOld(k, r.template, r.form_data))) {
      const form = JSON.stringify(sealForm(k, row.template, openForm(k, row.template, row.form_data)))
      await k.db
        .updateTable('declaration_round')
        .set({ form_data: form })
        .where('declaration_id', '=', row.declaration_id)
        .where('round', '=', row.round)
        .execute()
      changed += 1
    }
  }
}
