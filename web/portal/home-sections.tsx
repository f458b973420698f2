import { useState } from 'react'
import type { HomeView } from '../../contract/policy.ts'
import { AppealIcon, CalculatorIcon, DeclareIcon, PolicyIcon } from './entry-icons.tsx'
import { Link } from '../shell/link.tsx'
import { SiteAddress } from '../shell/site-address.tsx'
import styles from './home.module.css'

const icons: Readonly<Record<string, typeof PolicyIcon>> = {
  search: PolicyIcon,
  calculator: CalculatorIcon,
  declare: DeclareIcon,
  appeal: AppealIcon,
}

export const Entries = ({ view, over = false }: { view: HomeView; over?: boolean }) => (
  <ul className={`card ${styles.tasks} ${over ? styles.over : ''}`}>
    {view.entries.map(({ code, label, url, text }) => {
      const Icon = icons[code] ?? PolicyIcon
      return (
        <li key={code}>
          <SiteAddress url={url} className={styles.task!}>
            <Icon />
            <span>
              <strong>{label}</strong>
              {text && <span>{text}</span>}
            </span>
          </SiteAddress>
        </li>
      )
    })}
  </ul>
)

const counted = new Intl.NumberFormat('zh-CN')
export const Figures = ({ title, view }: { title: string; view: HomeView }) => (
  <section className={`card ${styles.figures}`} aria-label={title}>
    <dl>
      {view.figures.map((f) => (
        <div key={f.code}>
          <dt>{f.label}</dt>
          <dd>
            {f.more ? (
              <Link to={f.more}>
                <Amount {...f} />
                <span className="visually-hidden">，查看{f.label}</span>
              </Link>
            ) : (
              <Amount {...f} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const Amount = ({ value, unit }: HomeView['figures'][number]) => (
  <>
    <strong className="num">{counted.format(value)}</strong> {unit}
  </>
)

type Section = HomeView['sections'][number]

const Head = ({ section: { code, label, more } }: { section: Section }) => (
  <div className={styles.blockHead}>
    <h2 id={code}>{label}</h2>
    {more && (
      <Link to={more}>
        更多<span className="visually-hidden">{label}</span>
      </Link>
    )}
  </div>
)

/** A list with columns; narrow screens show only the first and the last. When rows name kinds of companies, buttons filter by kind. */
export function Table({ section }: { section: Section }) {
  const [kind, setKind] = useState<string | null>(null)
  const kinds = [
    ...Map.groupBy(
      section.rows.flatMap((row) => row.kinds ?? []),
      (name) => name,
    ),
  ].map(([name, all]) => ({ name, count: all.length }))
  return (
    <section className={`card ${styles.block}`} aria-labelledby={section.code}>
      <Head section={section} />
      {kinds.length > 1 && (
        <div className={styles.kinds} role="group" aria-label={`${section.label}：按企业类型`}>
          {[{ name: null, count: section.rows.length }, ...kinds].map(({ name, count }) => (
            <button key={name ?? ''} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
              {name ?? '全部'} <span className="num">{count}</span>
            </button>
          ))}
        </div>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            {section.columns.map((name, i) => (
              <th key={name} scope="col" className={isInner(i, section) ? styles.wide : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {section.rows
            .filter((row) => kind === null || row.kinds?.includes(kind))
            .map((row) => (
              <tr key={row.url + row.title}>
                <td>
                  <Link to={row.url}>{row.title}</Link>
                </td>
                {row.cells.map((cell, i) => (
                  <td key={i} className={`${styles.wide} num`}>
                    {cell}
                  </td>
                ))}
                <td className={`num ${row.urgent ? styles.urgent : ''}`}>{row.note}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
const isInner = (place: number, { columns }: Section) => place > 0 && place < columns.length - 1

/** A list of titles, each with a short note. */
export const List = ({ section }: { section: Section }) => (
  <section className={`card ${styles.block}`}>
    <Head section={section} />
    <ul>
      {section.rows.map((row) => (
        <li key={row.url + row.title} className={styles.row}>
          <Link to={row.url}>{row.title}</Link>
          <span className="meta num">{row.note}</span>
        </li>
      ))}
    </ul>
  </section>
)
