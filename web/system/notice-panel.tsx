import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { notice } from '../../contract/notice.ts'
import type { Data } from '../../contract/endpoint.ts'
import { call } from '../api.ts'
import css from './notice-bell.module.css'
import { clock } from './notice-time.ts'
import { refreshUnread } from './unread.ts'

type Page = Data<typeof notice.list>
const SHOWN = 6

/** The latest notices below the bell. Opening a notice marks it as read. */
export default function NoticePanel() {
  const [page, setPage] = useState<Page | null>(null)
  const [failed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    call(notice.list, { query: { page: 1, pageSize: SHOWN } }, { silent: true }).then(setPage, () => setFailed(true))
  }
  useEffect(load, [])
  const read = (id: number) => void call(notice.read, { body: { ids: [id] } }, { silent: true }).then(refreshUnread, () => {})
  const readAll = async () => {
    if (!page?.list[0]) return
    await call(notice.readAll, { body: { upTo: page.list[0].id } })
    load()
    await refreshUnread()
  }
  return (
    <section className={css.panel} aria-label="最近的消息">
      <header>
        <strong>消息{page && page.unread > 0 ? `（${page.unread} 条未读）` : ''}</strong>
        {page && page.unread > 0 && (
          <button type="button" onClick={() => void readAll()}>
            全部标为已读
          </button>
        )}
      </header>
      {failed ? (
        <p role="alert">
          未能读取消息{' '}
          <button type="button" onClick={load}>
            重试
          </button>
        </p>
      ) : !page ? (
        <p role="status">正在加载…</p>
      ) : page.list.length === 0 ? (
        <p>还没有消息。申报、咨询和关注的政策有变化时会在这里告诉您。</p>
      ) : (
        <ul>
          {page.list.map((n) => (
            <li key={n.id} data-unread={n.read ? undefined : ''}>
              <Link to={n.link ?? `/work/notice?id=${n.id}`} onClick={() => read(n.id)}>
                {!n.read && <span className="visually-hidden">未读：</span>}
                {n.title}
              </Link>
              <span>
                {n.kindName} · <time dateTime={n.createTime}>{clock(n.createTime)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      <footer>
        <Link to="/work/notice">查看全部消息</Link>
      </footer>
    </section>
  )
}
