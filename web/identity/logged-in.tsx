import { Header } from '../shell/header.tsx'
import { SkipLink } from '../shell/skip-link.tsx'
import styles from './login.module.css'

/** Where the log-in in a window of its own ends: the page that asked for it goes on by itself. */
export default function LoggedIn() {
  return (
    <>
      <SkipLink />
      <Header hideMenu />
      <main id="main" className={`container ${styles.page}`} tabIndex={-1}>
        <section className={`card ${styles.card}`} role="status">
          <h1 className={styles.title}>登录成功</h1>
          <p>可以关闭本页，回到原来的页面继续填写。</p>
        </section>
      </main>
    </>
  )
}
