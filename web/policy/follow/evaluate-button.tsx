import { lazy, Suspense, useState } from 'react'
import { useSite } from '../../shell/root-data.ts'

const EvaluateDialog = lazy(() => import('./evaluate-dialog.tsx'))

/** 评价: the dialog is loaded on the first click, after checking who the user is. */
export function EvaluateButton({ policyId, policyTitle }: { policyId: number; policyTitle: string }) {
  const { ssoUrl } = useSite()
  const [open, setOpen] = useState(false)
  const start = async () => {
    const { requireReader } = await import('./require-reader.ts')
    if (await requireReader(ssoUrl)) setOpen(true)
  }
  return (
    <>
      <button type="button" className="btn" onClick={() => void start()}>
        评价这项政策
      </button>
      {open && (
        <Suspense fallback={null}>
          <EvaluateDialog policyId={policyId} policyTitle={policyTitle} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
