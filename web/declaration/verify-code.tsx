import { lazy, Suspense } from 'react'
import styles from './declare.module.css'

const QrCode = lazy(() => import('../kit/qr-code.tsx'))

/** A QR code to the page that verifies the receipt; that page shows neither company nor state. */
export function VerifyCode({ path }: { path: string }) {
  const address = `${location.origin}${path}`
  return (
    <div className={styles.verify}>
      <Suspense fallback={<span style={{ width: 132, height: 132 }} />}>
        <QrCode text={address} label="回执核验二维码" />
      </Suspense>
      <p className="meta">
        扫码核验回执真伪，或打开 <a href={path}>{address.replace(/^https?:\/\//, '')}</a>
      </p>
    </div>
  )
}
