import type { AdvertRow } from '../../contract/site/adverts.ts'
import { OutsideIcon } from '../shell/icons.tsx'
import { Link } from '../shell/link.tsx'
import { leavesSite } from '../shell/menu.ts'
import { OutsideLink, PlatformLogo } from '../shell/outside-link.tsx'
import styles from './home.module.css'

interface Figure {
  name: string
  value: string
  unit: string
  source: string
  asOf: string | null
}

/** Statistics that operators enter by hand, each with source and date. */
export function TypedFigures({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null
  return (
    <section className={`card ${styles.block}`}>
      <h2>县情数据</h2>
      <ul>
        {figures.map((one) => (
          <li key={one.name}>
            {one.name}：
            <strong>
              {one.value}
              {one.unit}
            </strong>
            {(one.source || one.asOf) && <span className="meta">（{[one.source, one.asOf].filter(Boolean).join('，')}）</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Slot = Pick<AdvertRow, 'title' | 'text' | 'url' | 'logo' | 'login'>
/** Slots for the county's own services and campaigns, shown as links. */
export function Slots({ slots }: { slots: readonly Slot[] }) {
  if (slots.length === 0) return null
  return (
    <section className={`card ${styles.block}`}>
      <h2>服务推荐</h2>
      <ul>
        {slots.map((one) => (
          <li key={`${one.title} ${one.url}`}>
            {leavesSite(one.url) ? (
              <OutsideLink url={one.url} login={one.login}>
                {one.logo && <PlatformLogo logo={one.logo} />}
                {one.title}
                <OutsideIcon />
                <span className="visually-hidden">（打开外部网站）</span>
              </OutsideLink>
            ) : (
              <Link to={one.url}>{one.title}</Link>
            )}
            {one.text && <p className="meta">{one.text}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
