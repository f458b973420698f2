import { useSyncExternalStore } from 'react'
import { toast } from '../../toast.ts'
import type { ExportSource } from './export-source.ts'
import {
  EXPORT_POLL_MS,
  EXPORT_STALL_MS,
  exportPhase,
  exportWords,
  waiting,
  type ExportPhase,
  type ExportProgress,
  type JobWords,
} from './export-state.ts'
import { readFailure } from '../failure.ts'

export interface ExportJob {
  id: number
  /** empty until the server has answered the start */
  taskId: string
  title: string
  source: Pick<ExportSource, 'progress' | 'abort'> & Partial<Pick<ExportSource, 'save'>>
  words: JobWords
  progress: ExportProgress
  phase: ExportPhase
  reason: string | null
  traceId: string | null
  /** shown in the dialog; otherwise in the tray */
  large: boolean
  /** starts the same again; absent when it was started on another page */
  again?: (() => void) | undefined
}

/** The exports and imports that this page follows; they continue on every screen. */
let jobs: readonly ExportJob[] = []
let last = 0
const hears = new Set<() => void>()
const tell = (next: readonly ExportJob[]) => {
  jobs = next
  for (const hear of hears) hear()
}
const change = (id: number, by: Partial<ExportJob>) => tell(jobs.map((job) => (job.id === id ? { ...job, ...by } : job)))
const find = (id: number) => jobs.find((job) => job.id === id)
const add = (job: Omit<ExportJob, 'id' | 'phase' | 'reason' | 'traceId'>): ExportJob => {
  const made: ExportJob = { ...job, id: ++last, phase: 'running', reason: null, traceId: null }
  tell([...jobs.map((one) => (job.large ? { ...one, large: false } : one)), made])
  return made
}

export const currentJobs = (): readonly ExportJob[] => jobs
export const useExportJobs = (): readonly ExportJob[] =>
  useSyncExternalStore((hear) => {
    hears.add(hear)
    return () => hears.delete(hear)
  }, currentJobs)

const fail = (id: number, error: unknown) => {
  const { message, traceId } = readFailure(error)
  change(id, { progress: { ...find(id)?.progress, status: 3, waiting: 0 }, phase: 'failed', reason: message, traceId })
}

/** Starts an export and shows its dialog. When it is aborted before the server has answered, it is ended as soon as its id is known. */
export async function beginExport(title: string, source: ExportSource, columns: readonly string[]): Promise<void> {
  const again = () => void beginExport(title, source, columns)
  const { id } = add({ taskId: '', title, source, words: exportWords, progress: { status: 1 }, large: true, again })
  try {
    const taskId = await source.start(columns)
    if (!find(id)) return void source.abort(taskId).catch(() => {})
    change(id, { taskId })
    void follow(id)
  } catch (error) {
    if (find(id)) fail(id, error)
  }
}

/** Adds a running job to the tray, once. */
export function followJob(job: Pick<ExportJob, 'taskId' | 'title' | 'source' | 'words'>): void {
  if (jobs.some((one) => one.taskId === job.taskId)) return
  void follow(add({ ...job, progress: { status: 1 }, large: false }).id)
}

/**
 * Polls when the live stream names the job, without a stream each second, until the job ends, is given up, or has been silent for a minute.
 * A lost answer is not a lost export, and a queued job does not count as silent.
 */
async function follow(id: number): Promise<void> {
  let heard = Date.now()
  for (let pause = 300; ; pause = EXPORT_POLL_MS) {
    await new Promise<void>((go) => waiting.after(find(id)?.taskId ?? '', pause, go))
    const job = find(id)
    if (job?.phase !== 'running') return
    try {
      const progress = await job.source.progress(job.taskId)
      heard = Date.now()
      const phase = exportPhase(progress)
      change(id, { progress, phase, reason: progress.message ?? null })
      if (phase !== 'running') return
      if ((progress.silentSeconds ?? 0) * 1000 > EXPORT_STALL_MS) return fail(id, new Error('长时间没有进展，请稍后在“我的导出”中查看'))
    } catch (error) {
      if (Date.now() - heard > EXPORT_STALL_MS) return fail(id, error)
    }
  }
}

export async function abandonExport({ id, taskId, source, words }: ExportJob): Promise<void> {
  closeExport(id)
  // It has already ended on the server, so there is nothing to abort.
  if (taskId) await source.abort(taskId).catch(() => {})
  toast.warning(words.stopped, 3)
}
export const closeExport = (id: number): void => tell(jobs.filter((job) => job.id !== id))
export const shrinkExport = (id: number): void => change(id, { large: false })
export const enlargeExport = (id: number): void => tell(jobs.map((job) => ({ ...job, large: job.id === id })))
export async function saveExport({ id, source, progress }: ExportJob): Promise<void> {
  if (progress.filePath) await source.save?.(progress.filePath)
  closeExport(id)
}
/** For the next user of this page. */
export const forgetExports = (): void => tell([])
