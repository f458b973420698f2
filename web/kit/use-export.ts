import { useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { toast } from '../toast.ts'
import { runExport, type ExportSource, type RunningExport } from './follow-export.ts'

export type { ExportSource, RunningExport } from './follow-export.ts'

/** One export of a screen: how it stands, and what can be done with it. */
export function useExport(source: ExportSource) {
  const [job, setJob] = useState<RunningExport | null>(null)
  const latest = useRef(source)
  latest.current = source
  const run = useRef<ReturnType<typeof runExport> | null>(null)
  useEffect(() => () => run.current?.leave(), [])

  const start = useCallback(() => {
    run.current?.leave()
    run.current = runExport(latest.current, setJob)
  }, [])
  const abandon = useCallback(async () => {
    await run.current?.abandon()
    toast.warning(messages.exportAborted, 3)
  }, [])
  const close = useCallback(() => {
    run.current?.leave()
    setJob(null)
  }, [])
  return { job, start, abandon, close }
}
