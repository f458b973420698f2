import type { MarketLike } from '../../contract/market/dealing.ts'
import { marketGroups, type MarketDetail } from '../../contract/market/item.ts'
import { itemPath, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { PlaceMap } from '../map/index.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { PrintPage, Related, richBody, SideBlock } from '../shell/public/detail-parts.tsx'
import { PublicDetail } from '../shell/public/public-detail.tsx'
import { useCountedView } from '../shell/public/use-counted-view.ts'
import { listOf } from './addresses.ts'
import { Facts } from './facts.tsx'
import { answersText, freshText, pictureOf } from './market-item.tsx'
import styles from './market.module.css'
import { ShareButton } from './share-button.tsx'

// The parts for the reader's own actions are loaded after the page has appeared.
const OwnPart = lazyPart(() => import('./own-part.tsx').then((m) => m.OwnPart))
const CostPart = lazyPart(() => import('./cost-part.tsx').then((m) => m.CostPart))
const SeenPart = lazyPart(() => import('./seen-part.tsx').then((m) => m.SeenPart))
const QuestionsPart = lazyPart(() => import('./questions-part.tsx').then((m) => m.QuestionsPart))

const counted = (kind: MarketKind) => (id: number) => call(marketGroups[kind].incViewNum, { body: { id } }, { silent: true })
const countView: Readonly<Record<MarketKind, (id: number) => Promise<unknown>>> = {
  landInfo: counted('landInfo'),
  landDemand: counted('landDemand'),
  workshopInfo: counted('workshopInfo'),
  workshopDemand: counted('workshopDemand'),
}
/**
 * The price compared with the median of similar items in the same street; the server gives it only when there are enough items of enough
 * owners.
 */
const pricesText = ({ median, low, high, count, unit, against, deals }: NonNullable<MarketDetail['prices']>): string =>
  `本镇街同类 ${count} 处，中位 ${median} ${unit}，一般在 ${low}～${high} ${unit}。${
    against === null || against === 0 ? '' : `这一处${against > 0 ? '高于' : '低于'}中位 ${Math.abs(against)}%。`
  }${deals ? `半年内成交 ${deals.count} 处，成交中位 ${deals.median} ${unit}。` : ''}`

/** 厂房 or 土地, supply or demand: description, place, price, last confirmation, and the actions of the reader. */
export function MarketDetailPage({ item, like }: { item: MarketDetail; like: readonly MarketLike[] }) {
  const { name, side } = marketKinds[item.kind]
  useCountedView(countView[item.kind], item.id)
  return (
    <PublicDetail
      title={item.title}
      above={['供需市场', listOf(item.kind)]}
      here={`${name}详情`}
      meta={
        <>
          <span>{item.owner}</span>
          <span>{freshText(item)}</span>
          {item.publishTime && <span>{localMinute(item.publishTime).slice(0, 10)} 发布</span>}
          <span>浏览 {item.viewNum}</span>
        </>
      }
      notes={item.staleDays !== null ? <p className="meta">这条信息 {item.staleDays} 天没有确认，可能已经变化，请先联系核实。</p> : null}
      facts={[
        ['面积', item.areaText],
        [side === 'supply' ? '价格' : '预算', item.priceText],
        ['镇街', item.streetName],
        ['地址', item.address],
        ['联系人', `${item.contactPerson} ${item.contactPhone}`],
      ]}
      sections={[
        { id: 'pictures', name: '图片', body: item.images.length > 0 ? <Gallery item={item} /> : null },
        { id: 'facts', name: side === 'supply' ? '具体情况' : '具体要求', body: <Facts facts={item.facts} /> },
        { id: 'purpose', name: '用途说明', body: item.purpose ? <p>{item.purpose}</p> : null },
        { id: 'description', name: '介绍', body: item.description ? richBody(item.description) : null },
        { id: 'prices', name: '价格参考', body: item.prices ? <p>{pricesText(item.prices)}</p> : null },
        {
          id: 'cost',
          name: '总成本测算',
          body: side === 'supply' ? <CostPart item={item} /> : null,
        },
        {
          id: 'questions',
          name: '问答',
          body: <QuestionsPart kind={item.kind} id={item.id} title={item.title} />,
        },
        {
          id: 'place',
          name: '位置',
          body: item.lng !== null && item.lat !== null ? <PlaceMap lng={item.lng} lat={item.lat} title={item.title} /> : null,
        },
      ]}
      aside={
        <>
          <OwnPart kind={item.kind} id={item.id} title={item.title} />
          {item.answers && (
            <SideBlock title="回复情况">
              <p className="meta">{answersText(item.answers)}</p>
            </SideBlock>
          )}
          <Related title={`同类${name}`} items={like.map(({ id, title }) => ({ name: title, path: itemPath(item.kind, id) }))} />
          <SeenPart kind={item.kind} id={item.id} title={item.title} />
          <p className={styles.buttons}>
            <ShareButton title={item.title} />
            <PrintPage />
          </p>
        </>
      }
    />
  )
}

const Gallery = ({ item }: { item: MarketDetail }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable by keyboard
  <ul className={styles.gallery} tabIndex={0} aria-label="图片，左右滚动">
    {item.images.map((key, n) => (
      <li key={key}>
        <img src={pictureOf(key)} alt={`${item.title}，图片 ${n + 1}`} loading="lazy" width={560} height={350} />
      </li>
    ))}
  </ul>
)
