import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { myDeclaration, project, type FormValue } from '../../contract/declaration.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { Wizard } from './wizard.tsx'

interface Props {
  id: number | null
  policyId: number | null
  projectId?: number | null
  /** at /commonform: the draft and its echo are shown outside the portal */
  standalone?: boolean
}
/** The result of opening: an existing draft, or no project to declare for. */
type Opened = { id: number } | { none: true; notYet: string | null }

async function openFor(policyId: number | null, projectId: number | null): Promise<Opened> {
  const open =
    projectId === null
      ? await call(project.ofPolicy, { query: { policyId: policyId! } }, { silent: true })
      : await call(project.findById, { query: { id: projectId } }, { silent: true })
  if (!open || open.state > 1) return { none: true, notYet: null }
  const known = await call(myDeclaration.prefill, { query: { projectId: open.id } }, { silent: true })
  const formData = Object.fromEntries(Object.entries(known.values).map(([key, v]) => [key, v.value])) as Record<string, FormValue>
  return call(myDeclaration.save, { body: { projectId: open.id, formData } }, { silent: true })
}

/** Opens the draft, then shows the wizard. The address then names the draft, so that a reload or a second tab opens it again. */
export default function OpenDeclaration({ id, policyId, projectId = null, standalone = false }: Props) {
  const navigate = useNavigate()
  const opened = useQuery({
    queryKey: ['declare-open', policyId, projectId],
    queryFn: () => openFor(policyId, projectId),
    enabled: id === null && (policyId !== null || projectId !== null),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const draftId = id ?? (opened.data && 'id' in opened.data ? opened.data.id : null)
  const detail = useQuery({
    queryKey: ['my-declaration', draftId],
    queryFn: () => call(myDeclaration.findById, { query: { id: draftId! } }, { silent: true }),
    enabled: draftId !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    if (id === null && draftId !== null)
      void navigate(`${standalone ? '/commonform' : '/page/policyserverdeclare'}?id=${draftId}`, { replace: true })
  }, [id, draftId, navigate, standalone])
  // A submitted declaration is shown elsewhere; one submitted on this page keeps its receipt.
  const first = useRef<number | null>(null)
  const row = detail.data
  if (row && first.current === null) first.current = row.id
  const locked = row && !row.allowed.includes('save')
  useEffect(() => {
    if (locked) void navigate(`${standalone ? '/preview' : '/page/policyserverdectail'}?id=${row.id}`, { replace: true })
  }, [locked, row, navigate, standalone])

  const failed = opened.error ?? detail.error
  if (failed) return <ErrorState error={failed} onRetry={() => void (opened.error ? opened.refetch() : detail.refetch())} />
  if (opened.data && 'none' in opened.data) {
    return (
      <div className="card" style={{ padding: 32 }}>
        <h1>该政策目前没有可申报的项目</h1>
        <p style={{ margin: '12px 0 20px' }}>项目开放申报后可在本页申报；也可先咨询主管部门。</p>
        <a className="btn btn-primary" href={policyId === null ? '/page/policysearch' : `/page/policyserverdetail?id=${policyId}`}>
          {policyId === null ? '查找政策' : '返回政策'}
        </a>
      </div>
    )
  }
  if (!row || locked)
    return (
      <p className="meta" role="status">
        正在打开申报表…
      </p>
    )
  return <Wizard key={`${row.id}:${detail.dataUpdatedAt}`} detail={row} reload={() => void detail.refetch()} />
}
