import type { Route } from './+types/industry-info'
import { newsColumn } from '../../contract/content/columns.ts'
import { news, type NewsItem } from '../../contract/content/news.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { servicesContext } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { listMeta, titled } from '../shell/public/public-meta.ts'
import { PublicList } from '../shell/public/public-list.tsx'
import { articlePath, INDUSTRY_INFO } from './addresses.ts'
import styles from './content.module.css'

const SIZE = 10

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const { q, ...asked } = queryOf(request.url, ['q', 'columnId', 'page'])
  const [columns, found] = await Promise.all([
    call(newsColumn.list, { query: { pageSize: 100 } }),
    call(news.list, { query: { ...asked, ...(q ? { keyword: q.slice(0, 64) } : {}), pageSize: SIZE } }),
  ])
  return {
    columns: columns.list.map(({ id, name, path, parentId }) => ({ id, name, path, parentId })),
    found,
    columnId: asked.columnId ?? '',
  }
}

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, {
    description: '本县企业服务的资讯、通知、政策解读和园区动态',
    rows: titled(args.loaderData?.found, articlePath),
  })

/** 行业资讯: articles by column, pinned first. */
export default function IndustryInfo({ loaderData: { columns, found, columnId } }: Route.ComponentProps) {
  return (
    <PublicList
      title="行业资讯"
      path={INDUSTRY_INFO}
      total={found.total}
      pageSize={SIZE}
      tools={
        <a href="/rss.xml" title="用阅读器订阅">
          RSS 订阅
        </a>
      }
      search={{ id: 'news-q', placeholder: '标题或内容', suggest: false }}
      form={
        <nav aria-label="栏目">
          <ul className={`card ${styles.columns}`}>
            {[{ id: 0, name: '全部', path: '全部' }, ...columns].map((c) => (
              <li key={c.id}>
                <a
                  href={c.id === 0 ? INDUSTRY_INFO : `${INDUSTRY_INFO}?columnId=${c.id}`}
                  aria-current={String(c.id || '') === columnId ? 'page' : undefined}
                  title={c.path}
                >
                  {c.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      }
      nothing={<p className="meta">没有找到符合条件的资讯，可以换个说法，或者看看全部栏目。</p>}
    >
      {found.list.length > 0 && (
        <ul>
          {found.list.map((item) => (
            <Article key={item.id} item={item} />
          ))}
        </ul>
      )}
    </PublicList>
  )
}

const Article = ({ item }: { item: NewsItem }) => (
  <li className={styles.item}>
    {item.cover && (
      <img
        className={styles.cover}
        src={`/files/download?filePath=${item.cover}&inline=true`}
        alt={item.coverAlt}
        width={120}
        height={80}
        loading="lazy"
      />
    )}
    <div>
      <h3>
        {item.topFlag === 1 && <span className="tag tag-info">置顶</span>} <a href={articlePath(item.id)}>{item.title}</a>
      </h3>
      {item.summary && <p>{item.summary}</p>}
      <p className="meta">
        {[item.columnName, item.source].filter(Boolean).join(' · ')} ·{' '}
        <span className="num">{item.publishTime && shanghaiDay(Date.parse(item.publishTime))}</span>
      </p>
    </div>
  </li>
)
