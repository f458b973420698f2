import type { ReactNode } from 'react'
import type { NewsDetail } from '../../contract/content/news.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { filesBody, PrintPage, Related, richBody } from '../shell/public/detail-parts.tsx'
import { PublicDetail } from '../shell/public/public-detail.tsx'
import { articlePath, INDUSTRY_INFO } from './addresses.ts'
import styles from './content.module.css'

/** An article as the public reads it, also used by the preview. `mine`: what the article means for the reader's company. */
export function Article({ item, notes, mine }: { item: NewsDetail; notes?: ReactNode; mine?: ReactNode }) {
  return (
    <PublicDetail
      title={item.title}
      above={['行业资讯', INDUSTRY_INFO]}
      here="资讯详情"
      notes={notes}
      facts={[
        ['栏目', item.columnName],
        ['来源', item.source],
        ['作者', item.author],
        ['发布日期', item.publishTime && shanghaiDay(Date.parse(item.publishTime))],
        ['浏览', `${item.viewNum} 次`],
      ]}
      sections={[
        {
          id: 'content',
          name: '正文',
          body: (
            <div className={styles.body}>
              {item.cover && (
                <img
                  className={styles.figure}
                  src={`/files/download?filePath=${item.cover}&inline=true`}
                  alt={item.coverAlt}
                  width={720}
                  height={405}
                />
              )}
              {richBody(item.content)}
            </div>
          ),
        },
        { id: 'policies', name: '涉及的政策', body: item.policies.length > 0 ? <Policies item={item} mine={mine} /> : null },
        {
          id: 'files',
          name: '附件',
          body: filesBody(item.attachments.map((f) => ({ name: f.fileName, filePath: f.fileId }))),
        },
        { id: 'beside', name: '上一篇、下一篇', body: beside(item) },
      ]}
      aside={
        <>
          <PrintPage />
          <Related title="涉及的政策" items={item.policies.map((p) => ({ name: p.title, path: `/page/policyserverdetail?id=${p.id}` }))} />
        </>
      }
    />
  )
}

const Policies = ({ item, mine }: { item: NewsDetail; mine: ReactNode }) => (
  <>
    <ul className={styles.named}>
      {item.policies.map((p) => (
        <li key={p.id}>
          <a href={`/page/policyserverdetail?id=${p.id}`}>{p.title}</a>
          {p.repealed && <span className="tag">已废止</span>}
          {p.changed && !p.repealed && <span className="meta"> 本文发布后政策有修订，以政策原文为准</span>}
        </li>
      ))}
    </ul>
    {mine}
    <p>
      <a href="/page/policyserver/calculator">测一测能不能享受、能拿多少</a>
    </p>
  </>
)

const beside = ({ previous, next }: NewsDetail): ReactNode =>
  (previous || next) && (
    <ul className={styles.beside}>
      {previous && (
        <li>
          上一篇：<a href={articlePath(previous.id)}>{previous.title}</a>
        </li>
      )}
      {next && (
        <li>
          下一篇：<a href={articlePath(next.id)}>{next.title}</a>
        </li>
      )}
    </ul>
  )
