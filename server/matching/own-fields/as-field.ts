import type { OwnFieldDefinition } from '../../../contract/matching/own-field-codes.ts'
import { shippedFields, takeLists, takeOwnFields } from '../catalogue.ts'
import type { Field } from '../engine/index.ts'
import { asLists, enabledLists, type ListRow } from './lists.ts'

/** A plain SQL text, because the matching thread has no query builder. */
export const OWN_FIELDS_SQL = 'select id, current, in_use from own_field where current is not null order by id'
export type OwnFieldRow = [id: number, current: OwnFieldDefinition, inUse: boolean]

export const keyOf = (id: number): string => `own${id}`

/** An own field in the shape of the engine. */
export const asField = (id: number, d: OwnFieldDefinition): Field => ({
  key: keyOf(id),
  label: d.label,
  type: d.type,
  unit: d.unit,
  options: d.options,
  question: d.question || null,
  group: d.group,
  note: d.note || null,
  ...(d.formula ? { derived: true, expr: d.formula.slice(1) } : {}),
  ...(d.dated ? { derived: true, dated: d.dated } : {}),
})

/** Passes the own fields and lists to this thread's rules; returns the fields that had to be left out. */
export const takeForRules = (rows: readonly OwnFieldRow[], lists: readonly ListRow[]): readonly string[] => {
  const own = rows.map(([id, current, inUse]) => ({ ...asField(id, current), inUse }))
  const facts = [...shippedFields, ...own.filter(({ inUse, derived }) => inUse && !derived)]
  takeLists(asLists(lists, facts), asLists(enabledLists(lists), facts))
  return takeOwnFields(own)
}
