import type { FormField, ProjectTemplate } from '../../../contract/declaration.ts'
import { tidyRule, tidySection } from '../../form/index.ts'

/** Removes settings that the types of the questions do not use. */
export function tidyTemplate(t: ProjectTemplate): ProjectTemplate {
  const { amountField, bankField, accountField, ...rest } = t
  const sections = t.sections.map(tidySection)
  const isOf = (key: string | undefined, type: FormField['type']) =>
    sections.some((s) => s.fields.some((f) => f.key === key && f.type === type))
  return {
    ...rest,
    sections,
    materials: t.materials.map((m) => {
      const { hint, showIf, ...material } = m
      return { ...material, ...(showIf ? { showIf: tidyRule(showIf) } : {}), ...(hint?.trim() ? { hint } : {}) }
    }),
    ...(amountField && isOf(amountField, 'money') ? { amountField } : {}),
    ...(bankField && isOf(bankField, 'text') ? { bankField } : {}),
    ...(accountField && isOf(accountField, 'text') ? { accountField } : {}),
  }
}
