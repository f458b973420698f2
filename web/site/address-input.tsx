import { AutoComplete } from 'antd'
import { publicScreens } from '../screens/public.ts'
import type { ControlProps } from '../kit/form/fields.ts'

/** Screens that show nothing without a record in their address. */
const ofOneRecord = /detail|dectail|receipt|report|replenish|subList/i
const screens = publicScreens
  .filter(({ path, who, file, demo }) => path.startsWith('/page/') && who !== undefined && file && !demo && !ofOneRecord.test(path))
  .map(({ path, title }) => ({ value: path, label: `${title}（${path}）` }))

/** An address: a page of this platform is found by its Chinese name, another one is typed. */
export function AddressInput({ value, onChange, placeholder: _, ...props }: ControlProps) {
  return (
    <AutoComplete
      {...props}
      value={(value ?? '') as string}
      onChange={(next) => onChange?.(next ?? '')}
      options={screens}
      // A full address is not a search.
      showSearch={{ filterOption: (typed, option) => !/^https?:/i.test(typed) && String(option?.label).includes(typed.trim()) }}
      placeholder="输入页面名称查找站内页面，或写 http 开头的地址"
      allowClear
      style={{ width: '100%' }}
    />
  )
}
