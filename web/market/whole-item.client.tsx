import { useQuery } from '@tanstack/react-query'
import { marketGroups } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { RichTextView } from '../kit/rich-text/rich-text-view.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { StoredPicture } from '../kit/upload/stored-file-view.tsx'
import { Facts } from './facts.tsx'
import styles from './market.module.css'

/** The whole item as the public will read it, with similar items, for the reviewer. Its pictures are not public yet. */
export function WholeItem({ kind, id }: { kind: MarketKind; id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['market', 'whole', kind, id],
    queryFn: () => call(marketGroups[kind].findById, { query: { id } }, { silent: true }),
    // Always read again, so that the reviewer sees the present content.
    gcTime: 0,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">正在加载…</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className={styles.whole} tabIndex={0} role="region" aria-label="信息全文">
      <p>
        <strong>{data.title}</strong>（{data.owner}，{data.contactPerson} {data.contactPhone}）
      </p>
      {data.duplicates.length > 0 && (
        <div className={styles.alike} role="note">
          <p>可能重复：</p>
          <ul>
            {data.duplicates.map((one) => (
              <li key={one.id}>
                <a href={`${marketKinds[kind].desk}?keyword=${encodeURIComponent(one.title)}`} target="_blank" rel="noreferrer">
                  {one.title}
                </a>
                （{one.why}）
              </li>
            ))}
          </ul>
        </div>
      )}
      <Facts
        facts={[
          { key: 'area', name: '面积', value: data.areaText },
          { key: 'price', name: '价格', value: data.priceText },
          { key: 'place', name: '位置', value: [data.streetName, data.address].filter(Boolean).join(' ') },
          ...(data.lng !== null && data.lat !== null ? [{ key: 'pin', name: '坐标', value: `${data.lng}, ${data.lat}` }] : []),
          ...data.facts,
        ]}
      />
      {data.images.length > 0 && (
        <ul className={styles.gallery}>
          {data.images.map((key, n) => (
            <li key={key}>
              <StoredPicture filePath={key} alt={`图片 ${n + 1}`} />
            </li>
          ))}
        </ul>
      )}
      {data.purpose && <p>{data.purpose}</p>}
      {data.description && <RichTextView html={data.description} />}
    </div>
  )
}
