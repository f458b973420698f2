import { useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { toast } from '../toast.ts'
import { EXPORT_POLL_MS, EXPORT_STALL_MS, exportPhase, type ExportPhase, type ExportProgress } from './export-state.ts'
import { readFailure } from './failure.ts'

/** The three calls of an export: POST /export/start, GET /export/progress, POST /export/abort. */
export interface ExportSource {
  start: () => Promise<string>
  progress: (taskId: string) => Promise<ExportProgress>
  abort: (taskId: string) => Promise<unknown>
}
export interface RunningExport {
  taskId: string
  progress: ExportProgress
  phase: ExportPhase
  reason: string | null
  traceId: string | null
}

/** Starts an export, asks for its progress every second, and stops asking when nothing has moved for a minute. */
export function useExport(source: ExportSource) {
  const [job, setJob] = useState<RunningExport | null>(null)
  const latest = useRef(source)
  latest.current = source
  const fail = (taskId: string, error: unknown) => {
    const { message, traceId } = readFailure(error)
    setJob((j) => ({ taskId, progress: { ...j?.progress, status: 3 }, phase: 'failed', reason: message, traceId }))
  }

  const start = useCallback(async () => {
    setJob({ taskId: '', progress: { status: 1 }, phase: 'running', reason: null, traceId: null })
    try {
      const taskId = await latest.current.start()
      setJob((j) => (j ? { ...j, taskId } : j))
    } catch (error) {
      fail('', error)
    }
  }, [])

  const taskId = job?.phase === 'running' ? job.taskId : ''
  useEffect(() => {
    if (!taskId) return
    let moved = Date.now()
    let done = -1
    let timer: ReturnType<typeof setTimeout>
    let alive = true
    const ask = async () => {
      try {
        const progress = await latest.current.progress(taskId)
        if (!alive) return
        if ((progress.done ?? 0) !== done) {
          done = progress.done ?? 0
          moved = Date.now()
        }
        const phase = exportPhase(progress)
        setJob((j) => (j?.taskId === taskId ? { ...j, progress, phase, reason: progress.message ?? null } : j))
        if (phase !== 'running') return
      } catch (error) {
        // A lost answer is not a lost export: it is asked again until nothing has been heard for a minute.
        if (!alive) return
        if (Date.now() - moved > EXPORT_STALL_MS) {
          fail(taskId, error)
          return
        }
      }
      if (Date.now() - moved > EXPORT_STALL_MS) {
        fail(taskId, new Error('导出长时间没有进展'))
        return
      }
      timer = setTimeout(() => void ask(), EXPORT_POLL_MS)
    }
    timer = setTimeout(() => void ask(), 300)
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [taskId])

  const abandon = useCallback(async () => {
    const id = job?.taskId
    setJob(null)
    if (id)
      await latest.current.abort(id).catch(() => {
        /* already ended on the server */
      })
    toast.warning(messages.exportAborted, 3)
  }, [job?.taskId])

  return { job, start, abandon, close: () => setJob(null) }
}
