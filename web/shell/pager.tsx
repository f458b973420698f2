import { Form, Link, useLocation, useSearchParams } from 'react-router'
import { withQuery } from './address.ts'
import styles from './pager.module.css'

/** Total, previous, pages, next and a jump field (spec §2 policy market list); plain links, hidden for a single page. */
export function Pager({ total, pageSize, label }: { total: number; pageSize: number; label: string }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const pages = Math.min(Math.ceil(total / pageSize), Math.floor(100_000 / pageSize))
  if (pages <= 1) return null
  const page = Math.min(Math.max(Number(params.get('page')) || 1, 1), pages)
  const to = (n: number) => withQuery(pathname, params, { page: n === 1 ? null : n })
  return (
    <nav className={styles.pager} aria-label={label}>
      <span className={styles.total}>共 {total} 条</span>
      <Step to={to(page - 1)} off={page === 1} rel="prev">
        上一页
      </Step>
      <ul className={styles.pages}>
        {around(page, pages).map((n, i) => (
          <li key={n ?? `gap${i}`}>
            {n === null ? (
              <span aria-hidden="true">…</span>
            ) : n === page ? (
              <span className={styles.current} aria-current="page">
                {n}
              </span>
            ) : (
              <Link to={to(n)} aria-label={`第 ${n} 页`}>
                {n}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <Step to={to(page + 1)} off={page === pages} rel="next">
        下一页
      </Step>
      <Form action={pathname} method="get" className={styles.jump}>
        {[...params]
          .filter(([key]) => key !== 'page')
          .map(([key, value], i) => (
            <input key={i} type="hidden" name={key} value={value} />
          ))}
        <label>
          跳至 <input name="page" type="number" inputMode="numeric" min={1} max={pages} required className={`field ${styles.number}`} /> 页
        </label>
        <button className="btn btn-small" type="submit">
          跳转
        </button>
      </Form>
    </nav>
  )
}

function Step({ to, off, rel, children }: { to: string; off: boolean; rel: string; children: string }) {
  return off ? (
    <span className={`btn btn-small ${styles.off}`} aria-disabled="true">
      {children}
    </span>
  ) : (
    <Link className="btn btn-small" to={to} rel={rel}>
      {children}
    </Link>
  )
}

/** The first, the last, and two pages on either side of the current one; null stands for a gap. */
function around(page: number, pages: number): (number | null)[] {
  const shown = [1, ...[-2, -1, 0, 1, 2].map((d) => page + d), pages].filter((n) => n >= 1 && n <= pages)
  const unique = [...new Set(shown)].sort((a, b) => a - b)
  return unique.flatMap((n, i) => (i > 0 && n - unique[i - 1]! > 1 ? [null, n] : [n]))
}
