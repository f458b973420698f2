import type { ReactNode } from 'react'
import type { ServiceKind } from '../../contract/content/service-words.ts'
import type { ServiceItem } from '../../contract/content/services.ts'
import { OutsideIcon } from '../shell/icons.tsx'
import { leavesSite } from '../shell/menu.ts'
import { SiteAddress } from '../shell/site-address.tsx'
import { filesBody } from '../shell/public/detail-parts.tsx'
import styles from './services.module.css'

interface Words {
  title: string
  lead: string
  /** the way to help when no service fits */
  others: { text: string; name: string; path: string }
}
const wordsOf: Readonly<Record<ServiceKind, Words>> = {
  law: {
    title: '商事法律服务',
    lead: '合同、欠款、劳动、知识产权遇到问题，可以先咨询、再调解；调解不成的，仲裁和诉讼也有人指路。',
    others: { text: '没有找到合适的服务，可以', name: '提出企业诉求', path: '/page/appeal' },
  },
  quality: {
    title: '质量服务',
    lead: '计量、标准、检验检测、认证认可和质量管理，能用的公共服务都在这里；带箭头的会离开本网站。',
    others: { text: '与质量有关的奖励和补助见', name: '政策搜索', path: '/page/policysearch?q=质量' },
  },
}

/** Services by need: target group, price, procedure, contact, downloads. A need without services is left out. */
export function ServicePage({ kind, items }: { kind: ServiceKind; items: readonly ServiceItem[] }) {
  const { title, lead, others } = wordsOf[kind]
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
  return (
    <li className="card" id={`service-${item.id}`}>
      <h3>{item.title}</h3>
      {item.summary && <p>{item.summary}</p>}
      <dl>
        <Fact name="面向">{item.forWhom}</Fact>
        <Fact name="费用">{item.cost}</Fact>
        <Fact name="怎样办">{item.process}</Fact>
        <Fact name="提供方">{item.provider}</Fact>
        <Fact name="电话">{item.phone && <Phone number={item.phone} />}</Fact>
        <Fact name="联系人">{item.contact}</Fact>
        <Fact name="联系手机">{item.contactPhone && <Phone number={item.contactPhone} />}</Fact>
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

/** One fact; nothing when it is unknown. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null

const Phone = ({ number }: { number: string }) => (
  <a className="num" href={`tel:${number.replace(/[^\d-]/g, '')}`}>
    {number}
  </a>
)
