import type { ReactNode } from 'react'
import type { Judgement } from '../../contract/matching.ts'
import styles from './sub-list.module.css'

interface Part {
  title: string
  list: readonly Judgement[]
  /** more than are listed */
  total?: number
  card(j: Judgement): ReactNode
}

/** More than these are read on demand. */
const AT_FIRST = 10

/** A part of the result that stands open. `says`: where nothing is in it; `counted`: whether its title says how many they are. */
export const Group = ({
  title,
  list,
  total = list.length,
  note,
  says,
  card,
  counted = true,
}: Part & { note?: string; says?: string; counted?: boolean }) => {
  const more = list.slice(AT_FIRST)
  return (
    <section className={`card ${styles.group}`}>
      <h2>
        {title}
        {counted && `（${total}）`}
      </h2>
      {note && <p className="meta">{note}</p>}
      {list.length === 0 && says ? <p className="meta">{says}</p> : <ul>{list.slice(0, AT_FIRST).map(card)}</ul>}
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>其余 {more.length} 项</summary>
          <ul>{more.map(card)}</ul>
        </details>
      )}
    </section>
  )
}

/** A part that is read on demand. */
export const Folded = ({ title, list, total = list.length, card }: Part) =>
  list.length > 0 && (
    <details className={`card ${styles.group} ${styles.folded}`}>
      <summary>
        <h2>
          {title}（{total}）
        </h2>
      </summary>
      <ul>{list.map(card)}</ul>
    </details>
  )
