import type { FactValue } from '../../contract/company.ts'
import type { FormField, FormValue, ReviewDetail } from '../../contract/declaration.ts'
import type { Answers, Judgement } from '../../contract/matching.ts'
import type { StoredForm } from '../../db/tables/declaration.ts'
import { authStatusOf, archiveFieldOf, factFault, isPersonal, provenanceOf, type Facts } from '../company/index.ts'
import { authStatuses } from '../../contract/company.ts'
import { fieldsOf, isTable, tidyForm } from '../../contract/form/rules.ts'
import { calculate } from '../matching/index.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import { dateOf } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { findProject } from './projects.ts'
import type { DeclarationRecord } from './queries.ts'

/** The facts that a form states: fields with a fact key and a valid value. Invalid and blank values are left out, which means unknown. */
export function factsIn(fields: readonly FormField[], form: StoredForm, day: string): Answers {
  const stated = fields.flatMap((f): [string, FormValue][] => {
    const value = form[f.key]
    const fact = f.factKey && !isPersonal(f.factKey) ? archiveFieldOf(f.factKey) : undefined
    return fact && value !== undefined && value !== null && !isTable(value) && factFault(fact, value, day) === null
      ? [[fact.key, value]]
      : []
  })
  return Object.fromEntries(stated) as Answers
}

/** The verdict on the form being filled in. Without consent only the form counts (P-01). */
export async function eligibility(k: Kernel, actor: Actor, input: { projectId: number; formData: StoredForm }) {
  const project = await findProject(k.db, input.projectId, k.clock.now())
  const consent = (await authStatusOf(k.db, companyOf(actor))) === authStatuses.granted
  const answers = factsIn(fieldsOf(project.template), tidyForm(project.template, input.formData), dateOf(k.clock.now()))
  return { consent, judgement: await judge(() => calculate(k, actor, { answers, policyCodes: [project.policyCode], useArchive: consent })) }
}

/** For the reviewer: the rule applied to the form, and each declared fact beside that of the archive. `facts` is null without consent. */
export async function verification(
  k: Kernel,
  row: DeclarationRecord,
  form: StoredForm,
  facts: Facts | null,
  recorded: Judgement | null,
): Promise<Pick<ReviewDetail, 'checks' | 'judgement' | 'judgementNow'>> {
  const fields = fieldsOf(row.template)
  const declared = factsIn(fields, form, dateOf(k.clock.now()))
  const judgement = recorded ?? (await judgeDeclared(k, row, form, facts, dateOf(new Date(row.submit_time!))))
  const judgementNow = await judgeDeclared(k, row, form, facts, dateOf(k.clock.now()))
  if (!facts) return { checks: null, judgement, judgementNow }
  const archived = await provenanceOf(k.db, row.company_id, Object.keys(declared))
  const checks = fields.flatMap((f) => {
    const known = f.factKey ? archived[f.factKey] : undefined
    if (!known) return []
    return [
      {
        key: f.key,
        label: f.label,
        declared: form[f.key]!,
        archived: known.value,
        source: known.source,
        asOf: known.asOf,
        agrees: same(form[f.key]!, known.value),
      },
    ]
  })
  return { checks, judgement, judgementNow }
}

/** Applies the rule to the declared facts, which override those of the archive (null without consent), as of a day. */
export const judgeDeclared = (
  k: Kernel,
  row: Pick<DeclarationRecord, 'template' | 'policy_code'>,
  form: StoredForm,
  facts: Facts | null,
  applyDate: string,
): Promise<Judgement | null> => {
  const answers = { ...(facts as Answers | null), ...factsIn(fieldsOf(row.template), form, dateOf(k.clock.now())) }
  return judge(() => calculate(k, null, { answers, policyCodes: [row.policy_code], applyDate }))
}

const same = (a: FormValue, b: FactValue) =>
  JSON.stringify(Array.isArray(a) ? a.toSorted() : a) === JSON.stringify(Array.isArray(b) ? b.toSorted() : b)

/** A policy that is no longer in force has no rule to apply. */
async function judge(work: () => Promise<{ list: Judgement[] }>): Promise<Judgement | null> {
  try {
    return (await work()).list[0] ?? null
  } catch (error) {
    if (error instanceof AppError && error.fields?.every((f) => f.path.startsWith('policyCodes'))) return null
    throw error
  }
}
