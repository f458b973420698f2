import type { CarriedNote, DroppedValue, ProjectTemplate } from '../../contract/declaration.ts'
import type { DeclarationState } from '../../contract/declaration.ts'
import type { StoredFiles, StoredForm } from '../../db/tables/declaration.ts'
import { carryAnswers } from '../form/index.ts'
import type { Db } from '../kernel/db/index.ts'

/** Stores the form of a project as its next version and returns the number. */
export async function addFormVersion(db: Db, projectId: number, template: ProjectTemplate, by: number, at: Date): Promise<number> {
  const last = await db
    .selectFrom('project_form')
    .select((e) => e.fn.max('version').as('version'))
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const version = (last?.version ?? 0) + 1
  await db
    .insertInto('project_form')
    .values({ project_id: projectId, version, template: JSON.stringify(template), created_at: at, created_by: by })
    .execute()
  return version
}

interface Carried {
  form: StoredForm
  files: StoredFiles
  dropped: DroppedValue[]
  /** names of the questions and papers that are new in the newer form */
  added: string[]
}

export interface OpenDraft {
  state: DeclarationState
  template: ProjectTemplate
  form_version: number
  current_template: ProjectTemplate
  current_form: number
  carried: CarriedNote | null
}

/** The form for filling in and reading a declaration: open drafts use the newest version, submitted ones keep theirs. */
export function formOf(row: OpenDraft): { template: ProjectTemplate; version: number; isNewer: boolean } {
  const follows = row.state === 'draft' || row.state === 'withdrawn'
  return follows && row.current_form > row.form_version
    ? { template: row.current_template, version: row.current_form, isNewer: true }
    : { template: row.template, version: row.form_version, isNewer: false }
}

/** An open draft under the newest form, and what happened to its answers; `form` is decrypted. */
export function carried(
  row: OpenDraft,
  form: StoredForm,
  files: StoredFiles,
): { form: StoredForm; files: StoredFiles; note: CarriedNote | null } {
  if (!formOf(row).isNewer) return { form, files, note: row.carried }
  const next = carryOver(row.template, row.current_template, form, files)
  return {
    form: next.form,
    files: next.files,
    note: {
      from: row.carried?.from ?? row.form_version,
      to: row.current_form,
      dropped: [...(row.carried?.dropped ?? []), ...next.dropped],
      added: [...new Set([...(row.carried?.added ?? []), ...next.added])],
    },
  }
}

/** Moves an open draft to a newer form; a file is kept when its paper still exists and still takes it. `form` is decrypted. */
function carryOver(old: ProjectTemplate, next: ProjectTemplate, form: StoredForm, files: StoredFiles): Carried {
  const answers = carryAnswers(old, next, form)
  const keptFiles: StoredFiles = {}
  const dropped: DroppedValue[] = []
  for (const [key, list] of Object.entries(files)) {
    const m = next.materials.find((x) => x.key === key)
    const fits = m ? list.filter((f) => m.accept.some((ext) => f.fileName.toLowerCase().endsWith(ext))).slice(0, m.maxCount) : []
    if (fits.length) keptFiles[key] = fits
    const gone = list.filter((f) => !fits.includes(f))
    if (gone.length)
      dropped.push({
        path: `files.${key}`,
        label: old.materials.find((x) => x.key === key)?.name ?? key,
        text: gone.map((f) => f.fileName).join('、'),
      })
  }
  const added = next.materials.filter((m) => !old.materials.some((x) => x.key === m.key)).map((m) => m.name)
  return { form: answers.form, files: keptFiles, dropped: [...answers.dropped, ...dropped], added: [...answers.added, ...added] }
}
