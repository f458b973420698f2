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
  /** of a list of the archive: its columns by key */
  rowFields?: ReadonlyMap<string, WordedField> | undefined
}

/** A condition, or the base of a benefit, may name a formula in the place of a field: `=revenueY1 / revenueY2 - 1`. */
export const isComputed = (key: unknown): key is string => typeof key === 'string' && key.startsWith('=')
/** How a leaf names a score table: `score:hnte-score`. */
export const SCORE = 'score:'
