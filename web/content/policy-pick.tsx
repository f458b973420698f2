import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../contract/constants.ts'
import { NEWS_POLICIES_MAX } from '../../contract/content/states.ts'
import { managed } from '../../contract/policy.ts'
import { call } from '../api.ts'
import { debounced } from '../kit/debounce.ts'
import type { ControlProps } from '../kit/form/fields.ts'

/** Several policies, found by their titles; the value is a list of ids. */
export function PolicyPick({ value, onChange, id, disabled, ...aria }: ControlProps) {
  const [words, setWords] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<number, string>>(new Map())
  const search = useMemo(() => debounced(setWords, SEARCH_DEBOUNCE_MS), [])
  const found = useQuery({
    queryKey: ['policy-titles', words],
    queryFn: () => call(managed.titles, { query: { policyTitle: words.slice(0, 64), pageSize: 20 } }, { silent: true }),
    placeholderData: (last) => last,
  })
  const options = (found.data?.list ?? []).map((p) => ({ value: p.id, label: p.policyTitle }))
  const chosen = ((value ?? []) as number[]).map(Number)
  for (const one of chosen)
    if (!options.some((o) => o.value === one)) options.unshift({ value: one, label: known.get(one) ?? `政策 ${one}` })
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      maxCount={NEWS_POLICIES_MAX}
      value={chosen}
      onChange={(ids: number[]) => {
        setKnown(new Map(options.map((o) => [o.value, o.label])))
        onChange?.(ids)
      }}
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
