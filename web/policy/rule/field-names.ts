import { useMemo } from 'react'
import { useRuleFields } from '../../rule/index.ts'

/** Chinese names of all that a rule can ask about, by key. */
export function useFieldNames(): ReadonlyMap<string, string> {
  const fields = useRuleFields()
  return useMemo(() => new Map([...fields].map(([key, { label }]) => [key, label])), [fields])
}
