import { messages } from '../../contract/messages.ts'
import { FeedbackButton } from './feedback-button.tsx'
import styles from './footer.module.css'
import { useSite } from './root-data.ts'
import { SiteLinkItem } from './site-link.tsx'
import type { PublicSiteConfig, SiteLink } from '../../contract/site.ts'

type FooterLinks = Pick<PublicSiteConfig, 'quickLinks' | 'governmentLinks'>
/** Footer: opening hours, quick links, outside government links, who runs the site (spec §1, §9). `links` are not saved yet. */
export function Footer({ links }: { links?: FooterLinks }) {
  const site = { ...useSite(), ...links }
  return (
    <footer className={styles.footer} data-dark data-print="hide">
      <div className={`container ${styles.columns}`}>
        <Links title="快速链接" links={site.quickLinks} />
        <Links title="政府网站" links={site.governmentLinks} />
        <section>
          <h2 className={styles.title}>企业服务中心</h2>
          {site.phone && (
            <p className={styles.phone}>
              服务电话 <a href={`tel:${site.phone}`}>{site.phone}</a>
            </p>
          )}
          <p>{messages.openingHours}</p>
          <FeedbackButton className={styles.feedback} />
        </section>
      </div>
      <div className={styles.identity}>
        <p className="container">
          {site.owner && <span>主办单位：{site.owner}</span>}
          {site.siteCode && <span>网站标识码：{site.siteCode}</span>}
          {site.icp && <span>{site.icp}</span>}
          {site.police && <span>{site.police}</span>}
        </p>
      </div>
    </footer>
  )
}

function Links({ title, links }: { title: string; links: readonly SiteLink[] }) {
  if (links.length === 0) return null
  return (
    <nav aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.url}>
            <SiteLinkItem link={link} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
