import { figure } from '../../../contract/rule/value-words.ts'
import { computedField } from '../../../contract/rule/computed.ts'
import { isComputed, type Vocabulary, type WordedField } from '../../../contract/rule/vocabulary.ts'
import type { ScoreTable } from './types.ts'

/** The names of a catalogue for the sentences of rules; it contains no policies. */
export const wordsOf = (fields: ReadonlyMap<string, WordedField>, tables: ReadonlyMap<string, ScoreTable>): Vocabulary => {
  const words: Vocabulary = {
    field: (key) => (isComputed(key) ? computedField(words, key) : fields.get(key)),
    score: (id) => {
      const table = tables.get(id)
      return table && { title: table.title, pass: passInWords(table) }
    },
    policy: () => undefined,
  }
  return words
}

/** The pass rule of a score table in words: “总分大于70分”, “总分不低于60分，科技人员指标大于0分”. */
export function passInWords({ groups, passRule }: ScoreTable): string {
  const rules = 'all' in passRule ? passRule.all : [passRule]
  const name = (field: string) => groups.find(({ id }) => field === `group.${id}`)?.label ?? '总分'
  return rules.map(({ field, op, value }) => `${name(field)}${op === 'gt' ? '大于' : '不低于'}${figure(value, '分')}`).join('，')
}
