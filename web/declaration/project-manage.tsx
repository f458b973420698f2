import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { withChunkTimeout } from '../shell/chunks.ts'
import { ProjectList } from './project/project-list.tsx'

// The editor is loaded separately (JavaScript budget of a table page).
const OpenProject = lazy(withChunkTimeout(() => import('./project/open-project.client.tsx').then((m) => ({ default: m.OpenProject }))))

const Allocation = lazy(withChunkTimeout(() => import('./project/allocation.tsx').then((m) => ({ default: m.Allocation }))))

/** `copy` names a project, `copyOfPolicy` a policy whose latest project is copied. */
function copyAsked(params: URLSearchParams) {
  const number = (name: string) => (/^[1-9]\d{0,14}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null)
  const [id, policyId] = [number('copy'), number('copyOfPolicy')]
  if (id !== null) return { id }
  return policyId === null ? null : { policyId }
}

/**
 * /work/projectmanage: the list; with `allocation`, how the applicants of that project share the budget; with `id`, that project; `id=new`
 * is an empty one.
 */
export default function ProjectManage() {
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  const close = () =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const name of ['id', 'copy', 'copyOfPolicy']) next.delete(name)
      return next
    })
  const known = id && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
  const shared = params.get('allocation')
  if (shared && /^[1-9]\d{0,14}$/.test(shared))
    return (
      <Suspense fallback={<Skeleton active />}>
        <Allocation projectId={Number(shared)} name={params.get('name') ?? ''} onClose={() => setParams({})} />
      </Suspense>
    )
  const copy = copyAsked(params)
  if (id !== 'new' && known === null && copy === null) return <ProjectList />
  return (
    <Suspense fallback={<Skeleton active />}>
      <OpenProject key={id ?? JSON.stringify(copy)} id={known} copy={known === null ? copy : null} onClose={close} />
    </Suspense>
  )
}
