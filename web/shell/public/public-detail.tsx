import { useEffect, useState, type ReactNode } from 'react'
import { FactList } from '../../kit/fact-list.tsx'
import styles from './detail.module.css'

/** A part of a detail page with its own anchor; one without a body is left out. */
export interface Section {
  id: string
  name: string
  body: ReactNode
}

interface Props {
  title: string
  /** name and address of its list */
  above: readonly [name: string, path: string]
  /** other lists that contain it: a reader who came from one is linked back there */
  alsoIn?: readonly (readonly [name: string, path: string])[]
  /** name of the page as the last breadcrumb */
  here: string
  /** states, author, date: short texts below the title */
  meta?: ReactNode
  /** important notices */
  notes?: ReactNode
  /** the main facts with their names; one without a value is left out */
  facts?: readonly (readonly [name: string, value: ReactNode])[]
  sections: readonly Section[]
  /** beside the text: actions and related things */
  aside?: ReactNode
}

/** A public detail page: breadcrumbs, title, main facts, sections with a table of contents, actions. No script of its own, no antd. */
export function PublicDetail({ title, above, alsoIn = [], here, meta, notes, facts = [], sections, aside }: Props) {
  const [from, setFrom] = useState<string>()
  const paths = [above, ...alsoIn].map(([, path]) => path.split('?')[0]!).join(' ')
  useEffect(() => {
    // Loaded late; without it the back link leads to the whole list.
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
