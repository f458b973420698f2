import { messages } from '../../../contract/messages.ts'

/** One file of an upload widget: waiting → uploading (percent) → checking (on the server) → done | failed. */
export interface UploadItem {
  id: string
  name: string
  size: number
  state: 'waiting' | 'uploading' | 'checking' | 'done' | 'failed'
  percent: number
  filePath?: string
  fileName?: string
  message?: string
}
/** An uploaded file as a form stores it. `exName` is the name on the user's disk (spec §3 Upload response). */
export interface Uploaded {
  fileName: string
  filePath: string
  exName: string
}

export type UploadEvent =
  | { type: 'added'; items: readonly Pick<UploadItem, 'id' | 'name' | 'size'>[] }
  | { type: 'progress'; id: string; sent: number; total: number }
  /** `alone`: it replaces the other finished files */
  | { type: 'done'; id: string; fileName: string; filePath: string; alone?: boolean }
  | { type: 'failed'; id: string; message: string }
  | { type: 'retry'; id: string }
  | { type: 'removed'; id: string }
  | { type: 'moved'; id: string; by: -1 | 1 }

export function uploadStep(items: readonly UploadItem[], event: UploadEvent): readonly UploadItem[] {
  const change = (id: string, from: readonly UploadItem['state'][], next: Partial<UploadItem>) =>
    items.map((item) => (item.id === id && from.includes(item.state) ? { ...item, ...next } : item))
  switch (event.type) {
    case 'added':
      return [...items, ...event.items.map((i): UploadItem => ({ ...i, state: 'waiting', percent: 0 }))]
    case 'progress': {
      const percent = event.total > 0 ? Math.min(100, Math.floor((event.sent / event.total) * 100)) : 0
      return change(event.id, ['waiting', 'uploading'], { state: percent >= 100 ? 'checking' : 'uploading', percent })
    }
    case 'done':
      return (event.alone ? items.filter((i) => i.id === event.id || i.state !== 'done') : items).map((i) => {
        if (i.id !== event.id || i.state === 'done') return i
        const { message: _gone, ...rest } = i
        return { ...rest, state: 'done', percent: 100, fileName: event.fileName, filePath: event.filePath }
      })
    case 'failed':
      return change(event.id, ['waiting', 'uploading', 'checking'], { state: 'failed', message: event.message })
    case 'retry':
      return items.map((i) => {
        if (i.id !== event.id || i.state !== 'failed') return i
        const { message: _gone, ...rest } = i
        return { ...rest, state: 'waiting', percent: 0 }
      })
    case 'removed':
      return items.filter((i) => i.id !== event.id)
    case 'moved': {
      const from = items.findIndex((i) => i.id === event.id)
      const to = from + event.by
      if (from < 0 || to < 0 || to >= items.length) return items
      return items.with(from, items[to]!).with(to, items[from]!)
    }
  }
}

export const isPending = (item: UploadItem): boolean => item.state === 'waiting' || item.state === 'uploading' || item.state === 'checking'
/** The next file to send; at most two at a time. */
export const nextToSend = (items: readonly UploadItem[]): UploadItem | undefined =>
  items.filter((i) => i.state === 'uploading' || i.state === 'checking').length < 2 ? items.find((i) => i.state === 'waiting') : undefined

export const uploadedOf = (items: readonly UploadItem[]): Uploaded[] =>
  items.flatMap((i) =>
    i.state === 'done' && i.filePath !== undefined ? [{ fileName: i.fileName ?? i.name, filePath: i.filePath, exName: i.name }] : [],
  )

export const itemsOf = (files: readonly Uploaded[]): UploadItem[] =>
  files.map((f) => ({
    id: f.filePath,
    name: f.exName || f.fileName,
    size: 0,
    state: 'done',
    percent: 100,
    filePath: f.filePath,
    fileName: f.fileName,
  }))

/** Why a form with slides cannot be saved yet (V026, M052), or null. */
export const refuseUnfinished = (items: readonly UploadItem[]): string | null =>
  items.every((i) => i.state === 'done') ? null : messages.slidesPending

export const stateText = (item: UploadItem): string => {
  switch (item.state) {
    case 'waiting':
      return '等待上传'
    case 'uploading':
      return `上传中 ${item.percent}%`
    case 'checking':
      return '正在检查'
    case 'done':
      return messages.uploaded
    case 'failed':
      return item.message ?? messages.uploadFailedBang
  }
}
