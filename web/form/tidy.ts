import type { FormColumn, FormField, FormSection, ShowRule } from '../../contract/form/template.ts'
import { isChoice, isNumber } from './definition.ts'

/** Removes settings that a type does not use: a text has no unit, a number no options. */
export function tidyField(f: FormField): FormField {
  const {
    unit,
    options,
    min,
    max,
    maxLength,
    decimals,
    hint,
    factKey,
    calc,
    unique,
    showIf,
    dictType,
    columns,
    minRows,
    maxRows,
    ...rest
  } = f
  const isTable = f.type === 'table'
  return {
    ...rest,
    ...(isNumber(f.type) && calc !== undefined ? { calc } : {}),
    ...(f.type === 'number' && decimals !== undefined ? { decimals } : {}),
    ...(f.type === 'text' && unique !== undefined ? { unique } : {}),
    ...(showIf ? { showIf: tidyRule(showIf) } : {}),
    ...(f.type === 'dict' && dictType ? { dictType, ...(options ? { options } : {}) } : {}),
    ...(isTable ? { columns: (columns ?? []).map(tidyColumn) } : {}),
    ...(isTable && minRows !== undefined ? { minRows } : {}),
    ...(isTable && maxRows !== undefined ? { maxRows } : {}),
    ...(hint?.trim() ? { hint } : {}),
    ...(factKey ? { factKey } : {}),
    ...(isNumber(f.type) && unit?.trim() ? { unit } : {}),
    ...(isNumber(f.type) && min !== undefined ? { min } : {}),
    ...(isNumber(f.type) && max !== undefined ? { max } : {}),
    ...(isChoice(f.type) && options?.length ? { options } : {}),
    ...((f.type === 'text' || f.type === 'textarea') && maxLength !== undefined ? { maxLength } : {}),
  }
}
function tidyColumn(c: FormColumn): FormColumn {
  const { options, min, max, maxLength, decimals, unit, calc, unique, ...rest } = c
  const figure = isNumber(c.type)
  return {
    ...rest,
    ...(figure && unit?.trim() ? { unit } : {}),
    ...(figure && min !== undefined ? { min } : {}),
    ...(figure && max !== undefined ? { max } : {}),
    ...(figure && calc !== undefined ? { calc, required: false } : {}),
    ...(c.type === 'number' && decimals !== undefined ? { decimals } : {}),
    ...(c.type === 'text' && unique !== undefined ? { unique } : {}),
    ...(c.type === 'text' && maxLength !== undefined ? { maxLength } : {}),
    ...(c.type === 'enum' && options?.length ? { options } : {}),
  }
}
export const tidyRule = (rule: ShowRule): ShowRule => ({
  match: rule.match,
  when: rule.when.map(({ field, op, value }) => ({ field, op, ...(value === undefined ? {} : { value }) })),
})
export function tidySection({ hint, showIf, ...section }: FormSection): FormSection {
  return {
    ...section,
    ...(showIf ? { showIf: tidyRule(showIf) } : {}),
    ...(hint?.trim() ? { hint } : {}),
    fields: section.fields.map(tidyField),
  }
}
