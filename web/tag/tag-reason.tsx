import { useQuery } from '@tanstack/react-query'
import { matching } from '../../contract/matching.ts'
import { tag, tagSources } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { ConditionTree } from '../matching/index.ts'

/** 为什么有（没有）这个标签. Without `companyId` it is about the user's own company. */
export function TagReason({ tagId, companyId }: { tagId: number; companyId?: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['tag-reason', tagId, companyId],
    queryFn: () => call(tag.explain, { query: { tagId, ...(companyId ? { companyId } : {}) } }, { silent: true }),
    retry: false,
  })
  const labels = useQuery({
    queryKey: ['field-labels'],
    queryFn: async () => new Map(Object.entries((await call(matching.labels, { query: {} }, { silent: true })).labels)),
    staleTime: Infinity,
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">正在加载…</p>
  const state = data.has ? `具有此标签，来源：${tagSources[data.source!]}，自 ${localMinute(data.since!)}` : '没有此标签'
  if (data.smartFlag === 0) return <p>{data.has ? state : '没有此标签。该标签由人工维护，不按规则计算。'}</p>
  if (!data.consent || !data.explanation) return <p>{state}。该企业未授权平台使用其档案，不参与智能标签的计算。</p>
  return (
    <>
      <p>
        {state}。{data.outdated && '企业信息有变化，将在下一次计算后更新。'}
        {data.refreshTime && `最近计算：${localMinute(data.refreshTime)}`}
      </p>
      <ConditionTree node={data.explanation} {...(labels.data ? { labels: labels.data } : {})} />
    </>
  )
}
