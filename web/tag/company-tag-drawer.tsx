import { useQuery } from '@tanstack/react-query'
import { Collapse, Drawer, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { tag, tagSources } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { TagMark } from './tag-mark.tsx'
import { TagReason } from './tag-reason.tsx'

/** The tags of one company with their reasons, and the reason why it does not have another tag. */
export function CompanyTagDrawer({ company, onClose }: { company: { id: number; companyName: string } | null; onClose(): void }) {
  const [asked, setAsked] = useState<number | null>(null)
  useEffect(() => setAsked(null), [company])
  const worn = useQuery({
    queryKey: ['worn-tags', company?.id],
    queryFn: () => call(tag.enterpriseTagList, { query: { companyId: company!.id } }, { silent: true }),
    enabled: company !== null,
    retry: false,
  })
  const options = useQuery({
    queryKey: ['tag-options'],
    queryFn: () => call(tag.options, { query: {} }, { silent: true }),
    enabled: company !== null,
    retry: false,
  })
  const others = (options.data ?? []).filter((o) => !worn.data?.some((w) => w.id === o.id))
  return (
    <Drawer title={company?.companyName} open={company !== null} onClose={onClose} size={720} destroyOnHidden>
      {worn.error ? (
        <ErrorState error={worn.error} onRetry={() => void worn.refetch()} />
      ) : !worn.data || !company ? (
        <Skeleton active />
      ) : (
        <>
          {worn.data.length === 0 && <p>还没有标签。</p>}
          <Collapse
            items={worn.data.map((w) => ({
              key: w.id,
              label: (
                <>
                  <TagMark colour={w.colour} smart={w.smartFlag === 1}>
                    {w.tagName}
                  </TagMark>
                  {tagSources[w.source]}，自 {localMinute(w.since)}
                </>
              ),
              children: <TagReason tagId={w.id} companyId={company.id} />,
            }))}
          />
          <h3 style={{ margin: '24px 0 8px' }}>为什么没有某个标签</h3>
          <Select
            style={{ width: '100%', marginBottom: 12 }}
            aria-label="选择标签"
            placeholder="选择一个标签"
            value={asked}
            onChange={setAsked}
            showSearch={{ optionFilterProp: 'label' }}
            options={others.map((o) => ({ value: o.id, label: o.parentName ? `${o.parentName} / ${o.tagName}` : o.tagName }))}
          />
          {asked !== null && <TagReason tagId={asked} companyId={company.id} />}
        </>
      )}
    </Drawer>
  )
}
