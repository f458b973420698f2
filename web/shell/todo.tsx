import { useLocation } from 'react-router'
import { messages } from '../../contract/messages.ts'
import { screenAt } from '../screens/screen-at.ts'
import styles from './todo.module.css'

/** A screen of the specification that is not written yet. */
export default function Todo() {
  const title = screenAt(useLocation().pathname)?.title
  return (
    <div className={`container ${styles.page}`}>
      {title && <h1>{title}</h1>}
      <p className={styles.text}>{messages.comingSoon}</p>
      <p>
        <a className="btn" href="/page/home">
          返回首页
        </a>
      </p>
    </div>
  )
}
