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

const FIRST_LOOK_MS = 300

/**
 * Starts an export and tells how it stands, each second. It fails when the server has written nothing of it for a minute; one that waits for its
 * turn does not. `abandon` also ends one whose start is not answered yet; `leave` stops telling, and the export goes on.
 */
export function runExport(source: ExportSource, tell: (job: RunningExport | null) => void): { abandon(): Promise<void>; leave(): void } {
  let job: RunningExport = { taskId: '', progress: { status: 1 }, phase: 'running', reason: null, traceId: null }
  let watched = true
  let abandoned = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const change = (next: Partial<RunningExport>) => {
    job = { ...job, ...next }
    if (watched) tell(job)
  }
  const fail = (error: unknown) => {
    const { message, traceId } = readFailure(error)
    change({ progress: { ...job.progress, status: 3 }, phase: 'failed', reason: message, traceId })
  }
  const end = (taskId: string) =>
    source.abort(taskId).then(
      () => {},
      () => {
        /* already ended on the server */
      },
    )

  const follow = (taskId: string) => {
    let moved = Date.now()
    let last = ''
    const ask = async () => {
      try {
        const progress = await source.progress(taskId)
        if (!watched) return
        const sign = `${progress.done} ${progress.updateTime}`
        if (progress.ahead != null || sign !== last) moved = Date.now()
        last = sign
        change({ progress, phase: exportPhase(progress), reason: progress.message ?? null })
        if (job.phase !== 'running') return
      } catch (error) {
        // A lost answer is not a lost export: it is asked again until nothing has been heard for a minute.
        if (!watched) return
        if (Date.now() - moved > EXPORT_STALL_MS) return fail(error)
      }
      if (Date.now() - moved > EXPORT_STALL_MS) return fail(new Error('导出长时间没有进展'))
      timer = setTimeout(() => void ask(), EXPORT_POLL_MS)
    }
    timer = setTimeout(() => void ask(), FIRST_LOOK_MS)
  }

  tell(job)
  source.start().then(
    (taskId) => {
      if (abandoned) return end(taskId)
      change({ taskId })
      if (watched) follow(taskId)
      return undefined
    },
    (error: unknown) => {
      if (!abandoned) fail(error)
    },
  )
  const leave = () => {
    watched = false
    clearTimeout(timer)
  }
  return {
    leave,
    abandon: async () => {
      abandoned = true
      leave()
      tell(null)
      if (job.taskId) await end(job.taskId)
    },
  }
}
