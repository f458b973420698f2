import { lazy, Suspense, useState } from 'react'
import { messages } from '../../contract/messages.ts'

const ConsultDialog = lazy(() => import('./consult-dialog.tsx'))

/** 政策咨询: the dialog and all it needs are fetched on the first click. */
export function ConsultButton({ policyId, policyTitle, small }: { policyId: number; policyTitle: string; small?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={small ? 'btn btn-small' : 'btn'} onClick={() => setOpen(true)}>
        {messages.policyConsult}
        <span className="visually-hidden">：{policyTitle}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <ConsultDialog policyId={policyId} policyTitle={policyTitle} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
