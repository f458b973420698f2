import { CodeCascade } from './code-cascade.tsx'
import type { ControlProps } from './fields.ts'
import { regions } from './option-sources.ts'

const names = ['市', '县（市、区）', '镇街']

/** City, county and street from the region tree (spec §2, §3). Value: the code of the street; the only city of the tree is chosen already. */
export const RegionPicker = (props: ControlProps) => (
  <CodeCascade {...props} source={regions} label={props['aria-label'] ?? '所在地区'} names={names} levels={3} />
)
