import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messages } from '../../../contract/messages.ts'
import { consultAfterLogin } from './consult-key.ts'

const ConsultDialog = lazy(() => import('./consult-dialog.tsx'))

/** 政策咨询: the dialog is loaded on the first click. */
export function ConsultButton({ policyId, policyTitle, small }: { policyId: number; policyTitle: string; small?: boolean }) {
  const [open, setOpen] = useState(false)
  const [params, setParams] = useSearchParams()
  const meant = params.get(consultAfterLogin) === String(policyId)
  // After the log-in that the question required, the dialog is opened again, and the parameter is removed from the address.
  useEffect(() => {
    if (!meant) return
    setOpen(true)
    setParams(
      (now) => {
        now.delete(consultAfterLogin)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [meant, setParams])
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
