import type { HomeView } from '../../contract/policy.ts'
import { AppealIcon, CalculatorIcon, DeclareIcon, PolicyIcon } from '../shell/icons.tsx'
import { Link } from '../shell/link.tsx'
import type { ClosingRow, Row } from './listed.ts'
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
            <strong className="num">{counted.format(f.value)}</strong> {f.unit}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

export const ClosingTable = ({ title, items }: { title: string; items: ClosingRow[] }) => (
  <section className={`card ${styles.block}`} aria-labelledby="closing">
    <div className={styles.blockHead}>
      <h2 id="closing">{title}</h2>
      <Link to="/page/policysearch?sort=deadline">更多</Link>
    </div>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col" className={styles.wide}>
            部门
          </th>
          <th scope="col" className={styles.wide}>
            材料
          </th>
          <th scope="col">截止</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Closing key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  </section>
)

export const Recommended = ({ title, items }: { title: string; items: HomeView['hotPolicies'] }) => (
  <section className={`card ${styles.block}`}>
    <h2>{title}</h2>
    <ul>
      {items.map((item) => (
        <li key={item.id} className={styles.row}>
          <Link to={`/page/policyserverdetail?id=${item.id}`}>{item.policyTitle}</Link>
          {item.applyTo && <span className="meta num">{item.applyTo} 截止</span>}
        </li>
      ))}
    </ul>
  </section>
)

const Closing = ({ item }: { item: ClosingRow }) => (
  <tr>
    <td>
      <Link to={`/page/policyserverdetail?id=${item.id}`}>{item.title}</Link>
    </td>
    <td className={styles.wide}>{item.department}</td>
    <td className={`${styles.wide} num`}>{item.materials}</td>
    <td className={`num ${item.urgent ? styles.urgent : ''}`}>{item.note}</td>
  </tr>
)

export const List = ({ title, to, items }: { title: string; to: string; items: Row[] }) => (
  <section className={`card ${styles.block}`}>
    <div className={styles.blockHead}>
      <h2>{title}</h2>
      <Link to={to}>
        更多<span className="visually-hidden">{title}</span>
      </Link>
    </div>
    <ul>
      {items.map((item) => (
        <li key={item.id} className={styles.row}>
          <Link to={`/page/policyserverdetail?id=${item.id}`}>{item.title}</Link>
          <span className="meta num">{item.note}</span>
        </li>
      ))}
    </ul>
  </section>
)
