import { isComputed } from '../../contract/rule/vocabulary.ts'
import type { Fields } from './choose.ts'
import type { FieldChoice } from './condition.ts'
import { vocabularyOf } from './rule-vocabulary.ts'

/** The subject of a condition or base as a choice; for a formula, a choice made from its words. */
export function subjectOf(fields: Fields, key: string | undefined): FieldChoice | undefined {
  if (!isComputed(key)) return key ? fields.get(key) : undefined
  const { label, type, unit } = vocabularyOf(fields).field(key)!
  return { key, label, type, unit: unit ?? null, options: null }
}
