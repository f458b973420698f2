import { labels } from '../../../contract/policy/labels.ts'
import { call } from '../../api.ts'

/** Labels as a tree of options: a top-level label is the heading of those below it. */
export const labelTree = {
  key: 'policy-labels',
  load: async () => {
    const { list } = await call(labels.list, { query: { page: 1, pageSize: 100 } }, { silent: true })
    const rest = list.length < 100 ? list : (await call(labels.list, { query: { page: 1, pageSize: 9000 } }, { silent: true })).list
    const under = (id: number): { label: string; value: number }[] =>
      rest.filter((l) => l.parentId === id).flatMap((l) => [{ label: l.labelName, value: l.id }, ...under(l.id)])
    return rest.filter((l) => l.parentId === null).map((l) => ({ label: l.labelName, value: l.id, children: under(l.id) }))
  },
}
