import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FACTOR_OFF, secondFactor, type NewSecret } from '../../../contract/second-factor.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { readFailure } from '../../kit/failure.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { toast } from '../../toast.ts'
import { SecretToBind } from '../secret-to-bind.tsx'
import css from './account.module.css'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SECURITY_KEYS } from './security-keys-query.ts'

const KEY = ['account', 'secondFactor']
type Doing = { what: 'bind'; secret: NewSecret } | { what: 'renew' } | { what: 'disable' } | { what: 'codes'; codes: string[] }

/** 动态验证码: bind an app, make new recovery codes, remove the second factor. Secrets are shown only once. */
export function SecondFactorPanel() {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => call(secondFactor.find, { query: {} }, { silent: true }), retry: false })
  const [doing, setDoing] = useState<Doing | null>(null)
  const refresh = () => Promise.all([queries.invalidateQueries({ queryKey: KEY }), queries.invalidateQueries({ queryKey: SECURITY_KEYS })])
  const shown = (codes: string[]) => {
    setDoing({ what: 'codes', codes })
    void refresh()
  }
  const start = () =>
    call(secondFactor.begin, { body: {} }).then(
      (secret) => setDoing({ what: 'bind', secret }),
      // The refusal has been shown; the card follows, for the factor may have been switched on in another tab.
      () => void refresh(),
    )
  /** Where the factor was switched on or off elsewhere, the form has nothing to do any more: it closes and the card follows. */
  const sent = async (send: Promise<unknown>) => {
    try {
      await send
    } catch (error) {
      const { code, message } = readFailure(error)
      if (code !== FACTOR_OFF && code !== 'STATE') throw error
      toast.error(message)
      setDoing(null)
      await refresh()
    }
  }
  const place = useRef<HTMLDivElement>(null)
  const last = useRef(doing)
  // The pressed button is gone with each step, so the focus goes to the field, or to the first button, of the next one.
  useEffect(() => {
    if (last.current === doing) return
    last.current = doing
    const next = place.current?.querySelector<HTMLElement>('[name="code"]') ?? place.current?.querySelector('button')
    next?.focus()
  }, [doing])
  const found = query.data
  return (
    <section className={css.panel} aria-labelledby="account-factor">
      <h2 id="account-factor">动态验证码</h2>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !found ? (
        <p role="status">正在加载…</p>
      ) : (
        <div ref={place}>
          <p>
            {found.enabledTime
              ? `${localMinute(found.enabledTime)} 起，登录时在密码之后再输入手机验证器上的 6 位数字。恢复码还有 ${found.left} 个没有用过。`
              : '开启后，登录时在密码之后再输入手机验证器上的 6 位数字，别人知道密码也不能登录。'}
          </p>
          {doing?.what === 'bind' && (
            <CodeForm
              before={<SecretToBind of={doing.secret} />}
              okText="确认绑定"
              onClose={() => setDoing(null)}
              onSend={(code) =>
                sent(
                  call(secondFactor.enable, { body: { code } }, { silent: true }).then(({ codes }) => {
                    toast.success('动态验证码已开启')
                    shown(codes)
                  }),
                )
              }
            />
          )}
          {doing?.what === 'renew' && (
            <CodeForm
              before={<p>原来的恢复码随即作废。手机遗失的，请联系安全管理员解除动态验证码，再重新绑定。</p>}
              okText="重新生成"
              onClose={() => setDoing(null)}
              onSend={(code) => sent(call(secondFactor.renew, { body: { code } }, { silent: true }).then(({ codes }) => shown(codes)))}
            />
          )}
          {doing?.what === 'disable' && (
            <CodeForm
              before={<p>关闭后，登录只需要密码；登记的安全密钥一并移除。手机遗失的，输入一个恢复码关闭，再用新手机开启。</p>}
              okText="关闭"
              recovery
              onClose={() => setDoing(null)}
              onSend={(code) =>
                sent(
                  call(secondFactor.disable, { body: { code } }, { silent: true }).then(async () => {
                    toast.success('动态验证码已关闭')
                    await refresh()
                    setDoing(null)
                  }),
                )
              }
            />
          )}
          {doing?.what === 'codes' && <RecoveryCodes codes={doing.codes} onClose={() => setDoing(null)} />}
          {doing === null && (
            <div className={css.buttons}>
              {found.enabledTime ? (
                <>
                  <button type="button" className="btn btn-small" onClick={() => setDoing({ what: 'renew' })}>
                    重新生成恢复码
                  </button>
                  {found.required ? (
                    <span className="meta">本平台要求使用，不能关闭。</span>
                  ) : (
                    <button type="button" className="btn btn-small" onClick={() => setDoing({ what: 'disable' })}>
                      关闭动态验证码
                    </button>
                  )}
                </>
              ) : (
                <button type="button" className="btn btn-small" onClick={() => void start()}>
                  开启动态验证码
                </button>
              )}
            </div>
          )}
        </div>
      )}
    </section>
  )
}
