import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ruleDryRun, type LiveResult } from '../../../contract/matching/dry-run.ts'
import type { PolicyRule } from '../../../contract/policy.ts'
import { ApiError, call } from '../../api.ts'
import type { Fault } from '../benefits/kinds.ts'

const PAUSE_MS = 900
const BUSY = 503
const none: readonly Fault[] = []

export interface LiveRule {
  /** the engine's errors of the edited rule, by place; none for the rule as loaded */
  faults: readonly Fault[]
  result: LiveResult | null
  /** the counts belong to the rule before the last change */
  outdated: boolean
  failure: string
}

/** Errors and effect of a rule during editing, requested after a pause. */
export function useLiveRule(rule: PolicyRule, policyId: number | null): LiveRule {
  const text = JSON.stringify(rule)
  const [first] = useState(text)
  const [asked, setAsked] = useState(text)
  const [counted, setCounted] = useState<{ text: string; result: LiveResult } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['rule-live', policyId, asked],
    queryFn: () =>
      call(ruleDryRun.live, { body: { rule: JSON.parse(asked), ...(policyId === null ? {} : { policyId }) } }, { silent: true }),
    placeholderData: (last) => last,
    retry: (count, failure) => count < 4 && failure instanceof ApiError && failure.status === BUSY,
    retryDelay: 1500,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  const result = data?.result
  useEffect(() => {
    if (result && !isPlaceholderData) setCounted({ text: asked, result })
  }, [result, isPlaceholderData, asked])
  // Equal errors stay the same object, so that an answer without news renders no row.
  const said = JSON.stringify(data?.issues ?? none)
  const issues = useMemo(() => JSON.parse(said) as Fault[], [said])
  return {
    faults: asked === first ? none : issues,
    result: counted?.result ?? null,
    outdated: counted !== null && counted.text !== text,
    failure: error ? (error instanceof ApiError ? error.message : '没有算出来') : '',
  }
}
