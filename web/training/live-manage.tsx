import { Button } from 'antd'
import { useState } from 'react'
import { live, type Live } from '../../contract/training/info.ts'
import { infoFacts, trainingStatus } from '../../contract/training/states.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { spanText, StatusOf } from './activity-item.tsx'
import { publishActions } from './publish-actions.ts'

const LiveForm = lazyPart(() => import('./live-form.client.tsx').then((m) => m.LiveForm))
const NAME = 'trainLive'
const { notStarted, running, ended } = trainingStatus.code
const fields = fieldsOf(
  live.list,
  { key: 'title', label: '直播名称', on: ['search', 'table'], searchKey: 'keyword', width: 280, card: 'title' },
  {
    key: 'status',
    label: '状态',
    kind: 'select',
    options: [notStarted, running, ended].map((code) => ({ value: code, label: trainingStatus.labels[code] })),
    on: ['search', 'table'],
    width: 110,
    show: (row) => <StatusOf status={row.status} name={row.statusName} />,
  },
  {
    key: 'standing',
    label: '发布',
    on: ['table'],
    width: 110,
    show: (row) => row.standing && <StatusTag tone={infoFacts.tones[row.standing.state as 0]}>{row.standing.stateName}</StatusTag>,
  },
  {
    key: 'startTime',
    label: '时间',
    on: ['table'],
    width: 240,
    show: (row) => <span className="num">{spanText(row.startTime, row.endTime)}</span>,
  },
  { key: 'url', label: '地址', on: ['table'], width: 260 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 直播管理: the live sessions, their times, and their recordings. */
export default function LiveManage() {
  const refresh = useRefreshList(NAME)
  const writes = useCan()('train:manage')
  const [open, setOpen] = useState<Live | 'new' | null>(null)
  const actions = publishActions<Live>(live, { edit: setOpen, refresh })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={NAME}
        endpoint={live.list}
        asked={{ scope: 'manage' }}
        fields={fields}
        shape={shape}
        actions={actions}
        first="还没有直播。新增并发布后在培训宣传页公开，开始前十分钟可以进入。"
        tools={
          writes && (
            <Button type="primary" onClick={() => setOpen('new')}>
              新增直播
            </Button>
          )
        }
      />
      {open && <LiveForm row={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
