import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { marketGroups } from '../../contract/market/item.ts'
import { call } from '../api.ts'
import type { ControlProps } from '../kit/form/fields.ts'

/** The single street of a supply; the record has a list, because demands can name several. */
export function StreetInput({ value, onChange, ...props }: ControlProps) {
  const { data } = useQuery({
    queryKey: ['market', 'options', 'landInfo'],
    queryFn: () => call(marketGroups.landInfo.enums, { query: {} }),
  })
  const [street] = Array.isArray(value) ? (value as string[]) : []
  return (
    <Select
      {...props}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择"
      value={street}
      options={data?.streetId ?? []}
      onChange={(next: string) => onChange?.([next])}
    />
  )
}
