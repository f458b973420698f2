import type { MarketItem } from '../../contract/market/item.ts'
import styles from './market.module.css'

/** The attributes of an item with their names. */
export const Facts = ({ facts }: { facts: MarketItem['facts'] }) => (
  <ul className={styles.facts}>
    {facts.map(({ key, name, value }) => (
      <li key={key}>
        <span>{name}</span>
        <span>{value}</span>
      </li>
    ))}
  </ul>
)
