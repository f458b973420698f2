import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../shell/dialog.tsx'
import { useRootData } from '../../shell/root-data.ts'

const QrCode = lazy(() => import('../../kit/qr-code.tsx'))

/** 二维码: the address of this policy, for reading on a phone or sharing. */
export function PolicyCode({ policyId, policyTitle }: { policyId: number; policyTitle: string }) {
  const origin = useRootData()?.origin ?? ''
  const [open, setOpen] = useState(false)
  const address = `${origin}/page/policyserverdetail?id=${policyId}`
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        二维码
      </button>
      {open && (
        <Dialog title="手机扫码看本政策" width={420} onClose={() => setOpen(false)}>
          <p>{policyTitle}</p>
          <Suspense fallback={<p role="status">正在加载…</p>}>
            <QrCode text={address} label={`${policyTitle}的二维码`} size={220} />
          </Suspense>
          <p className="meta">{address}</p>
        </Dialog>
      )}
    </>
  )
}
