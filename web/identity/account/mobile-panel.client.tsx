import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { account } from '../../../contract/account.ts'
import { USER_TYPE_OPERATOR } from '../../../contract/constants.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { session, useUser } from '../../session.ts'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import css from './account.module.css'
import { MobileForm } from './mobile-form.client.tsx'

const KEY = ['account', 'mobile']
const lost = (isStaff: boolean) =>
  `解除后，消息不再同时发短信给您，已选的短信提醒一并取消${isStaff ? '' : '；报名活动、登记供需信息时，填写的手机号要重新用短信验证'}。之后可以随时再绑定。`

/** 手机号: bind, change or remove the number for text messages. */
export function MobilePanel() {
  const isStaff = useUser()?.type === USER_TYPE_OPERATOR
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => call(account.mobile, { query: {} }, { silent: true }), retry: false })
  const [editing, setEditing] = useState(false)
  const found = query.data
  const changed = (mobile: string) => {
    queries.setQueryData(KEY, found && { ...found, mobile })
    void queries.invalidateQueries({ queryKey: ['notice', 'setting'] })
    // Forms on other pages offer the number of the user.
    void session.reload()
    setEditing(false)
  }
  const unbind = async (mobile: string) => {
    const answer = await ask({ title: `解除绑定 ${mobile}？`, text: lost(isStaff), confirm: '解除绑定' })
    if (answer !== 'confirm') return
    try {
      await call(account.unbindMobile, { body: { mobile } })
      toast.success('手机号已解除绑定')
      changed('')
    } catch {
      // The reason was shown; another page may have changed the number.
      await query.refetch()
    }
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
          {editing ? (
            <MobileForm bound={found.mobile} onClose={() => setEditing(false)} onDone={changed} />
          ) : (
            <div className={css.buttons}>
              {found.smsAvailable && (
                <button type="button" className="btn btn-small" onClick={() => setEditing(true)}>
                  {found.mobile ? '更换手机号' : '绑定手机号'}
                </button>
              )}
              {found.mobile && (
                <button type="button" className="btn btn-small" onClick={() => void unbind(found.mobile)}>
                  解除绑定
                </button>
              )}
            </div>
          )}
        </>
      )}
    </section>
  )
}
