import { useMemo } from 'react'
import { useRuleFields } from '../../rule/index.ts'

/** Chinese labels of all fields of rules, by key. */
export function useFieldNames(): ReadonlyMap<string, string> {
  const fields = useRuleFields()
  return useMemo(() => new Map([...fields].map(([key, { label }]) => [key, label])), [fields])
}
