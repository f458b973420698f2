import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { account } from '../../contract/account.ts'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { userNameInWords } from '../../contract/identity/user-name.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useUser } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import css from './account/account.module.css'

const ChangePassword = lazyPart(() => import('./change-password.tsx').then((m) => m.default))
const MyDataPanel = lazyPart(() => import('./account/my-data.client.tsx').then((m) => m.MyDataPanel))
const SecondFactorPanel = lazyPart(() => import('./account/second-factor.client.tsx').then((m) => m.SecondFactorPanel))
const SecurityKeysPanel = lazyPart(() => import('./account/security-keys.client.tsx').then((m) => m.SecurityKeysPanel))
const OwnSessionsPanel = lazyPart(() => import('./account/own-sessions.client.tsx').then((m) => m.OwnSessionsPanel))
const MobileForm = lazyPart(() => import('./account/mobile-form.client.tsx').then((m) => m.MobileForm))

const MOBILE = ['account', 'mobile']

/** 账号设置: the user's own account data, and the mobile number for text messages. */
export default function Account() {
  const user = useUser()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: MOBILE, queryFn: () => call(account.mobile, { query: {} }, { silent: true }), retry: false })
  const [open, setOpen] = useState<'mobile' | 'password' | null>(null)
  const of = user?.type === USER_TYPE_OPERATOR ? user.officeName : user?.companyName
  return (
    <>
      <h1 className={css.title}>账号设置</h1>
      <section className={css.panel} aria-labelledby="account-self">
        <h2 id="account-self">账号</h2>
        <dl className={css.facts}>
          <div>
            <dt>姓名</dt>
            <dd>{user?.name}</dd>
          </div>
          <div>
            <dt>用户名</dt>
            <dd>{user?.userName && userNameInWords(user.userName)}</dd>
          </div>
          {of && (
            <div>
              <dt>{user?.type === USER_TYPE_OPERATOR ? '部门' : '企业'}</dt>
              <dd>{of}</dd>
            </div>
          )}
        </dl>
        {user?.type === USER_TYPE_OPERATOR && !user.viewing && (
          <button type="button" className="btn btn-small" onClick={() => setOpen('password')}>
            修改密码
          </button>
        )}
      </section>
      <section className={css.panel} aria-labelledby="account-mobile">
        <h2 id="account-mobile">手机号</h2>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <p role="status">正在加载…</p>
        ) : (
          <>
            <p>
              {query.data.mobile ? (
                <>
                  已绑定 <strong className="num">{query.data.mobile}</strong>，短信通知发到这个号码。
                </>
              ) : (
                '还没有绑定手机号。绑定后，您在消息中心选择的消息同时发短信给您。'
              )}
            </p>
            {!query.data.smsAvailable ? (
              <p className="meta">本平台尚未开通短信，暂时不能绑定手机号。</p>
            ) : open === 'mobile' ? (
              <MobileForm
                bound={query.data.mobile}
                onClose={() => setOpen(null)}
                onDone={(mobile) => {
                  queries.setQueryData(MOBILE, { ...query.data, mobile })
                  void queries.invalidateQueries({ queryKey: ['notice', 'setting'] })
                  setOpen(null)
                }}
              />
            ) : (
              <button type="button" className="btn btn-small" onClick={() => setOpen('mobile')}>
                {query.data.mobile ? '更换手机号' : '绑定手机号'}
              </button>
            )}
          </>
        )}
      </section>
      {user?.type === USER_TYPE_OPERATOR && (
        <>
          <SecondFactorPanel />
          <SecurityKeysPanel />
        </>
      )}
      <OwnSessionsPanel />
      <MyDataPanel />
      {open === 'password' && <ChangePassword onClose={() => setOpen(null)} />}
    </>
  )
}
