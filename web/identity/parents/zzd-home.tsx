import { useCallback, useEffect, useState } from 'react'
import type { MenuEntry } from '../../../contract/identity.ts'
import type { TodoKind } from '../../../contract/work.ts'
import { parentsWire } from '../../../contract/parents-wire.ts'
import { call } from '../../api.ts'
import { session } from '../../session.ts'
import { zzdLoginAddress } from '../../session/came-from.ts'
import { inFrame, outOfFrame } from '../../session/frame.ts'
import { SessionUnknown } from '../../shell/session-unknown.tsx'
import { useReadyUser } from '../../shell/use-ready-user.ts'
import { overdueFirst } from './overdue-first.ts'
import css from './parents.module.css'

interface Shown {
  todos: readonly TodoKind[]
  menus: readonly MenuEntry[]
}

/** The user's open tasks and menus; undefined: loading, null: failed. */
function useHome(isStaff: boolean) {
  const [shown, setShown] = useState<Shown | null | undefined>(undefined)
  const read = useCallback(() => {
    setShown(undefined)
    Promise.all([call(parentsWire.todos, { query: {} }, { silent: true }), call(parentsWire.dingMenus, {}, { silent: true })]).then(
      ([todos, menus]) => setShown({ todos: (todos as { list: TodoKind[] }).list, menus: (menus as { menuList: MenuEntry[] }).menuList }),
      () => setShown(null),
    )
  }, [])
  useEffect(() => {
    if (isStaff) read()
  }, [isStaff, read])
  return { shown, read }
}

/** From a frame, a page of the workbench opens in its own window, by the log-in there when that window has no session (O-04). */
const opening = (to: string) => (inFrame() ? { href: zzdLoginAddress(to), ...outOfFrame() } : { href: to })

/** /zzd/home: the first page inside 浙政钉, without the portal's header and footer; open tasks come first (spec §2, §3). */
export default function ZzdHome() {
  const { user, unknown, look } = useReadyUser()
  const { shown, read } = useHome(user?.type === 'YYF')
  const isOut = user === null && !unknown
  // Nobody is logged in, or the session has ended: the log-in of 浙政钉 returns here.
  useEffect(() => {
    if (isOut) location.replace(zzdLoginAddress('/zzd/home'))
  }, [isOut])
  const opens = (to: string) => shown?.menus.some(({ url }) => url === to.split('?')[0]) ?? false
  const waiting = overdueFirst(shown?.todos.filter(({ to, count }) => count !== 0 && opens(to)) ?? [])
  return (
    <div className={css.home}>
      <header className={css.head}>
        <h1>企业综合服务平台</h1>
        {user && <p>{[user.name, user.officeName].filter(Boolean).join(' · ')}</p>}
      </header>
      <main id="main" tabIndex={-1}>
        {unknown && <SessionUnknown onKnown={look} />}
        {user && user.type !== 'YYF' && (
          <p role="alert" className={css.note}>
            浙政钉首页供工作人员使用。
            <a href="/page/home" {...outOfFrame()}>
              返回门户
            </a>
          </p>
        )}
        {shown === undefined && user?.type === 'YYF' && (
          <p role="status" className={css.note}>
            正在加载…
          </p>
        )}
        {shown === null && (
          <p role="alert" className={css.note}>
            未能读取{' '}
            <button type="button" className="btn btn-small" onClick={read}>
              重试
            </button>
          </p>
        )}
        {shown && (
          <>
            <section aria-labelledby="zzd-todo">
              <h2 id="zzd-todo">待办</h2>
              {waiting.length === 0 && <p className={css.note}>目前没有需要您处理的事项。</p>}
              <ul className={css.todos}>
                {waiting.map(({ kind, label, count, overdue, to }) => (
                  <li key={kind}>
                    <a {...opening(to)}>
                      <span>{label}</span>
                      {overdue > 0 && <span className={css.late}>{`超期 ${overdue}`}</span>}
                      <strong className="num">{count ?? '未能读取'}</strong>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
            <section aria-labelledby="zzd-menu">
              <h2 id="zzd-menu">应用</h2>
              {shown.menus.length === 0 && <p className={css.note}>您的账号还没有可用的功能，请联系安全管理员。</p>}
              <ul className={css.tiles}>
                {shown.menus.map(({ id, name, url, desc, disabled }) => (
                  <li key={id}>
                    {disabled ? (
                      <span aria-disabled="true" title={desc}>
                        {name}
                      </span>
                    ) : (
                      <a {...opening(url)}>{name}</a>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          </>
        )}
      </main>
      {user && (
        <footer className={css.foot}>
          <button type="button" className="btn btn-small" onClick={read}>
            刷新
          </button>
          <button type="button" className="btn btn-small" onClick={() => void session.logout()}>
            退出登录
          </button>
        </footer>
      )}
    </div>
  )
}
