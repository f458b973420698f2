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

/** A part of the result that stands open. `says`: where nothing is in it. */
export const Group = ({ title, list, total = list.length, note, says, card }: Part & { note?: string; says?: string }) => (
  <section className={`card ${styles.group}`}>
    <h2>
      {title}（{total}）
    </h2>
    {note && <p className="meta">{note}</p>}
    {list.length === 0 && says ? <p className="meta">{says}</p> : <ul>{list.map(card)}</ul>}
  </section>
)

/** A part that is read on demand; it opens by itself where the wanted policy stands in it. */
export const Folded = ({ title, list, total = list.length, wanted, card }: Part & { wanted: string | null }) =>
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
