import type { ReactNode } from 'react'
import type { Judgement } from '../../contract/matching.ts'
import styles from './sub-list.module.css'

interface Part {
  title: string
  list: readonly Judgement[]
  /** more than are listed */
  total?: number
  /** code of the policy to begin with */
  wanted: string | null
  card(j: Judgement): ReactNode
}

/** More than these are read on demand. */
const AT_FIRST = 10

/** A part of the result that stands open. `says`: where nothing is in it. */
export const Group = ({ title, list, total = list.length, wanted, note, says, card }: Part & { note?: string; says?: string }) => {
  const more = list.slice(AT_FIRST)
  return (
    <section className={`card ${styles.group}`}>
      <h2>
        {title}（{total}）
      </h2>
      {note && <p className="meta">{note}</p>}
      {list.length === 0 && says ? <p className="meta">{says}</p> : <ul>{list.slice(0, AT_FIRST).map(card)}</ul>}
      {more.length > 0 && (
        <details className={styles.more} open={more.some((j) => j.code === wanted)}>
          <summary>其余 {more.length} 项</summary>
          <ul>{more.map(card)}</ul>
        </details>
      )}
    </section>
  )
}

/** A part that is read on demand; it opens by itself where the wanted policy stands in it. */
export const Folded = ({ title, list, total = list.length, wanted, card }: Part) =>
  list.length > 0 && (
    <details className={`card ${styles.group} ${styles.folded}`} open={list.some((j) => j.code === wanted)}>
      <summary>
        <h2>
          {title}（{total}）
        </h2>
      </summary>
      <ul>{list.map(card)}</ul>
    </details>
  )
