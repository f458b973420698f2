import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { session } from '../session.ts'
import styles from './market.module.css'

/** Shown to a person who acts for a company, at what is their own: notices lead there, but they deal with it as themselves (ADR 1031). */
export function AsPerson({ kind }: { kind: MarketKind }) {
  return (
    <>
      <p>这是您个人的{marketKinds[kind].name}信息，请切回个人身份查看和办理。</p>
      <p className={styles.buttons}>
        <button type="button" className="btn" onClick={() => void session.changeToCompany(null).catch(() => {})}>
          切回个人身份
        </button>
      </p>
    </>
  )
}
