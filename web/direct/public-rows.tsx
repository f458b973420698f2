import { objectionCodes } from '../../contract/passing.ts'
import { Drawer } from 'antd'
import { useState } from 'react'
import { directMine, directPublic, type PublishedList } from '../../contract/direct.ts'
import type { Data } from '../../contract/endpoint.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { toast } from '../toast.ts'
import { OwnObjection } from '../declaration/index.ts'
import { useRefreshList } from '../kit/table/use-list.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { wan } from '../kit/money.ts'

type Row = Data<typeof directPublic.rows>['list'][number]
const fields = fieldsOf(
  directPublic.rows,
  { key: 'keyword', label: '企业名称', on: ['search'] },
  { key: 'companyName', label: '企业', on: ['table'], card: 'title' },
  {
    key: 'amount',
    label: '金额',
    on: ['table'],
    kind: 'money',
    unit: '万元',
    width: 130,
    show: (row) => <span className="num">{wan(row.amount)}</span>,
  },
  {
    key: 'objection',
    label: '我的异议',
    on: ['table'],
    width: 200,
    show: (row) => (row.own ? '本企业，在“我的名单”中确认或提出' : <OwnObjection said={row.objection} />),
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria, { prefix: 'c' })

/** The companies of a list during its publicity; another company may object to one of them. */
export function PublicRowsDrawer({ list, onClose }: { list: PublishedList | null; onClose(): void }) {
  const [target, setTarget] = useState<Row | null>(null)
  const name = `directPublic${list?.id ?? ''}`
  const refresh = useRefreshList(name)
  return (
    <Drawer title={list ? `公示名单：${list.title}` : '公示名单'} open={list !== null} onClose={onClose} size={900} destroyOnHidden>
      {list && (
        <>
          <SearchBar fields={criteria} shape={shape} />
          <PagedTable
            name={name}
            fields={fields}
            shape={shape}
            variant="panel"
            endpoint={directPublic.rows}
            asked={{ listId: list.id }}
            actions={[
              {
                label: (row) => (row.objection ? '再次提出异议' : '提出异议'),
                when: (row) => !row.own && row.objection?.state !== objectionCodes.code.open,
                open: (row) => setTarget(row),
              },
            ]}
            first="公示已结束，不再列出企业。"
          />
        </>
      )}
      {target && list && (
        <WordsDialog
          title={`对“${target.companyName}”提出异议`}
          draft={`direct-objection:${list.id}:${target.id}`}
          label="异议内容（写明事实和依据，对方看不到您的名称）"
          empty="请填写异议内容"
          maxLength={500}
          okText="提交"
          onClose={() => setTarget(null)}
          onSend={async (content) => {
            await call(directMine.object, { body: { listId: list.id, rowId: target.id, content } }, { silent: true })
            toast.success('异议已提交，答复会通知您')
            await refresh()
          }}
        />
      )}
    </Drawer>
  )
}
