import type { ControlProps } from '../../kit/form/fields.ts'
import { LabelSelector } from '../../kit/choose/label-selector.tsx'
import { labelTree } from './label-tree.ts'

/** Policy labels as a form control for readers. */
export const LabelField = (props: ControlProps) => <LabelSelector {...props} label="政策标签" source={labelTree} limit={20} />
