import { review, type DeclarationRow } from '../../../contract/declaration.ts'
import { declarationStates } from '../../../contract/declaration/states.ts'
import { entered } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { fieldsOf } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { toast } from '../../toast.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import css from '../project/project.module.css'

const LIST = 'entered-drafts'
const fields = fieldsOf(
  review.list,
  { key: 'companyName', label: '企业', on: ['table'], card: 'title', width: 200 },
  { key: 'projectName', label: '项目', on: ['table'], width: 220 },
  {
    key: 'updateTime',
    label: '最近保存',
    on: ['table'],
    width: 150,
    show: (r) => <span className="num">{localMinute(r.updateTime)}</span>,
  },
  { key: 'stateName', label: '状态', on: ['table'], width: 120 },
  { key: 'deadline', label: '期限', on: ['table'], width: 150, show: (r) => <span className="num">{localMinute(r.deadline)}</span> },
)
const shape = searchShape([])

/** Actions on rows that the service window entered: continue, correct a returned one, or delete the draft. */
export const draftActions = (done: () => Promise<unknown>): RowAction<DeclarationRow>[] => [
  {
    label: '继续录入',
    when: (r) => r.state === declarationStates.draft.code,
    to: (r) => `/work/declaremanage?tab=enter&enter=${r.id}`,
  },
  {
    label: '代为补正',
    when: (r) => r.state === declarationStates.returned.code && r.allowed.includes('save'),
    to: (r) => `/work/declaremanage?tab=enter&enter=${r.id}`,
  },
  {
    label: '删除草稿',
    danger: true,
    when: (r) => r.allowed.includes('remove'),
    ask: (r) => ({ title: `删除为“${r.companyName}”代录的草稿？`, effect: `“${r.projectName}”已录入的内容和材料一并删除，不能恢复。` }),
    run: async (r) => {
      await call(entered.remove, { body: { id: r.id } })
      toast.success('草稿已删除')
      await done()
    },
  },
]

/** Rows that the user's office entered and still handles: not submitted yet, or returned. */
export function EnteredDrafts() {
  const refresh = useRefreshList(LIST)
  return (
    <section className={css.part}>
      <h2>待提交、待补正的代录</h2>
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={review.list}
        asked={{ entered: 'true', sort: '-updateTime' }}
        actions={draftActions(refresh)}
        first="没有待提交、待补正的代录。"
      />
    </section>
  )
}
