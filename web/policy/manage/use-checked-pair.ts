import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compare, type ReviewPair } from '../../../contract/policy.ts'
import { call } from '../../api.ts'

export interface CheckedPair {
  pair: ReviewPair | undefined
  error: Error | null
  reread(): void
  /** keys of the ticked changed sections of the shown pair */
  ticked: ReadonlySet<string>
  tick(key: string, on: boolean): void
  /** why it cannot be approved yet; null: all changes are ticked */
  lacking: string | null
  /** the confirmation sent with the approval */
  checked: { hash: string; sections: string[] } | undefined
}

const none: ReadonlySet<string> = new Set()

/** The waiting and the published version, and the changed sections that the reviewer has ticked; a changed pair resets the ticks. */
export function useCheckedPair(policyId: number, round: number, enabled = true): CheckedPair {
  const read = useQuery({
    queryKey: ['policy-review-pair', policyId, round],
    queryFn: () => call(compare.review, { query: { id: policyId } }, { silent: true }),
    enabled,
    retry: false,
  })
  const [ticks, setTicks] = useState<{ hash: string; keys: ReadonlySet<string> } | null>(null)
  const pair = read.data
  const ticked = pair && ticks?.hash === pair.hash ? ticks.keys : none
  const left = pair?.sections.filter(({ key, changes }) => changes > 0 && !ticked.has(key)) ?? []
  return {
    pair,
    error: read.error,
    reread: () => void read.refetch(),
    ticked,
    tick: (key, on) => {
      if (pair) setTicks({ hash: pair.hash, keys: new Set(on ? [...ticked, key] : [...ticked].filter((each) => each !== key)) })
    },
    lacking: !pair
      ? '送审内容还没有读到，请稍候'
      : left.length > 0
        ? `请先逐节核对并勾选：${left.map(({ name }) => name).join('、')}`
        : null,
    checked: pair && { hash: pair.hash, sections: [...ticked] },
  }
}
