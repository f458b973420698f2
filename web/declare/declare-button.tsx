import { lazy, Suspense, useState } from 'react'

export interface DeclarablePolicy {
  id: number
  policyTitle: string
  urlType: number
  applyUrl: string | null
  status: string
}

const DeclareFlow = lazy(() => import('./declare-flow.tsx'))

/** The button 立即申报. The next step depends on the user and the risk check; its code is loaded on the first click. */
export function DeclareButton({ policy, small }: { policy: DeclarablePolicy; small?: boolean }) {
  const [asked, setAsked] = useState(0)
  const off = policy.status === 'closed' || policy.status === 'notYet' || policy.status === 'repealed'
  return (
    <>
      <button type="button" className={`btn btn-primary ${small ? 'btn-small' : ''}`} disabled={off} onClick={() => setAsked((n) => n + 1)}>
        {policy.status === 'repealed'
          ? '政策已废止'
          : policy.status === 'closed'
            ? '申报已截止'
            : policy.status === 'notYet'
              ? '申报未开始'
              : '立即申报'}
      </button>
      {asked > 0 && (
        <Suspense fallback={null}>
          <DeclareFlow key={asked} policy={policy} onEnd={() => setAsked(0)} />
        </Suspense>
      )}
    </>
  )
}
