import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { marketGroups } from '../../contract/market/item.ts'
import { call } from '../api.ts'
import type { ControlProps } from '../kit/form/fields.ts'

/** The one street in which a supply lies; the record holds a list, because demands name several. */
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
