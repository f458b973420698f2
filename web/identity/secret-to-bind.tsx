import { lazy, Suspense } from 'react'
import type { NewSecret } from '../../contract/second-factor.ts'
import styles from './login.module.css'

const QrCode = lazy(() => import('../kit/qr-code.tsx'))

/** The secret for the authenticator app: as a QR code, and in groups of four characters to type. It is shown only here. */
export function SecretToBind({ of: { secret, uri } }: { of: NewSecret }) {
  return (
    <div className={styles.secret}>
      <Suspense fallback={<p role="status">正在加载…</p>}>
        <QrCode text={uri} label="验证器二维码" size={180} />
      </Suspense>
      <div>
        <p>用验证器扫描二维码；不能扫描时，选择“手动输入”，填写密钥：</p>
        <p className="num">
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <p className="meta">密钥只在这里显示，请不要截图转发。</p>
      </div>
    </div>
  )
}
