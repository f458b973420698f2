import type { Data } from '../../../contract/endpoint.ts'
import type { news } from '../../../contract/content/news.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { SideBlock } from '../../shell/public/detail-parts.tsx'

/** 解读 and news that name the policy; one that was written before the policy was changed says so. */
export const PolicyNews = ({ articles }: { articles: Data<typeof news.ofPolicy> }) =>
  articles.length > 0 && (
    <SideBlock title="解读与新闻">
      <ul>
        {articles.map((one) => (
          <li key={one.id}>
            <a href={`/page/industryinfodetails?id=${one.id}`}>{one.title}</a>
            <div className="meta">
              {one.columnName} <span className="num">{shanghaiDay(Date.parse(one.publishTime))}</span>
              {one.older && '，写于政策修订之前'}
            </div>
          </li>
        ))}
      </ul>
    </SideBlock>
  )
