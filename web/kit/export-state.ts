import { EXPORT_STATUS_IN_PROGRESS, EXPORT_STATUS_SUCCESS } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'

/** What the server says of an export: status 1 in progress, 2 success, anything else failure (spec §4). */
export interface ExportProgress {
  status: number
  done?: number
  total?: number
  filePath?: string | null
  fileName?: string | null
  message?: string | null
  /** exports and imports that are taken up before this one; null: it runs, or is over */
  ahead?: number | null
  /** when the server last wrote something of it */
  updateTime?: string
}
export type ExportPhase = 'running' | 'success' | 'failed'

export const exportPhase = (p: Pick<ExportProgress, 'status'>): ExportPhase =>
  p.status === EXPORT_STATUS_IN_PROGRESS ? 'running' : p.status === EXPORT_STATUS_SUCCESS ? 'success' : 'failed'

export const exportText = (p: ExportProgress): string => {
  const phase = exportPhase(p)
  if (phase === 'running' && p.ahead) return `排队第 ${p.ahead + 1} 个，前面的任务完成后自动开始`
  return { running: messages.exporting, success: messages.exported, failed: messages.exportFailed }[phase]
}

export const exportPercent = (p: ExportProgress): number =>
  exportPhase(p) === 'success' ? 100 : p.total ? Math.min(99, Math.floor(((p.done ?? 0) / p.total) * 100)) : 0

/** Time-out for no progress, not for the whole export (ux.md §1.1): a big one may take its time. */
export const EXPORT_STALL_MS = 60_000
export const EXPORT_POLL_MS = 1000
