import type { AboutUs } from '../../contract/site/about.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { FeedbackButton } from '../shell/feedback-button.tsx'
import css from './about-detail.module.css'

/** The operator of the platform, its contact data, and a link to give feedback. */
export function AboutDetail({ about }: { about: AboutUs }) {
  const { contactPhone } = about
  const facts = [
    ['运营单位电话', contactPhone && <a href={`tel:${contactPhone}`}>{contactPhone}</a>],
    ['地址', about.address],
    ['办公时间', about.openingHours],
    ['更新日期', about.updateTime && shanghaiDay(Date.parse(about.updateTime))],
  ].filter(([, value]) => value)
  return (
    <div className={`container ${css.page}`}>
      <h1>关于我们</h1>
      <dl className={`card ${css.facts}`}>
        {facts.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {about.mapPicture && (
        <img
          className={`card ${css.map}`}
          src={`/files/download?filePath=${about.mapPicture}&inline=true`}
          alt={about.address ? `地图：${about.address}` : '地图'}
          loading="lazy"
        />
      )}
      <article className={`card ${css.text}`}>
        {about.content ? (
          // The server sanitised this HTML when it was saved.
          <div dangerouslySetInnerHTML={{ __html: about.content }} />
        ) : (
          <p>平台介绍正在整理，办事请先用上方的联系方式。</p>
        )}
      </article>
      <p>
        <FeedbackButton className="btn btn-primary" />
      </p>
    </div>
  )
}
