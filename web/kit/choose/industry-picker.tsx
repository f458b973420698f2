import { CodeCascade } from './code-cascade.tsx'
import type { ControlProps } from '../form/fields.ts'
import { industries } from './option-sources.ts'

const names = ['门类', '大类']
/** An archive may hold four digits (3451), also with the section letter; the tree has only two. */
const division = (code: string) => code.replace(/^[A-T](?=\d)/, '').slice(0, 2)

/** Section and division of GB/T 4754. Value: the two digits of the division. */
export const IndustryPicker = (props: ControlProps) => (
  <CodeCascade {...props} source={industries} label={props['aria-label'] ?? '行业'} names={names} levels={2} near={division} />
)
