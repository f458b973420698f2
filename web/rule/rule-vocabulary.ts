import { computedField } from '../../contract/rule/computed.ts'
import { isComputed, SCORE, type Vocabulary, type WordedField } from '../../contract/rule/vocabulary.ts'
import type { FieldChoice } from './condition.ts'

type Fields = ReadonlyMap<string, FieldChoice>
const made = new WeakMap<Fields, Vocabulary>()

const inWords = ({ label, type, unit, options, columns }: FieldChoice): WordedField => ({
  label,
  type,
  unit,
  labels: new Map((options ?? []).map((o) => [o.value, o.label.trim()])),
  ...(columns ? { rowFields: new Map(columns.map((column) => [column.key, inWords(column)])) } : {}),
})

/** The catalogue's names for the sentences of rules, as on the server. Titles of other policies are unknown here. */
export function vocabularyOf(fields: Fields): Vocabulary {
  const known = made.get(fields)
  if (known) return known
  const worded = new Map<string, WordedField>([...fields].map(([key, field]) => [key, inWords(field)]))
  const vocabulary: Vocabulary = {
    field: (key) => (isComputed(key) ? computedField(vocabulary, key) : worded.get(key)),
    score: (id) => fields.get(SCORE + id)?.score,
    policy: () => undefined,
  }
  made.set(fields, vocabulary)
  return vocabulary
}
