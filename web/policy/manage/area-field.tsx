import { domainTypes } from '../../../contract/domain-tree.ts'
import { provinces, trimmedArea } from '../../../contract/place.ts'
import type { Area } from '../../kit/choose/areas.ts'
import { domains } from '../../kit/choose/option-sources.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import type { Option } from '../../kit/choose/options.ts'
import TreePicker from '../../kit/choose/tree-picker.tsx'
import { useOptions } from '../../kit/choose/use-options.ts'

const regions = domains(domainTypes.region)
const trimmed = (nodes: readonly Option[]): Area[] =>
  nodes.map((node) => ({
    label: node.label,
    value: trimmedArea(String(node.value)),
    ...(node.children ? { children: trimmed(node.children) } : {}),
  }))

/** The provinces, with the site's own city below its province. */
function areasOf(tree: readonly Option[]): Area[] {
  const own = trimmed(tree)
  return Object.entries(provinces).map(([value, label]) => {
    const children = own.filter((node) => String(node.value).startsWith(value))
    return { value, label, ...(children.length > 0 ? { children } : {}) }
  })
}
/** stands for null in the control, where null means that nothing is chosen */
const NATION = '00'
const has = (areas: readonly Area[], code: string): boolean => areas.some((area) => area.value === code || has(area.children ?? [], code))

/** Where a policy applies: the whole country, an area of the chooser, or the code of any other place. */
export function AreaField({ value, onChange, id }: ControlProps) {
  const { options } = useOptions(regions)
  const areas = areasOf(options)
  const code = typeof value === 'string' ? value : ''
  return (
    <div>
      <TreePicker
        {...(id ? { id } : {})}
        aria-label="适用地区"
        source={[{ label: '全国', value: NATION }, ...areas]}
        rule="any"
        value={value === null ? NATION : has(areas, code) ? code : undefined}
        onChange={(next) => onChange?.(next === NATION ? null : next)}
        placeholder="没有选择时：国家级政策为全国，其他政策为本县"
      />
      <label className="meta">
        其他市、县的区划代码{' '}
        <input
          className="field-input num"
          inputMode="numeric"
          maxLength={12}
          style={{ width: '10em' }}
          value={code}
          placeholder="6 位数字"
          onChange={(e) => onChange?.(e.target.value.trim() || null)}
        />
      </label>
    </div>
  )
}
