import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { copyText } from '../../kit/copy-text.ts'
import { mustAskBeforeLeaving } from '../../session/typing.ts'
import { ask } from '../../shell/confirm.tsx'
import styles from '../login.module.css'
import css from './account.module.css'

/** Ten recovery codes for a sign-in without the app; they are shown only once, so leaving the page asks until they are saved. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const saved = useRef(false)
  useAskBeforeLeaving(() => !saved.current)
  return (
    <div className={css.form}>
      <p>
        <strong>请现在抄写或复制保存这十个恢复码。</strong>每个只能用一次，离开本页后不再显示。
      </p>
      <ul className={`num ${styles.codes}`} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.buttons}>
        <button type="button" className="btn btn-small" onClick={() => void copyText(codes.join('\n'))}>
          复制
        </button>
        <button
          type="button"
          className="btn btn-small"
          onClick={() => {
            saved.current = true
            onClose()
          }}
        >
          我已保存
        </button>
      </div>
    </div>
  )
}

/** As useLeaveGuard, but also on the log-in page, which loads no component library. */
function useAskBeforeLeaving(holds: () => boolean): void {
  const blocker = useBlocker(({ currentLocation: at, nextLocation: next }) => at.pathname !== next.pathname && holds())
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask({ text: '恢复码离开后不再显示，还没有确认保存，确定离开吗？', confirm: '离开', cancel: '留在本页' }).then((answer) =>
      answer === 'confirm' ? blocker.proceed() : blocker.reset(),
    )
  }, [blocker])
  useEffect(() => {
    const onUnload = (e: BeforeUnloadEvent) => {
      if (mustAskBeforeLeaving(holds)) e.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `holds` reads a ref, so the first one stays right
  }, [])
}
