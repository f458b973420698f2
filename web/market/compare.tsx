import { useSearchParams } from 'react-router'
import type { MarketDetail } from '../../contract/market/item.ts'
import { attributesOf } from '../../contract/market/attributes.ts'
import { itemPath, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { PrintPage } from '../shell/public/detail-parts.tsx'
import { withQuery } from '../shell/address.ts'
import { MARKET } from './addresses.ts'
import { freshText } from './market-item.tsx'
import page from '../shell/public/detail.module.css'
import styles from './market.module.css'

/** Two to four items side by side; rows with differences are marked. */
export function Compare({ items, kind, more }: { items: readonly MarketDetail[]; kind: MarketKind; more: boolean }) {
  const { name } = marketKinds[kind]
  const [params] = useSearchParams()
  const said = (item: MarketDetail, key: string) => item.facts.find((fact) => fact.key === key)?.value ?? ''
  const rows: [string, (item: MarketDetail) => string][] = [
    ['镇街', (item) => item.streetName],
    ['地址', (item) => item.address],
    ...attributesOf(kind).map(([key, { label }]): [string, (item: MarketDetail) => string] => [label, (item) => said(item, key)]),
    ['发布方', (item) => item.owner],
    ['最近确认', freshText],
  ]
  return (
    <div className="container" style={{ paddingBlock: 24 }}>
      <nav aria-label="面包屑" className={page.crumbs}>
        <a href="/page/home">首页</a> / <a href={withQuery(MARKET, params, { compare: null })}>供需市场</a> /{' '}
        <span aria-current="page">比较</span>
      </nav>
      <h1>
        比较 {items.length} 个{name}
      </h1>
      {more && <p role="status">一次最多比较 4 个，已取前 4 个。</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable by keyboard */}
      <div className={`card ${styles.scroll}`} tabIndex={0} role="region" aria-label="比较">
        <table>
          <thead>
            <tr>
              <th scope="col">项目</th>
              {items.map((item) => (
                <th key={item.id} scope="col">
                  <a href={itemPath(item.kind, item.id)}>{item.title}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .map(([label, of]) => ({ label, cells: items.map(of) }))
              .filter(({ cells }) => cells.some(Boolean))
              .map(({ label, cells }) => (
                <tr key={label} data-differs={new Set(cells).size > 1 ? '' : undefined}>
                  <th scope="row">{label}</th>
                  {cells.map((cell, n) => (
                    <td key={items[n]!.id}>{cell || '未填写'}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <p className={styles.buttons}>
        <PrintPage />
      </p>
    </div>
  )
}
