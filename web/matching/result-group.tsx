import type { ReactNode } from 'react'
import type { Judgement } from '../../contract/matching.ts'
import styles from './sub-list.module.css'

interface Part {
  title: string
  list: readonly Judgement[]
  /** number of all, when not all are in `list` */
  total?: number
  card(j: Judgement): ReactNode
}

/** Further policies are folded. */
const AT_FIRST = 10

/** An open part of the result. `says`: text for an empty part; `counted`: whether the title shows the number. */
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

/** A folded part of the result. */
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
