import { EXPORT_STATUS_IN_PROGRESS, EXPORT_STATUS_SUCCESS } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'

/** The server's report on an export: status 1 in progress, 2 success, anything else failure (spec §4). */
export interface ExportProgress {
  status: number
  /** place in the queue, from 1; 0 or absent: running or ended */
  waiting?: number
  /** seconds since a running export last reported progress */
  silentSeconds?: number
  done?: number
  total?: number | null
  filePath?: string | null
  fileName?: string | null
  message?: string | null
}
export type ExportPhase = 'running' | 'success' | 'failed'

export const exportPhase = (p: Pick<ExportProgress, 'status'>): ExportPhase =>
  p.status === EXPORT_STATUS_IN_PROGRESS ? 'running' : p.status === EXPORT_STATUS_SUCCESS ? 'success' : 'failed'

/** Texts about a background job. */
export interface JobWords extends Record<ExportPhase, string> {
  /** before it is aborted by hand, and afterwards */
  ask: string
  stop: string
  goOn: string
  stopped: string
}
export const exportWords: JobWords = {
  running: messages.exporting,
  success: messages.exported,
  failed: messages.exportFailed,
  ask: messages.exportAbandonConfirm,
  stop: '放弃导出',
  goOn: '继续导出',
  stopped: messages.exportAborted,
}
export const importWords: JobWords = {
  running: '正在导入',
  success: '导入完成',
  failed: '导入失败',
  ask: '导入尚未完成，是否中止？已经写入的行会保留。',
  stop: '中止导入',
  goOn: '继续导入',
  stopped: '本次导入已中止',
}

/** A queued export shows its place: it is not stalled. */
export const exportText = (p: ExportProgress, words: JobWords = exportWords): string =>
  p.waiting ? `排队中，第 ${p.waiting} 个` : words[exportPhase(p)]

export const exportPercent = (p: ExportProgress): number =>
  exportPhase(p) === 'success' ? 100 : p.total ? Math.min(99, Math.floor(((p.done ?? 0) / p.total) * 100)) : 0

/** Time-out for lack of progress, not for the whole export, because a large one takes long. */
export const EXPORT_STALL_MS = 60_000
export const EXPORT_POLL_MS = 1000

/** The pause before a waiting task is polled again; the live stream ends the pause when it names the task. */
export const waiting = {
  after(_taskId: string, ms: number, then: () => void): () => void {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}
