import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { messages } from '../../../contract/messages.ts'
import { securityKeys } from '../../../contract/security-keys.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { PlainField } from '../../kit/verify/plain-field.tsx'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import { answerOfNewKey, canUseKeys, keyFault } from '../security-key.ts'
import css from './account.module.css'
import { SECURITY_KEYS } from './security-keys-query.ts'

/** 安全密钥: keys that are used instead of a code of the authenticator app. */
export function SecurityKeysPanel() {
  const queries = useQueryClient()
  const query = useQuery({ queryKey: SECURITY_KEYS, queryFn: () => call(securityKeys.list, { query: {} }, { silent: true }), retry: false })
  const [adding, setAdding] = useState(false)
  // The keyboard goes on where the form or the removed row was.
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAdding(false)
    setTimeout(() => opener.current?.focus())
  }
  const refresh = () => queries.invalidateQueries({ queryKey: SECURITY_KEYS })
  const remove = async ({ id, name }: { id: number; name: string }) => {
    if ((await ask({ text: `移除安全密钥“${name}”？移除后不能再用它登录。`, confirm: '移除', cancel: '取消' })) !== 'confirm') return
    try {
      await call(securityKeys.remove, { body: { id } })
      toast.success('已移除')
    } catch {
      // The error has been shown, and the list is read again because it may have changed.
    }
    await refresh()
    opener.current?.focus()
  }
  const found = query.data
  const hint = !found
    ? null
    : !found.available || !canUseKeys()
      ? '本平台的访问地址（须是 https 的域名，不能是 IP 地址）或这个浏览器不支持安全密钥。'
      : found.ready
        ? null
        : '请先开启动态验证码，再登记安全密钥：密钥不在身边时，仍可以用动态验证码或恢复码登录。'
  return (
    <section className={css.panel} aria-labelledby="account-keys">
      <h2 id="account-keys">安全密钥</h2>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !found ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <p>登录第二步和授权之前，可以插入或触碰安全密钥，代替输入动态验证码。密钥只认本平台的地址，仿冒的网站用不了。</p>
          {found.list.length > 0 && (
            <ul className={css.kinds}>
              {found.list.map((key) => (
                <li key={key.id}>
                  <span className={css.kind}>
                    <strong>{key.name}</strong>
                    <span className="meta">
                      {localMinute(key.createTime)} 登记，{key.useTime ? `最近 ${localMinute(key.useTime)} 使用` : '还没有用过'}
                    </span>
                  </span>
                  <button type="button" className="btn btn-small" aria-label={`移除 ${key.name}`} onClick={() => void remove(key)}>
                    移除
                  </button>
                </li>
              ))}
            </ul>
          )}
          {hint ? (
            <p className="meta">{hint}</p>
          ) : adding ? (
            <NewKeyForm
              onClose={close}
              onDone={async () => {
                close()
                toast.success('安全密钥已登记')
                await refresh()
              }}
            />
          ) : (
            <button type="button" ref={opener} className="btn btn-small" onClick={() => setAdding(true)}>
              登记安全密钥
            </button>
          )}
        </>
      )}
    </section>
  )
}

/** Names the new key, then the browser asks for it. */
function NewKeyForm({ onClose, onDone }: { onClose(): void; onDone(): Promise<void> }) {
  const form = useRef<HTMLFormElement>(null)
  const toName = () => (form.current?.elements.namedItem('name') as HTMLElement | null)?.focus()
  useEffect(toName, [])
  const { busy, failure, run, refuse } = useSubmit(async (name: string) => {
    const question = await call(securityKeys.askNew, { body: {} }, { silent: true })
    const answer = await answerOfNewKey(question).catch((error: unknown) => {
      throw new Error(keyFault(error) ?? '没有读到安全密钥，请重试', { cause: error })
    })
    await call(securityKeys.add, { body: { name, answer } }, { silent: true })
    await onDone()
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name) return void run(name)
    refuse({ path: 'name', message: '请给安全密钥起一个名称' })
    toName()
  }
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <PlainField
        name="name"
        label="名称"
        fault={failure ? (failure.fields[0]?.message ?? failure.message) : undefined}
        maxLength={30}
        autoComplete="off"
      />
      <div className={css.buttons}>
        <button type="submit" className="btn btn-primary btn-small" disabled={busy}>
          {busy ? '请按安全密钥…' : '登记'}
        </button>
        <button type="button" className="btn btn-small" onClick={onClose}>
          {messages.cancel}
        </button>
      </div>
    </form>
  )
}
