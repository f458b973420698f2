import { Button } from 'antd'
import { useState } from 'react'
import { trainInfo, type TrainInfo } from '../../contract/training/info.ts'
import { infoFacts, infoKinds } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { infoPath } from './addresses.ts'
import { publishActions } from './publish-actions.ts'

const InfoForm = lazyPart(() => import('./info-form.client.tsx').then((m) => m.InfoForm))
const NAME = 'trainInfo'
const fields = fieldsOf(
  trainInfo.list,
  { key: 'title', label: '标题', on: ['search', 'table'], searchKey: 'keyword', width: 300, card: 'title' },
  {
    key: 'kind',
    label: '种类',
    kind: 'select',
    options: infoKinds.map((kind) => ({ value: kind, label: kind })),
    on: ['search', 'table'],
    width: 90,
  },
  {
    key: 'standing',
    label: '状态',
    kind: 'select',
    options: Object.entries(infoFacts.labels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    searchKey: 'state',
    width: 120,
    show: (row) => row.standing && <StatusTag tone={infoFacts.tones[row.standing.state as 0]}>{row.standing.stateName}</StatusTag>,
  },
  { key: 'topFlag', label: '置顶', on: ['table'], width: 80, show: (row) => (row.topFlag === 1 ? '是' : '') },
  { key: 'viewNum', label: '浏览', on: ['table'], width: 80 },
  {
    key: 'publishTime',
    label: '发布时间',
    on: ['table'],
    width: 150,
    show: (row) => row.publishTime && <span className="num">{localMinute(row.publishTime)}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 宣传报道: reports, to write, publish and pin. */
export function InfoTable() {
  const refresh = useRefreshList(NAME)
  const writes = useCan()('train:manage')
  const [open, setOpen] = useState<TrainInfo | 'new' | null>(null)
  const isOpen = (row: TrainInfo) => row.standing?.state === infoFacts.code.published
  const pin = (label: string, from: 0 | 1): RowAction<TrainInfo> => ({
    label,
    when: (row) => writes && isOpen(row) && row.topFlag === from,
    run: async (row) => {
      await call(trainInfo.setTop, { body: { id: row.id, topFlag: 1 - from } })
      toast.success(`已${label}`)
      await refresh()
    },
  })
  const more = [{ label: '查看', when: isOpen, to: (row: TrainInfo) => infoPath(row.id) }, pin('置顶', 0), pin('取消置顶', 1)]
  const actions = publishActions<TrainInfo>(trainInfo, { edit: setOpen, refresh, more })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={NAME}
        endpoint={trainInfo.list}
        asked={{ scope: 'manage' }}
        fields={fields}
        shape={shape}
        actions={actions}
        first="还没有宣传报道。新增并发布后公开。"
        tools={
          writes && (
            <Button type="primary" onClick={() => setOpen('new')}>
              新增报道
            </Button>
          )
        }
      />
      {open && <InfoForm id={open === 'new' ? null : open.id} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
