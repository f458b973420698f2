import { useQuery } from '@tanstack/react-query'
import { Collapse } from 'antd'
import { tag, tagSources } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import css from './own-tags.module.css'
import { TagMark } from './tag-mark.tsx'
import { TagReason } from './tag-reason.tsx'

/** The tags that the platform shows to the company itself, with their reasons. */
export function OwnTags() {
  const { data, error, refetch } = useQuery({
    queryKey: ['worn-tags', 'own'],
    queryFn: () => call(tag.enterpriseTagList, { query: {} }, { silent: true }),
    retry: false,
  })
  return (
    <section className={css.panel} aria-labelledby="own-tags">
      <header className={css.head}>
        <h2 id="own-tags">企业标签</h2>
      </header>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p role="status">正在加载…</p>
      ) : data.length === 0 ? (
        <p className={css.note}>还没有标签。</p>
      ) : (
        <Collapse
          items={data.map((w) => ({
            key: w.id,
            label: (
              <>
                <TagMark colour={w.colour} smart={w.smartFlag === 1}>
                  {w.tagName}
                </TagMark>{' '}
                {tagSources[w.source]}，自 {localMinute(w.since)}
              </>
            ),
            children: <TagReason tagId={w.id} />,
          }))}
        />
      )}
    </section>
  )
}
