import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import { session } from '../../session.ts'
import { outOfFrame } from '../../session/frame.ts'
import { NeedsScript } from '../../shell/needs-script.tsx'
import type { Arrival } from './arrival.ts'
import css from './parents.module.css'

type State = { at: 'entering' } | { at: 'nothing' } | { at: 'asking' | 'refused'; message: string; arrival: Arrival }

interface Props {
  title: string
  /** the sign-in in the address or from the app; null: none */
  find(search: string): Promise<Arrival | null> | Arrival | null
  /** text for the case that there is no sign-in */
  nothing: string
  done(arrival: Arrival): void
  /** the page of ours that asked for the log-in; the form returns to it too */
  back?: string | null
  /** in the demo, where the pages that stand in for the platforms are: label and address */
  demoWays: readonly (readonly [label: string, href: string])[]
}

/**
 * A user comes from a parent platform: the address is cleaned first (spec §4), then the ticket is used. When another user is signed in
 * here, the page asks before it replaces that session.
 */
export function Arriving({ title, find, nothing, done, back = null, demoWays }: Props) {
  const [state, setState] = useState<State>({ at: 'entering' })
  const begun = useRef(false)
  const enter = useCallback(
    async (arrival: Arrival, instead: boolean) => {
      setState({ at: 'entering' })
      try {
        await session.loginByTicket(arrival.endpoint, arrival.input, instead)
        done(arrival)
      } catch (error) {
        const isOther = error instanceof ApiError && error.code === 'OTHER_SESSION'
        const message = error instanceof Error ? error.message : '登录未完成，请重新进入'
        setState({ at: isOther ? 'asking' : 'refused', message, arrival })
      }
    },
    [done],
  )
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const { search, pathname } = location
    history.replaceState(history.state, '', pathname)
    void Promise.resolve(find(search)).then((arrival) => (arrival ? enter(arrival, false) : setState({ at: 'nothing' })))
  }, [find, enter])
  return (
    <main id="main" className={css.arriving} tabIndex={-1}>
      <section className="card">
        <h1>{title}</h1>
        <NeedsScript what="登录需要浏览器运行脚本" />
        {state.at === 'entering' && <p role="status">正在核对身份…</p>}
        {state.at === 'nothing' && <p role="alert">{nothing}</p>}
        {(state.at === 'asking' || state.at === 'refused') && <p role="alert">{state.message}</p>}
        {state.at === 'asking' && (
          <div className={css.ways}>
            <button type="button" className="btn btn-primary" onClick={() => void enter(state.arrival, true)}>
              退出当前账号并继续
            </button>
            <a className="btn" href="/page/home" {...outOfFrame()}>
              保持当前登录
            </a>
          </div>
        )}
        {(state.at === 'nothing' || state.at === 'refused') && (
          <p className={css.ways}>
            {demoWays.map(([label, href]) => (
              <a key={href} className="btn btn-primary" href={href}>
                {label}
              </a>
            ))}
            <a className="btn" href={back ? `/login?redirect=${encodeURIComponent(back)}` : '/login'} {...outOfFrame()}>
              用账号密码登录
            </a>
            <a className="btn" href="/page/home" {...outOfFrame()}>
              返回首页
            </a>
          </p>
        )}
      </section>
    </main>
  )
}
