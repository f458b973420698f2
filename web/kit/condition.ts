/** A field of the archive as a condition needs it. */
export interface FieldChoice {
  key: string
  label: string
  type: string
  unit: string | null
  options: { value: string; label: string }[] | null
  /** of a score table: its title and what passes it */
  /** of a list of the archive: its columns */
  columns?: FieldChoice[]
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
    default:
      return [...order, ...equality]
  }
}
