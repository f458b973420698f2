import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { messages } from '../../../contract/messages.ts'
import { chooseFirst, type Chained } from './chained.ts'
import css from './choosing.module.css'
import type { OptionSource } from '../form/fields.ts'
import { readOptions, type Option, type RawOption } from './options.ts'
import { useOptions } from './use-options.ts'

interface Props {
  first: { label: string; source: OptionSource }
  second: { label: string; key: string; load: (first: Option['value']) => Promise<readonly RawOption[]> }
  value: Chained
  onChange: (value: Chained) => void
  disabled?: boolean
}

/**
 * Two selects; each first choice reloads the second list and clears the second choice (spec §2 chained select). A late answer is only used
 * for its own first choice.
 */
export function ChainedSelect({ first, second, value, onChange, disabled = false }: Props) {
  const parents = useOptions(first.source)
  const list = useQuery({
    queryKey: ['chained', second.key, value.first],
    queryFn: async () => readOptions(await second.load(value.first!)),
    enabled: value.first !== null,
    staleTime: 0,
    retry: false,
  })
  return (
    <div className={css.levels}>
      <div className={css.level}>
        <Select<Option['value']>
          aria-label={first.label}
          placeholder={`请选择${first.label}`}
          disabled={disabled}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={value.first ?? undefined}
          onChange={(v) => onChange(chooseFirst(value, v ?? null))}
          options={parents.options as Option[]}
          loading={parents.loading}
          notFoundContent={<span>{parents.loading ? messages.fallsLoading : messages.fallsEmpty}</span>}
          style={{ width: '100%' }}
        />
        {parents.failed && (
          <button type="button" className={css.retry} onClick={parents.retry}>
            {messages.fallsRetry}
          </button>
        )}
      </div>
      <div className={css.level}>
        <Select<Option['value']>
          aria-label={second.label}
          placeholder={value.first === null ? `请先选择${first.label}` : `请选择${second.label}`}
          disabled={disabled || value.first === null}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={value.second ?? undefined}
          onChange={(v) => onChange({ ...value, second: v ?? null })}
          options={list.data ?? []}
          loading={list.isFetching}
          notFoundContent={<span>{list.isFetching ? messages.fallsLoading : messages.fallsEmpty}</span>}
          style={{ width: '100%' }}
        />
        {list.isError && (
          <button type="button" className={css.retry} onClick={() => void list.refetch()}>
            {messages.fallsRetry}
          </button>
        )}
      </div>
    </div>
  )
}
