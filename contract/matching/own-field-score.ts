/**
 * A score table of an editor: the sum of points by item. Each item is judged from the highest step down; below the lowest step it has no
 * points.
 */
export interface ScoreStep {
  /** at least this number, this option, or yes */
  at: string | number | boolean
  points: number
}
export interface ScoreItem {
  /** field or formula (`=…`) */
  field: string
  steps: ScoreStep[]
}

const quoted = (text: string) => `"${text.replaceAll('"', '')}"`

function itemFormula({ field, steps }: ScoreItem): string {
  const subject = field.startsWith('=') ? `(${field.slice(1)})` : field || '_'
  const ordered = steps.toSorted((a, b) => (typeof a.at === 'number' && typeof b.at === 'number' ? b.at - a.at : 0))
  const test = ({ at }: ScoreStep) =>
    typeof at === 'number' ? `${subject} >= ${figure(at)}` : typeof at === 'boolean' ? `${subject} == ${at}` : `${subject} == ${quoted(at)}`
  return `(${ordered.map((step) => `${test(step)} ? ${figure(step.points)} : `).join('')}0)`
}
const figure = (value: number): string => (value < 0 ? `(0 - ${Math.abs(value)})` : String(value))

/** The table as a formula. */
export const scoreFormula = (items: readonly ScoreItem[]): string => `=${items.map(itemFormula).join(' + ')}`

/** The highest possible score. */
export const fullScore = (items: readonly ScoreItem[]): number =>
  items.reduce((sum, { steps }) => sum + Math.max(0, ...steps.map(({ points }) => points)), 0)
