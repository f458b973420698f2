import { useSearchParams } from 'react-router'
import { ProjectEditor } from './project/project-editor.client.tsx'
import { ProjectList } from './project/project-list.tsx'

/** /work/projectmanage: the list, or the project that `id` names; `id=new` is an empty one. */
export default function ProjectManage() {
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  const close = () => setParams((now) => { const next = new URLSearchParams(now); next.delete('id'); return next })
  if (id === 'new') return <ProjectEditor key="new" id={null} onClose={close} />
  return id && /^[1-9]\d{0,14}$/.test(id) ? <ProjectEditor key={id} id={Number(id)} onClose={close} /> : <ProjectList />
}
