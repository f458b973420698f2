import { labels } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import type { ControlProps, OptionSource } from '../../kit/form/fields.ts'
import { LabelSelector } from '../../kit/choose/label-selector.tsx'

/** Enabled policy labels by group. */
const source: OptionSource = {
  key: 'policy-label-groups',
  load: async () => {
    const { list } = await call(labels.list, { query: { enableFlag: 1, pageSize: 9000 } }, { silent: true })
    const below = (id: number): typeof list => list.filter((l) => l.parentId === id).flatMap((l) => [l, ...below(l.id)])
    return list
      .filter((l) => l.parentId === null)
      .map((top) => {
        const children = below(top.id)
        return {
          id: top.id,
          name: top.labelName,
          children: (children.length > 0 ? children : [top]).map((l) => ({ id: l.id, name: l.labelName })),
        }
      })
  },
}

/** Labels of a policy as a form control. */
export const LabelField = (props: ControlProps) => <LabelSelector {...props} label="政策标签" source={source} limit={20} />
