import { useEffect, useState, type ReactNode } from 'react'
import { FactList } from '../../kit/fact-list.tsx'
import styles from './detail.module.css'

/** A part of a detail page with an address of its own; one without a body is left out. */
export interface Section {
  id: string
  name: string
  body: ReactNode
}

interface Props {
  title: string
  /** name and address of the list it stands in */
  above: readonly [name: string, path: string]
  /** other lists in which it stands: who comes from one is led back there */
  alsoIn?: readonly (readonly [name: string, path: string])[]
  /** what the page is, as the last step of the way to it */
  here: string
  /** states, who, when: short words under the title */
  meta?: ReactNode
  /** what must be known before reading on */
  notes?: ReactNode
  /** the main facts, each with its name; one without a value is left out */
  facts?: readonly (readonly [name: string, value: ReactNode])[]
  sections: readonly Section[]
  /** beside the text: what can be done, what is related */
  aside?: ReactNode
}

/** A public detail page: the way to it, title, facts at a glance, sections with a table of contents, what can be done. No script of its own, no antd. */
export function PublicDetail({ title, above, alsoIn = [], here, meta, notes, facts = [], sections, aside }: Props) {
  const [from, setFrom] = useState<string>()
  const paths = [above, ...alsoIn].map(([, path]) => path.split('?')[0]!).join(' ')
  useEffect(() => {
    // Nothing of the first view waits for it; without it the way back leads to the whole list.
    import('./came-from.ts').then(
      (m) => setFrom(m.cameFrom(paths.split(' '))),
      () => {},
    )
  }, [paths])
  const [fromName] = alsoIn.find(([, path]) => path === from?.split('?')[0]) ?? above
  const known = facts.filter(([, value]) => value)
  const shown = sections.filter(({ body }) => body)
  const article = (
    <article className={`card ${styles.body} ${aside ? '' : styles.alone}`}>
      {shown.length > 1 && (
        <nav aria-label="本页内容" className={styles.contents}>
          {shown.map(({ id, name }) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {shown.map(({ id, name, body }) => (
        <section key={id} id={id}>
          <h2>{name}</h2>
          {body}
        </section>
      ))}
    </article>
  )
  return (
    <div className={`container ${styles.page}`}>
      <nav aria-label="面包屑" className={styles.crumbs}>
        <a href="/page/home">首页</a> / <a href={from ?? above[1]}>{fromName}</a> / <span aria-current="page">{here}</span>
      </nav>
      <header className={styles.head}>
        <h1>{title}</h1>
        {meta && <p className={styles.meta}>{meta}</p>}
        {notes}
      </header>
      {known.length > 0 && <FactList className={`card ${styles.facts}`} facts={known} />}
      {aside ? (
        <div className={styles.columns}>
          {article}
          <aside className={styles.rail}>{aside}</aside>
        </div>
      ) : (
        article
      )}
    </div>
  )
}
