import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { matching } from '../../../contract/matching.ts'
import type { PolicyRule } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import type { Fault } from './kinds.ts'

const PAUSE_MS = 900
const none: readonly Fault[] = []

/** What the engine says of the rule as it is typed, place by place; asked after a pause, and not of the rule that was read. */
export function useRuleFaults(rule: PolicyRule): readonly Fault[] {
  const text = JSON.stringify(rule)
  const [first] = useState(text)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    queryKey: ['rule-check', asked],
    queryFn: () => call(matching.tryRule, { body: { rule: JSON.parse(asked) } }, { silent: true }),
    enabled: asked !== first,
    placeholderData: (last) => last,
    retry: false,
    gcTime: 60_000,
  })
  return asked === first ? none : (data?.issues ?? none)
}
