import type { Route } from './+types/home1'
import { homeData } from '../../contract/policy.ts'
import { servicesContext } from '../context.ts'
import { Link } from '../shell/link.tsx'
import { rootDataOf, useSite } from '../shell/root-data.ts'
import { SearchBox } from '../shell/search-box.tsx'
import { SiteAddress } from '../shell/site-address.tsx'
import { metaFor } from '../shell/title.ts'
import styles from './home1.module.css'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  view: await context.get(servicesContext).call(homeData.view, { query: {} }),
})

/** The page has the content of the home page, so search engines are told not to index it. */
export const meta: Route.MetaFunction = (args) => [
  ...metaFor(args, { description: '同一个首页的单栏版，字大、从上到下读' }).filter((tag) => !('rel' in tag && tag.rel === 'canonical')),
  { name: 'robots', content: 'noindex' },
  { tagName: 'link', rel: 'canonical', href: `${rootDataOf(args)?.origin ?? ''}/page/home` },
]

/** 首页（备用版）: the content of the home page as plain lists in one column. */
export default function Home1({ loaderData: { view } }: Route.ComponentProps) {
  const { phone } = useSite()
  return (
    <div className={`container ${styles.page}`}>
      <h1>惠企政策，一处查清</h1>
      <SearchBox id="home1-q" size="large" action="/page/search" label="全站搜索" placeholder="输入政策、通知或问题" suggest={false} />
      {view.entries.length > 0 && (
        <ul className={styles.entries}>
          {view.entries.map(({ code, label, url, text }) => (
            <li key={code}>
              <SiteAddress url={url} className="btn btn-block">
                {label}
              </SiteAddress>
              {text && <p className="meta">{text}</p>}
            </li>
          ))}
        </ul>
      )}
      {view.sections
        .filter(({ rows }) => rows.length > 0)
        .map((section) => (
          <section key={section.code} aria-labelledby={section.code}>
            <h2 id={section.code}>{section.label}</h2>
            <ul className={styles.rows}>
              {section.rows.map((row) => (
                <li key={row.url + row.title}>
                  <Link to={row.url}>{row.title}</Link> <span className="meta num">{row.note}</span>
                </li>
              ))}
            </ul>
            {section.more && (
              <Link to={section.more}>
                更多<span className="visually-hidden">{section.label}</span>
              </Link>
            )}
          </section>
        ))}
      <p>
        企业服务中心电话 <a href={`tel:${phone}`}>{phone}</a>　<Link to="/page/home">回到标准版首页</Link>
      </p>
    </div>
  )
}
