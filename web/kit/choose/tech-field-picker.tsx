import { domainTypes } from '../../../contract/domain-tree.ts'
import { CodeCascade } from './code-cascade.tsx'
import type { ControlProps } from '../form/fields.ts'
import { domains } from './option-sources.ts'

const source = domains(domainTypes.techField)
const names = ['领域', '方向']

/** One of the eight supported technology fields and its direction. Value: the code of the direction. */
export const TechFieldPicker = (props: ControlProps) => (
  <CodeCascade {...props} source={source} label={props['aria-label'] ?? '技术领域'} names={names} levels={2} />
)
