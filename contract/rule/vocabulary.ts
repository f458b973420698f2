/** What the words of a rule are made of: fields, score tables and policies by the names that people know. */
export interface Vocabulary {
  field(key: string): WordedField | undefined
  /** a score table: its title and what passes it */
  score(id: string): { title: string; pass: string } | undefined
  /** title of the policy with this code; undefined where the reader may not know it */
  policy(code: string): string | undefined
}
export interface WordedField {
  label: string
  type: string
  unit?: string | null
  /** each choice's label by its value */
  labels: ReadonlyMap<string, string>
}

/** How a leaf names a score table: `score:hnte-score`. */
export const SCORE = 'score:'
