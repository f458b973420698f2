import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { appealCodes, appealOrigins, senderLabels, type AppealOrigin } from '../../contract/appeal/states.ts'
import { appeal } from '../../contract/appeal.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { listKey } from '../kit/table/use-list.ts'
import { TODOS_KEY } from '../kit/todos-key.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { AppealState, idOf, MY_LIST, PromisedDay } from './words.tsx'

const AppealFormDrawer = lazyPart(() => import('./appeal-form.client.tsx').then((m) => m.AppealFormDrawer))
const ReturnedForm = lazyPart(() => import('./appeal-form.client.tsx').then((m) => m.ReturnedForm))
const MyAppealDrawer = lazyPart(() => import('./my-appeal.tsx').then((m) => m.MyAppealDrawer))

const fields = fieldsOf(
  appeal.listMy,
  { key: 'title', label: '标题', on: ['table'], width: 260, card: 'title' },
  { key: 'appealNo', label: '编号', on: ['table'], width: 170, show: (row) => <span className="num">{row.appealNo ?? '无'}</span> },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(senderLabels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 150,
    show: (row) => <AppealState row={row} />,
  },
  // Senders look for the promised day, so it is visible without scrolling.
  { key: 'deadline', label: '承诺办结', on: ['table'], width: 235, show: (row) => <PromisedDay row={row} /> },
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '标题、编号' },
  { key: 'officeName', label: '办理部门', on: ['table'], width: 170, show: (row) => row.officeName ?? '尚未转办' },
  { key: 'typeName', label: '类型', on: ['table'], width: 200 },
  {
    key: 'submitTime',
    label: '提交时间',
    on: ['table'],
    width: 160,
    show: (row) => <span className="num">{localMinute(row.submitTime) || '无'}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

const isOrigin = (kind: string | null): kind is AppealOrigin => kind !== null && kind in appealOrigins
/** Reads the record from which the appeal is started: `?fromKind=consult&fromId=7`. */
function originIn(params: URLSearchParams): { fromKind: AppealOrigin; fromId: number } | null {
  const [kind, id] = [params.get('fromKind'), idOf(params.get('fromId'))]
  return isOrigin(kind) && id !== null ? { fromKind: kind, fromId: id } : null
}

/** 我的诉求: appeals of the user or the company, with their state and what the user has to do. `?new=1` opens the form, `?id=` one appeal. */
export default function MyAppeals() {
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const [again, setAgain] = useState<number | null>(null)
  const id = idOf(params.get('id'))
  const filing = params.get('new') === '1'
  const refresh = () => Promise.all([listKey(MY_LIST), ['appeal'], TODOS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
  const go = (to: Readonly<Record<string, string>>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const key of ['id', 'new', 'policyId', 'about', 'fromKind', 'fromId']) next.delete(key)
        for (const [key, value] of Object.entries(to)) next.set(key, value)
        return next
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={MY_LIST}
        fields={fields}
        shape={shape}
        endpoint={appeal.listMy}
        tools={
          <Button type="primary" onClick={() => go({ new: '1' })}>
            提诉求
          </Button>
        }
        first="还没有提过诉求。办事遇到困难、政策没有兑现、要素没有保障，都可以在这里提。"
        actions={[
          { label: '查看', when: (row) => row.state !== appealCodes.code.draft, open: (row) => go({ id: String(row.id) }) },
          { label: '补充后重新提交', when: (row) => row.state === appealCodes.code.back, open: (row) => setAgain(row.id) },
          { label: '继续填写', when: (row) => row.state === appealCodes.code.draft, open: (row) => setAgain(row.id) },
          {
            label: '删除',
            danger: true,
            when: (row) => row.allowed.includes('delete'),
            ask: (row) => ({ title: `删除“${row.title}”？`, effect: '删除后不能恢复。' }),
            run: async (row) => {
              await call(appeal.remove, { body: { id: row.id } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      {filing && (
        <AppealFormDrawer
          start={null}
          policyId={idOf(params.get('policyId'))}
          about={params.get('about')}
          from={originIn(params)}
          onClose={() => go({})}
          onDone={refresh}
        />
      )}
      {again !== null && <ReturnedForm id={again} onClose={() => setAgain(null)} onDone={refresh} />}
      <MyAppealDrawer id={id} onClose={() => go({})} onDone={refresh} onAgain={(one: number) => setAgain(one)} />
    </>
  )
}
