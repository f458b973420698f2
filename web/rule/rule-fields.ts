import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { matching } from '../../contract/matching.ts'
import { call } from '../api.ts'
import type { FieldChoice } from './condition.ts'

/** The fields for conditions: raw and derived fields and score tables, by key. */
export function useRuleFields(): ReadonlyMap<string, FieldChoice> {
  const { data } = useQuery({ queryKey: ['rule-fields'], queryFn: () => call(matching.fields, { query: {} }), staleTime: 30_000 })
  return useMemo(
    () =>
      new Map<string, FieldChoice>([
        ...(data?.fields ?? []).map((f): [string, FieldChoice] => [f.key, f]),
        ...(data?.derived ?? []).map((f): [string, FieldChoice] => [f.key, f]),
        ...(data?.lists ?? []).map((l): [string, FieldChoice] => [l.key, { ...l, type: 'rows', unit: null, options: null }]),
        ...(data?.scores ?? []).map((s): [string, FieldChoice] => [
          `score:${s.id}`,
          { key: `score:${s.id}`, label: `${s.title} 达标`, type: 'score', unit: '分', options: null, group: '评分表', score: s },
        ]),
      ]),
    [data],
  )
}
