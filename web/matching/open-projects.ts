import { useEffect, useState } from 'react'
import { project, type ProjectSummary } from '../../contract/declaration.ts'
import { call } from '../api.ts'

const OPEN = 1

/** Projects that accept declarations today, by policy id; empty until they are loaded. */
export function useOpenProjects(): ReadonlyMap<number, ProjectSummary> {
  const [found, setFound] = useState<ReadonlyMap<number, ProjectSummary>>(new Map())
  useEffect(() => {
    let gone = false
    call(project.list, { query: { state: OPEN, pageSize: 100 } }, { silent: true }).then(
      ({ list }) => {
        if (!gone) setFound(new Map(list.map((p) => [p.policyId, p])))
      },
      // Without the projects all policies are listed under 办理方式, and the policy's page shows the rest.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [])
  return found
}
