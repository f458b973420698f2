import type { ServiceItem } from '../../contract/content/services.ts'
import { OutsideIcon } from '../shell/icons.tsx'
import { leavesSite } from '../shell/menu.ts'
import { SiteAddress } from '../shell/site-address.tsx'
import { filesBody } from '../shell/public/detail-parts.tsx'
import styles from './services.module.css'

interface Props {
  title: string
  lead: string
  items: readonly ServiceItem[]
  /** what to do when none of it helps */
  others: { text: string; name: string; path: string }
}

/** Services by need: for whom, what it costs, how it goes, whom to call, what to download. A need without services is left out. */
export function ServicePage({ title, lead, items, others }: Props) {
  const groups = [...Map.groupBy(items, (item) => item.category)]
  return (
    <div className={`container ${styles.page}`}>
      <h1>{title}</h1>
      <p className="meta">{lead}</p>
      {groups.length > 1 && (
        <nav aria-label="按需要查找">
          <ul className={`card ${styles.needs}`}>
            {groups.map(([category, all], i) => (
              <li key={category}>
                <a href={`#need-${i + 1}`}>
                  {category} <span className="num">{all.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {groups.map(([category, all], i) => (
        <section key={category} id={`need-${i + 1}`} className={styles.need}>
          <h2>{category}</h2>
          <ul>
            {all.map((item) => (
              <Service key={item.id} item={item} />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className={`card ${styles.none}`}>这里的服务正在整理。</p>}
      <p>
        {others.text}
        <a href={others.path}>{others.name}</a>。
      </p>
    </div>
  )
}

function Service({ item }: { item: ServiceItem }) {
  const facts = [
    ['面向', item.forWhom],
    ['费用', item.cost],
    ['怎样办', item.process],
    ['提供方', item.provider],
    ['电话', item.phone && <Phone number={item.phone} />],
    ['联系人', item.contact && <>{item.contact}　{item.contactPhone && <Phone number={item.contactPhone} />}</>],
  ].filter(([, value]) => value)
  return (
    <li className="card">
      <h3>{item.title}</h3>
      {item.summary && <p>{item.summary}</p>}
      <dl>
        {facts.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {filesBody(item.attachments.map((f) => ({ name: f.fileName, filePath: f.fileId })))}
      {item.url && (
        <p>
          <SiteAddress url={item.url} className="btn">
            {leavesSite(item.url) ? (
              <>
                打开网站 <OutsideIcon />
              </>
            ) : (
              '去办理'
            )}
            <span className="visually-hidden">：{item.title}</span>
          </SiteAddress>
        </p>
      )}
    </li>
  )
}

const Phone = ({ number }: { number: string }) => (
  <a className="num" href={`tel:${number.replace(/[^\d-]/g, '')}`}>
    {number}
  </a>
)
