import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { account } from '../../../contract/account.ts'
import { USER_TYPE_OPERATOR } from '../../../contract/constants.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { session, useUser } from '../../session.ts'
import css from './account.module.css'
import { MobileForm } from './mobile-form.client.tsx'
import { UnbindForm } from './unbind-form.client.tsx'

const KEY = ['account', 'mobile']

/** 手机号: bind, change or remove the number for text messages. */
export function MobilePanel() {
  const isStaff = useUser()?.type === USER_TYPE_OPERATOR
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => call(account.mobile, { query: {} }, { silent: true }), retry: false })
  const [open, setOpen] = useState<'change' | 'unbind' | null>(null)
  const found = query.data
  const changed = (mobile: string) => {
    queries.setQueryData(KEY, found && { ...found, mobile })
    void queries.invalidateQueries({ queryKey: ['notice', 'setting'] })
    // Forms on other pages offer the number of the user.
    void session.reload()
    setOpen(null)
  }
  return (
    <section className={css.panel} aria-labelledby="account-mobile">
      <h2 id="account-mobile">手机号</h2>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !found ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <p>
            {found.mobile ? (
              <>
                已绑定 <strong className="num">{found.mobile}</strong>，短信通知发到这个号码。
              </>
            ) : (
              '还没有绑定手机号。绑定后，您在消息中心选择的消息同时发短信给您。'
            )}
          </p>
          {!found.smsAvailable && <p className="meta">本平台尚未开通短信，暂时不能绑定手机号。</p>}
          {open === 'change' ? (
            <MobileForm bound={found.mobile} onClose={() => setOpen(null)} onDone={changed} />
          ) : open === 'unbind' && found.mobile ? (
            <UnbindForm
              bound={found.mobile}
              isStaff={isStaff}
              onClose={() => setOpen(null)}
              onDone={() => changed('')}
              onStale={() => void query.refetch()}
            />
          ) : (
            found.smsAvailable && (
              <div className={css.buttons}>
                <button type="button" className="btn btn-small" onClick={() => setOpen('change')}>
                  {found.mobile ? '更换手机号' : '绑定手机号'}
                </button>
                {found.mobile && (
                  <button type="button" className="btn btn-small" onClick={() => setOpen('unbind')}>
                    解除绑定
                  </button>
                )}
              </div>
            )
          )}
        </>
      )}
    </section>
  )
}
