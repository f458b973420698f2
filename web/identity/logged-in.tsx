import { Header } from '../shell/header.tsx'
import { SkipLink } from '../shell/skip-link.tsx'
import styles from './login.module.css'

/** The page at the end of a sign-in in its own window; the page that opened the window continues by itself. */
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
