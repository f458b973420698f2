import { useEffect, useState } from 'react'
import { project, type ProjectSummary } from '../../contract/declaration.ts'
import { call } from '../api.ts'

const OPEN = 1

/** Projects that take declarations today, by policy; none until they are read. */
export function useOpenProjects(): ReadonlyMap<number, ProjectSummary> {
  const [found, setFound] = useState<ReadonlyMap<number, ProjectSummary>>(new Map())
  useEffect(() => {
    let gone = false
    call(project.list, { query: { state: OPEN, pageSize: 100 } }, { silent: true }).then(
      ({ list }) => {
        if (!gone) setFound(new Map(list.map((p) => [p.policyId, p])))
      },
      // Without them everything stands under 办理方式, and the policy's page says the rest.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [])
  return found
}
