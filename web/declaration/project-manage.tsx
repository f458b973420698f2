import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { withChunkTimeout } from '../shell/chunks.ts'
import { ProjectList } from './project/project-list.tsx'

// The list opens without the editor (JavaScript budget of a table page).
const ProjectEditor = lazy(
  withChunkTimeout(() => import('./project/project-editor.client.tsx').then((m) => ({ default: m.ProjectEditor }))),
)

const Allocation = lazy(withChunkTimeout(() => import('./project/allocation.tsx').then((m) => ({ default: m.Allocation }))))

/** /work/projectmanage: the list, how the applicants of the project that `allocation` names share, or the project that `id` names; `id=new` is an empty one. */
export default function ProjectManage() {
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  const close = () =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.delete('id')
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
  if (id !== 'new' && known === null) return <ProjectList />
  return (
    <Suspense fallback={<Skeleton active />}>
      <ProjectEditor key={id} id={known} onClose={close} />
    </Suspense>
  )
}
