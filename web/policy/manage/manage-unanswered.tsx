import { useState } from 'react'
import { settlements, unanswered, type SynonymGroup, type UnansweredQuestion } from '../../../contract/policy/search-desk.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'

const SynonymDialog = lazyPart(() => import('./synonym-dialog.client.tsx').then((m) => m.SynonymDialog))
const LabelQuestionDialog = lazyPart(() => import('./label-question.client.tsx').then((m) => m.LabelQuestionDialog))
const AnswerQuestionDialog = lazyPart(() => import('./answer-question.client.tsx').then((m) => m.AnswerQuestionDialog))
const SettleDialog = lazyPart(() => import('./settle-dialog.client.tsx').then((m) => m.SettleDialog))

const LIST = 'unansweredQuestions'
const fields = fieldsOf(
  unanswered.list,
  { key: 'words', label: '问题', on: ['search', 'table'], width: 320, card: 'title', placeholder: '问题里的词' },
  {
    key: 'settled',
    label: '处理',
    kind: 'select',
    options: [
      { label: '待处理', value: '0' },
      { label: '已处理', value: '1' },
    ],
    on: ['search', 'table'],
    width: 120,
    show: (row) => (row.settled ? settlements[row.settled] : '待处理'),
  },
  { key: 'times', label: '问过', on: ['table'], width: 80, show: (row) => <span className="num">{row.times} 次</span> },
  { key: 'lastAt', label: '最近一次', on: ['table'], width: 160, show: (row) => <span className="num">{localMinute(row.lastAt)}</span> },
  { key: 'note', label: '说明', on: ['table'], width: 220 },
  { key: 'settledByName', label: '处理人', on: ['table'], width: 120 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 没找到的问题: questions without a hit in the policy search, without the askers. */
export default function ManageUnanswered() {
  const refresh = useRefreshList(LIST)
  const [synonym, setSynonym] = useState<Partial<SynonymGroup> | null>(null)
  const [labelling, setLabelling] = useState<UnansweredQuestion | null>(null)
  const [answering, setAnswering] = useState<UnansweredQuestion | null>(null)
  const [settling, setSettling] = useState<UnansweredQuestion | null>(null)
  return (
    <>
      <p className="meta" style={{ marginBottom: 12 }}>
        至少两个人问过、没有政策能答的问题。数字、企业和人的名称已替换，不记是谁问的，184 天没人再问就删除。
      </p>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有找不到的问题"
        fields={fields}
        shape={shape}
        endpoint={unanswered.list}
        actions={[
          {
            label: '加同义词',
            when: (row) => row.settled === null,
            open: (row) => setSynonym({ note: `来自“${row.words}”`.slice(0, 200) }),
          },
          { label: '加标签', when: (row) => row.settled === null, open: (row) => setLabelling(row) },
          { label: '写解答', when: (row) => row.settled === null, open: (row) => setAnswering(row) },
          { label: '处理', when: (row) => row.settled === null, open: (row) => setSettling(row) },
          {
            label: '重新打开',
            when: (row) => row.settled !== null,
            ask: (row) => ({ title: '重新打开这个问题？', effect: `“${row.words}”回到待处理，原来的处理和说明会清除。` }),
            run: async (row) => {
              await call(unanswered.reopen, { body: { id: row.id } })
              toast.success('已回到待处理')
              await refresh()
            },
          },
        ]}
      />
      {synonym && <SynonymDialog group={synonym} onClose={() => setSynonym(null)} onDone={refresh} />}
      {labelling && <LabelQuestionDialog question={labelling} onClose={() => setLabelling(null)} onDone={refresh} />}
      {answering && <AnswerQuestionDialog question={answering} onClose={() => setAnswering(null)} onDone={refresh} />}
      {settling && <SettleDialog question={settling} onClose={() => setSettling(null)} onDone={refresh} />}
    </>
  )
}
