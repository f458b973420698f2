import { Button } from 'antd'
import { useState } from 'react'
import { service, type ServiceItem } from '../../contract/content/services.ts'
import { serviceKinds, type ServiceKind } from '../../contract/content/service-words.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { shelfOptions, StateTag } from './news-words.tsx'
import { shelfActions } from './shelf-actions.tsx'

const ServiceForm = lazyPart(() => import('./service-form.client.tsx').then((m) => m.ServiceForm))

const fields = fieldsOf(
  service.list,
  { key: 'title', label: '名称', on: ['search', 'table'], searchKey: 'keyword', width: 240, card: 'title' },
  { key: 'category', label: '类别', on: ['search', 'table'], width: 130 },
  {
    key: 'standing',
    label: '状态',
    kind: 'select',
    options: shelfOptions,
    on: ['search', 'table'],
    searchKey: 'state',
    width: 120,
    show: (row) => row.standing && <StateTag state={row.standing.state} />,
  },
  { key: 'provider', label: '提供方', on: ['table'], width: 200 },
  { key: 'phone', label: '电话', on: ['table'], width: 150 },
  { key: 'cost', label: '费用', on: ['table'], width: 140, hidden: true },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** Services of one kind in all states, in the order of the public page. */
export function ServiceTable({ kind }: { kind: ServiceKind }) {
  const list = `services-${kind}`
  const refresh = useRefreshList(list)
  const [open, setOpen] = useState<ServiceItem | 'new' | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        key={list}
        name={list}
        first={`还没有${serviceKinds[kind]}。新增并发布后公开。`}
        fields={fields}
        shape={shape}
        endpoint={service.list}
        asked={{ scope: 'manage', kind }}
        actions={shelfActions<ServiceItem>(service, (row) => row.title, { edit: setOpen, refresh })}
        tools={
          <Button type="primary" onClick={() => setOpen('new')}>
            新增服务
          </Button>
        }
      />
      {open && <ServiceForm kind={kind} item={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}
