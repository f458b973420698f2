/** A field of the archive as a condition needs it. */
export interface FieldChoice {
  key: string
  label: string
  type: string
  unit: string | null
  options: { value: string; label: string }[] | null
  /** where it stands in the archive */
  group?: string
  /** first letters and full spelling of its name */
  pinyin?: string
  /** who says it */
  source?: string
  /** how many companies have it; null for what is calculated */
  known?: number | null
  /** of a list of the archive: its columns */
  columns?: FieldChoice[]
  /** of a score table: its title and what passes it */
  score?: { title: string; pass: string }
  /** a figure that changes with time, kept by editors */
  dated?: boolean
}

const equality = [
  { value: 'eq', label: '等于' },
  { value: 'ne', label: '不等于' },
]
const lists = [
  { value: 'in', label: '属于' },
  { value: 'notIn', label: '不属于' },
]
const order = [
  { value: 'gte', label: '不低于' },
  { value: 'gt', label: '高于' },
  { value: 'lte', label: '不高于' },
  { value: 'lt', label: '低于' },
]
const days = [
  { value: 'gte', label: '不早于' },
  { value: 'gt', label: '晚于' },
  { value: 'lte', label: '不晚于' },
  { value: 'lt', label: '早于' },
  { value: 'eq', label: '就是' },
]
/** Comparisons that make sense for a field; the engine checks once more at saving. */
export function operatorsFor(field: FieldChoice | undefined): { value: string; label: string }[] {
  switch (field?.type) {
    case 'boolean':
      return equality.slice(0, 1)
    case 'score':
      return [{ value: 'passes', label: '达标' }]
    case 'enum':
    case 'string':
      return [...equality, ...lists]
    case 'multiEnum':
      return lists
    case 'date':
      return days
    default:
      return [...order, ...equality]
  }
}
