import { useQuery, useQueryClient } from '@tanstack/react-query'
import { loginWays } from '../../../contract/login-ways.ts'
import { ownSessions } from '../../../contract/sessions.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import css from './account.module.css'

const KEY = ['account', 'sessions']

/** 我的登录: the sessions of the account; the user can end one of them or all others. */
export function OwnSessionsPanel() {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => call(ownSessions.list, { query: {} }, { silent: true }), retry: false })
  const end = async (key: string | undefined, text: string) => {
    if ((await ask({ text, confirm: '结束', cancel: '取消' })) !== 'confirm') return
    try {
      const { ended } = await call(ownSessions.end, { body: key === undefined ? {} : { key } })
      toast.success(ended === 0 ? '没有其他登录' : `已结束 ${ended} 处登录`)
    } catch {
      // The error has been shown, and the list is read again because it may have changed.
    }
    await queries.invalidateQueries({ queryKey: KEY })
  }
  const others = query.data?.filter((one) => !one.own).length ?? 0
  return (
    <section className={css.panel} aria-labelledby="account-sessions">
      <h2 id="account-sessions">我的登录</h2>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <ul className={css.kinds}>
            {query.data.map((one) => (
              <li key={one.key}>
                <span className={css.kind}>
                  <strong title={one.agent}>{one.browser}</strong>
                  {one.own && <span>（本处）</span>}
                  <span className="meta">
                    {loginWays[one.way] ?? one.way}，{localMinute(one.createTime)} 起，最近 {localMinute(one.seenTime)}，地址{' '}
                    {one.ip || '未知'}
                  </span>
                </span>
                {!one.own && (
                  <button
                    type="button"
                    className="btn btn-small"
                    aria-label={`结束 ${one.browser} ${localMinute(one.createTime)} 的登录`}
                    onClick={() =>
                      void end(one.key, `结束 ${localMinute(one.createTime)} 在 ${one.browser} 的登录？那里没有保存的内容会留作草稿。`)
                    }
                  >
                    结束
                  </button>
                )}
              </li>
            ))}
          </ul>
          {others > 0 && (
            <button type="button" className="btn btn-small" onClick={() => void end(undefined, `结束其他 ${others} 处登录？`)}>
              结束其他所有登录
            </button>
          )}
        </>
      )}
    </section>
  )
}
