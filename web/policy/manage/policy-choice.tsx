import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../../contract/constants.ts'
import { managed } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { debounced } from '../../kit/debounce.ts'
import type { ControlProps } from '../../kit/fields.ts'

/** One policy, found by its title; the value is its id. */
export function PolicyChoice({ value, onChange, id, disabled, ...aria }: ControlProps) {
  const [words, setWords] = useState('')
  const search = useMemo(() => debounced(setWords, SEARCH_DEBOUNCE_MS), [])
  const found = useQuery({
    queryKey: ['policy-titles', words],
    queryFn: () => call(managed.titles, { query: { policyTitle: words.slice(0, 64), pageSize: 20 } }, { silent: true }),
    placeholderData: (last) => last,
  })
  const chosen = Number(value) || null
  const known = found.data?.list.some((p) => p.id === chosen) ?? false
  const one = useQuery({
    queryKey: ['managed-policy', chosen],
    queryFn: () => call(managed.findById, { query: { id: chosen! } }, { silent: true }),
    enabled: chosen !== null && found.data !== undefined && !known,
    retry: false,
  })
  const options = (found.data?.list ?? []).map((p) => ({ value: p.id, label: p.policyTitle }))
  if (chosen !== null && !known) options.unshift({ value: chosen, label: one.data?.policyTitle ?? `编号 ${chosen}` })
  return (
    <Select
      {...(id ? { id } : {})}
      value={chosen}
      onChange={(v) => onChange?.(v ?? null)}
      options={options}
      loading={found.isFetching}
      disabled={disabled ?? false}
      allowClear
      showSearch={{ filterOption: false, onSearch: (text) => search.call(text) }}
      placeholder="输入标题查找"
      notFoundContent={found.isError ? '没有读到，请重试' : '没有这个标题的政策'}
      style={{ width: '100%' }}
      aria-label={aria['aria-label'] ?? '所属政策'}
    />
  )
}
