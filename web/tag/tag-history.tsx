import { Drawer } from 'antd'
import type { RowOf } from '../../contract/endpoint.ts'
import { tag, tagSources } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ShortTable } from '../kit/table/short-table.tsx'

/** The companies that got or lost a tag, with time and reason; of one company when it is given. */
export function TagHistory({
  tag: of,
  companyId,
  onClose,
}: {
  tag: { id: number; tagName: string } | null
  companyId?: number
  onClose(): void
}) {
  return (
    <Drawer title={of ? `“${of.tagName}”的变动记录` : ''} open={of !== null} onClose={onClose} size={720} destroyOnHidden>
      {of && (
        <ShortTable<RowOf<typeof tag.history>>
          name={['tag-history', of.id, companyId]}
          load={(paging) =>
            call(tag.history, { query: { tagId: of.id, ...paging, ...(companyId ? { companyId } : {}) } }, { silent: true })
          }
          width={560}
          columns={[
            { title: '时间', dataIndex: 'at', width: 150, render: localMinute },
            ...(companyId ? [] : [{ title: '企业', dataIndex: 'companyName' }]),
            { title: '变动', dataIndex: 'joined', width: 70, render: (v: boolean) => (v ? '加入' : '移出') },
            { title: '来源', dataIndex: 'source', width: 70, render: (v: keyof typeof tagSources) => tagSources[v] },
            { title: '原因', dataIndex: 'reason' },
            { title: '操作人', dataIndex: 'byName', width: 120, render: (v: string | null) => v ?? '系统' },
          ]}
        />
      )}
    </Drawer>
  )
}
