import { TreeSelect } from 'antd'
import { toast } from '../../toast.ts'
import type { ControlProps, OptionSource } from '../form/fields.ts'
import type { Option } from './options.ts'
import { refuseNode, type TreeRule } from './tree-choice.ts'
import { useOptions } from './use-options.ts'

interface Props extends ControlProps {
  source: OptionSource | undefined
  rule?: TreeRule
}

/**
 * Chooses one node of a tree. Roots and, in leaf-only mode, branches are refused with the texts of spec §5 (M053, M054); the old choice
 * stays.
 */
export default function TreePicker({ source, rule = 'leaf', value, onChange, ...props }: Props) {
  const { options, loading } = useOptions(source)
  const choose = (next: Option['value'] | undefined) => {
    const refused = next === undefined ? null : refuseNode(options, next, rule)
    if (refused) toast.warning(refused, 3)
    else onChange?.(next)
  }
  return (
    <TreeSelect<Option['value']>
      {...(props.id ? { id: props.id } : {})}
      {...(props.onBlur ? { onBlur: props.onBlur } : {})}
      aria-label={props['aria-label']}
      disabled={props.disabled ?? false}
      {...(value === undefined || value === null || value === '' ? {} : { value: value as Option['value'] })}
      onChange={choose}
      treeData={options as (Option & { title?: string })[]}
      fieldNames={{ label: 'label', value: 'value', children: 'children' }}
      allowClear
      showSearch={{ treeNodeFilterProp: 'label' }}
      loading={loading}
      placeholder={props.placeholder || '请选择'}
      style={{ width: '100%' }}
    />
  )
}
