/** The labels for the text of a rule: fields, score tables and policies. */
export interface Vocabulary {
  field(key: string): WordedField | undefined
  /** a score table: its title and pass line */
  score(id: string): { title: string; pass: string } | undefined
  /** title of the policy with this code; undefined if the reader may not see it */
  policy(code: string): string | undefined
}
export interface WordedField {
  label: string
  type: string
  unit?: string | null
  /** label of each option by its value */
  labels: ReadonlyMap<string, string>
  /** for a list of the archive: its columns by key */
  rowFields?: ReadonlyMap<string, WordedField> | undefined
}

/** A condition or the base of a benefit may have a formula instead of a field: `=revenueY1 / revenueY2 - 1`. */
export const isComputed = (key: unknown): key is string => typeof key === 'string' && key.startsWith('=')
/** Prefix of a leaf with a score table: `score:hnte-score`. */
export const SCORE = 'score:'
