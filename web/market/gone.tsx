import type { MarketLike } from '../../contract/market/dealing.ts'
import { itemPath, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { listOf } from './addresses.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import page from '../shell/public/detail.module.css'
import styles from './market.module.css'

const AsPerson = lazyPart(() => import('./as-person.client.tsx').then((m) => m.AsPerson))

/** The page of an item that is not public. It links to the list, to similar items and, for a supply, to registering an own demand. */
export function Gone({ kind, like, ownAsPerson }: { kind: MarketKind; like: readonly MarketLike[]; ownAsPerson: boolean }) {
  const { name, side, other } = marketKinds[kind]
  return (
    <div className="container" style={{ paddingBlock: 24 }}>
      <nav aria-label="面包屑" className={page.crumbs}>
        <a href="/page/home">首页</a> / <a href={listOf(kind)}>供需市场</a> / <span aria-current="page">{name}详情</span>
      </nav>
      <h1>这条{name}信息目前不公开</h1>
      {ownAsPerson ? <AsPerson kind={kind} /> : <p>它可能已经成交或下架，也可能是发布方很久没有确认。</p>}
      <p className={styles.buttons}>
        <a className="btn btn-primary" href={listOf(kind)}>
          看全部{name}
        </a>
        {side === 'supply' && (
          <a className="btn" href={marketKinds[other].own}>
            登记需求，有合适的通知我
          </a>
        )}
      </p>
      {like.length > 0 && (
        <section className={`card ${styles.likes}`} aria-labelledby="likes">
          <h2 id="likes">正在公开的相近{name}</h2>
          <ul>
            {like.map((one) => (
              <li key={one.id}>
                <a href={itemPath(kind, one.id)}>{one.title}</a>
                <span className="meta">{[one.areaText, one.priceText, one.streetName].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
