import { copyText } from '../../kit/copy-text.ts'
import styles from '../login.module.css'
import css from './account.module.css'

/** Ten recovery codes for a sign-in without the app; they are shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
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
        <button type="button" className="btn btn-small" onClick={onClose}>
          我已保存
        </button>
      </div>
    </div>
  )
}
