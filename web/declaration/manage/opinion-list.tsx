import { useState } from 'react'
import { opinions, type OpinionRow } from '../../../contract/declaration/process.ts'
import { fieldsOf } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { AnswerOpinion } from './answer-opinion.tsx'
import { OpinionText } from './opinion-text.tsx'

const LIST = 'declaration-opinions'
const fields = fieldsOf(
  opinions.list,
  { key: 'companyName', label: '企业', on: ['table'], width: 200, card: 'title', to: (o) => `/work/declaremanage?id=${o.declarationId}` },
  { key: 'projectName', label: '项目', on: ['table'], width: 180 },
  { key: 'question', label: '意见', on: ['table'], width: 420, show: (o) => <OpinionText o={o} /> },
  { key: 'due', label: '期限', on: ['table'], width: 110 },
)
const shape = searchShape([])

/** Opinions asked of this person or their office, and those this person asked for. */
export default function OpinionList() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<OpinionRow | null>(null)
  return (
    <>
      <PagedTable
        name={LIST}
        first="没有征求意见。审核人员请您或您的部门提意见时会出现在这里。"
        fields={fields}
        shape={shape}
        endpoint={opinions.list}
        actions={[{ label: '答复', when: (o) => o.mayAnswer, run: async (o) => setOpen(o) }]}
      />
      {open && (
        <AnswerOpinion
          o={open}
          onClose={(done) => {
            setOpen(null)
            if (done) void refresh()
          }}
        />
      )}
    </>
  )
}
