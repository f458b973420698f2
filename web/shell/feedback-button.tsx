import { lazy, Suspense, useState } from 'react'

const FeedbackDialog = lazy(() => import('../system/index.ts').then((m) => ({ default: m.FeedbackDialog })))

/** Opens the feedback dialog, which is loaded on the first click. */
export function FeedbackButton({ className }: { className?: string | undefined }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        意见反馈
      </button>
      <Suspense fallback={null}>{open && <FeedbackDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
