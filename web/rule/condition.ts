/** A field of the archive, for conditions. */
export interface FieldChoice {
  key: string
  label: string
  type: string
  unit: string | null
  options: { value: string; label: string }[] | null
  /** its group in the archive */
  group?: string
  /** initials and full pinyin of its label */
  pinyin?: string
  /** its source */
  source?: string
  /** number of companies that have it; null for calculated fields */
  known?: number | null
  /** for a list of the archive: its columns */
  columns?: FieldChoice[]
  /** for a score table: its title and pass rule */
  score?: { title: string; pass: string }
  /** a figure that changes with time, maintained by editors */
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
/** The comparisons for a field; the engine checks again when the rule is saved. */
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
