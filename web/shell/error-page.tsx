import styles from './error-page.module.css'
import { SearchBox } from './search-box.tsx'

const texts: Record<number, { title: string; text: string }> = {
  400: { title: '地址里的条件不对', text: '有一项条件太长或写法不对。可以改短后再搜，或从下面的栏目继续。' },
  404: { title: '页面不存在', text: '您访问的内容不存在、已下架或地址有误。可以搜索，或从下面的栏目继续。' },
  403: { title: '无权限', text: '您没有查看此内容的权限，请联系安全管理员。' },
  503: { title: '系统繁忙', text: '访问的人较多或系统正在维护，请稍后再试。' },
  500: { title: '系统出现异常', text: '我们已记录此问题，请稍后重试。' },
}

/** The page for a visitor when a page cannot be shown. `bare` leaves out parts that need site data. */
export function ErrorPage({ status, message, bare = false }: { status: number; message?: string | undefined; bare?: boolean }) {
  const { title, text } = texts[status] ?? (status >= 400 && status < 500 ? texts[404]! : texts[500]!)
  return (
    <div className={`container ${styles.page}`}>
      <p className={styles.code} aria-hidden="true">
        {status}
      </p>
      <h1>{title}</h1>
      <p className={styles.text}>{message ?? text}</p>
      {!bare && (
        <div className={styles.search}>
          <SearchBox id="error-search" size="large" />
        </div>
      )}
      <p className={styles.ways}>
        <a className="btn btn-primary" href="/page/home">
          返回首页
        </a>
        <a className="btn" href="/page/policysearch">
          查政策
        </a>
        <a className="btn" href="/page/appeal">
          提诉求
        </a>
      </p>
    </div>
  )
}
