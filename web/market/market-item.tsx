import type { AttributeKey } from '../../contract/market/attributes.ts'
import type { MarketItem as Item } from '../../contract/market/item.ts'
import { itemPath } from '../../contract/market/states.ts'
import { localMinute } from '../kit/date/local-time.ts'
import styles from './market.module.css'

const SHOWN_FACTS = 5
/** Attributes that the lines above already show. */
const HEADLINE: readonly string[] = [
  'landArea',
  'rentArea',
  'minArea',
  'areaMin',
  'areaMax',
  'price',
  'rentPrice',
  'salePrice',
  'rentMax',
  'priceMax',
] satisfies AttributeKey[]
export const pictureOf = (key: string): string => `/files/download?filePath=${encodeURIComponent(key)}&inline=true`
/** The last confirmation as text; an item that was not confirmed for too long shows for how long. */
export const freshText = ({ staleDays, freshTime }: Pick<Item, 'staleDays' | 'freshTime'>): string =>
  staleDays === null ? `${localMinute(freshTime).slice(0, 10)} 确认` : `已 ${staleDays} 天未确认`
/** The difference from the median of similar items in the same street, in words. */
export const againstText = (against: number): string =>
  against === 0 ? '与本镇街同类中位相当' : `${against > 0 ? '高于' : '低于'}本镇街同类中位 ${Math.abs(against)}%`
/** How the owner answers requests, in words. */
export const answersText = (answers: Item['answers']): string =>
  answers === null ? '' : `${answers.asked} 人联系，已回复 ${answers.answered} 人${hoursText(answers.hours)}`
/** From two days on, hours are no measure that people read. */
const hoursText = (hours: number | null): string =>
  hours === null ? '' : hours < 1 ? '，一般不到 1 小时' : hours < 48 ? `，一般 ${hours} 小时内` : `，一般 ${Math.ceil(hours / 24)} 天内`
const distanceText = (metres: number): string => (metres < 1000 ? `${metres} 米` : `${(metres / 1000).toFixed(1)} 公里`)

/** One item in a public list: picture, description, size, price, place, last confirmation. */
export function MarketItem({ item, compare }: { item: Item; compare: boolean }) {
  const [picture] = item.images
  const isSupply = item.kind === 'landInfo' || item.kind === 'workshopInfo'
  return (
    <li className={styles.item} data-item={item.id} data-place={item.lng === null ? undefined : `${item.lng},${item.lat}`}>
      {isSupply
        && (picture ? (
          <img src={pictureOf(picture)} width={128} height={88} loading="lazy" alt="" />
        ) : (
          <span className={styles.none} aria-hidden="true">
            暂无图片
          </span>
        ))}
      <div>
        <h3>
          <a href={itemPath(item.kind, item.id)}>{item.title}</a>
        </h3>
        <p>
          <span className="num">{item.areaText}</span>　<span className={styles.price}>{item.priceText}</span>
          {item.against !== null && <span className="meta">　{againstText(item.against)}</span>}
        </p>
        <p className="meta">
          {[
            item.streetName,
            item.address,
            ...item.facts
              .filter(({ key }) => !HEADLINE.includes(key))
              .slice(0, SHOWN_FACTS)
              .map(({ name, value }) => `${name} ${value}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="meta">
          {[
            item.owner,
            freshText(item),
            answersText(item.answers),
            `浏览 ${item.viewNum}`,
            item.distance === null ? '' : `距离 ${distanceText(item.distance)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {compare && (
          <label className={styles.pick}>
            <input type="checkbox" name="compare" value={item.id} form="compare" />
            比较<span className="visually-hidden">：{item.title}</span>
          </label>
        )}
      </div>
    </li>
  )
}
