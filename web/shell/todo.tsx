import { useLocation } from 'react-router'
import { ComingSoon } from '../kit/coming-soon.tsx'
import { screenAt } from '../screens/screen-at.ts'
import { FeedbackButton } from './feedback-button.tsx'
import { useSite } from './root-data.ts'
import styles from './todo.module.css'

/** Placeholder for a screen of the specification that is not built yet, with a contact. */
export default function Todo() {
  const title = screenAt(useLocation().pathname)?.title
  const { phone } = useSite()
  return (
    <div className={`container ${styles.page}`}>
      <ComingSoon title={title}>
        <p>在此之前，有问题请拨打企业服务中心电话，或在线留言，工作人员会答复。</p>
        <p className={styles.ways}>
          {phone && (
            <a className="btn btn-primary" href={`tel:${phone.replace(/[^\d-]/g, '')}`}>
              打电话 {phone}
            </a>
          )}
          <FeedbackButton className="btn" />
          <a className="btn" href="/page/home">
            返回首页
          </a>
        </p>
      </ComingSoon>
    </div>
  )
}
