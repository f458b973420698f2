import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../../contract/constants.ts'
import { managed, market } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { debounced } from '../../kit/debounce.ts'
import type { ControlProps } from '../../kit/form/fields.ts'

const named = (by: 'id' | 'code', chosen: string | number | null) => ({
  queryKey: ['policy-named', by, chosen],
  queryFn: (): Promise<{ policyTitle: string }> =>
    typeof chosen === 'string'
      ? call(market.detail, { query: { code: chosen } }, { silent: true })
      : call(managed.findById, { query: { id: chosen! } }, { silent: true }),
  retry: false,
})
/** The title of the published policy with this code; undefined until it is known. */
export const usePolicyTitle = (code: string | null): string | undefined =>
  useQuery({ ...named('code', code), enabled: code !== null }).data?.policyTitle

/** One policy, found by its title; the value is its id, or its code where the record keeps that. */
export function PolicyChoice({ value, onChange, id, disabled, by = 'id', ...aria }: ControlProps & { by?: 'id' | 'code' }) {
  const [words, setWords] = useState('')
  const search = useMemo(() => debounced(setWords, SEARCH_DEBOUNCE_MS), [])
  const found = useQuery({
    queryKey: ['policy-titles', words],
    queryFn: () => call(managed.titles, { query: { policyTitle: words.slice(0, 64), pageSize: 20 } }, { silent: true }),
    placeholderData: (last) => last,
  })
  const chosen = by === 'id' ? Number(value) || null : (value as string | null | undefined) || null
  const known = found.data?.list.some((p) => p[by] === chosen) ?? false
  const one = useQuery({ ...named(by, chosen), enabled: chosen !== null && found.data !== undefined && !known })
  const options: { value: string | number; label: string }[] = (found.data?.list ?? []).map((p) => ({ value: p[by], label: p.policyTitle }))
  if (chosen !== null && !known)
    options.unshift({ value: chosen, label: one.data?.policyTitle ?? `${by === 'id' ? '编号' : '编码'} ${chosen}` })
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
      {...(aria['aria-invalid'] ? { status: 'error' as const } : {})}
    />
  )
}

/** Value: the code of the policy that replaces this one. */
export const SuccessorChoice = (props: ControlProps) => <PolicyChoice {...props} by="code" aria-label="替代本政策的政策" />
