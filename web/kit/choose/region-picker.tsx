import { Input } from 'antd'
import { CodeCascade } from './code-cascade.tsx'
import type { ControlProps } from '../form/fields.ts'
import { regions } from './option-sources.ts'
import { useOptions } from './use-options.ts'

const names = ['市', '县（市、区）', '镇街']

/**
 * City, county and street from the region tree (spec §2, §3). Value: the code of the street; a single city is preselected. Without a
 * configured tree, the code is typed.
 */
export function RegionPicker(props: ControlProps) {
  const { options, loading, failed } = useOptions(regions)
  const label = props['aria-label'] ?? '所在地区'
  if (loading || failed || options.length > 0) return <CodeCascade {...props} source={regions} label={label} names={names} levels={3} />
  return (
    <Input
      {...(props.id ? { id: props.id } : {})}
      aria-label={label}
      disabled={props.disabled ?? false}
      value={(props.value ?? '') as string}
      onChange={(e) => props.onChange?.(e.target.value)}
      placeholder="行政区划代码"
      maxLength={12}
    />
  )
}
