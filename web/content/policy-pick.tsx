import { useQueries, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../contract/constants.ts'
import { NEWS_POLICIES_MAX } from '../../contract/content/states.ts'
import { managed, market } from '../../contract/policy.ts'
import { call } from '../api.ts'
import { debounced } from '../kit/debounce.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import { useCan } from '../session.ts'

/** Several policies, found by title; the value is a list of ids. Users without the right to read all policies find only published ones. */
export function PolicyPick({ value, onChange, id, disabled, ...aria }: ControlProps) {
  const all = useCan()('policy:read')
  const [words, setWords] = useState('')
  const search = useMemo(() => debounced(setWords, SEARCH_DEBOUNCE_MS), [])
  const found = useQuery({
    queryKey: ['policy-titles', all, words],
    queryFn: async () => {
      const query = { policyTitle: words.slice(0, 64), pageSize: 20 }
      return all ? call(managed.titles, { query }, { silent: true }) : call(market.list, { query }, { silent: true })
    },
    placeholderData: (last) => last,
  })
  const chosen = ((value ?? []) as number[]).map(Number)
  const titles = useQueries({
    queries: chosen.map((one) => ({
      queryKey: ['policy-title', one],
      queryFn: async () => (await call(market.detail, { query: { id: one } }, { silent: true })).policyTitle,
      staleTime: Infinity,
      retry: false,
    })),
  })
  const options = (found.data?.list ?? []).map((p) => ({ value: p.id, label: p.policyTitle }))
  for (const [i, one] of chosen.entries())
    if (!options.some((o) => o.value === one)) options.unshift({ value: one, label: titles[i]?.data ?? `政策 ${one}（未公开）` })
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      maxCount={NEWS_POLICIES_MAX}
      value={chosen}
      onChange={(ids: number[]) => onChange?.(ids)}
      options={options}
      showSearch={{ filterOption: false, onSearch: (text) => search.call(text) }}
      loading={found.isFetching}
      disabled={disabled ?? false}
      placeholder="输入标题查找"
      notFoundContent={found.isError ? '没有读到，请重试' : '没有这个标题的政策'}
      style={{ width: '100%' }}
      aria-label={aria['aria-label'] ?? '涉及的政策'}
      {...(aria['aria-invalid'] ? { status: 'error' as const } : {})}
    />
  )
}
