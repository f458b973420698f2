import { messages } from '../contract/messages.ts'
import type { WireEndpoint } from '../contract/wire.ts'
import { requestOver } from './session/runtime.ts'
import { xhrFetch } from './session/xhr-fetch.ts'

const upload: WireEndpoint = { method: 'POST', path: '/files/upload', as: 'multipart' }

export interface UploadOptions {
  signal?: AbortSignal
  onProgress?: (sent: number, total: number) => void
  /** extra form fields, such as bizType */
  params?: Readonly<Record<string, string>>
  silent?: boolean
}

/**
 * Sends one file (spec §7 Uploads) with the session rules and errors of every call. Rejects with ApiError, with M089 when the answer names
 * no file.
 */
export async function uploadFile(
  file: File,
  { signal, onProgress, params = {}, silent = true }: UploadOptions = {},
): Promise<{ fileName: string; filePath: string }> {
  const body = new FormData()
  for (const [key, value] of Object.entries(params)) body.append(key, value)
  body.append('file', file, file.name)
  const answer = await requestOver(xhrFetch(onProgress))(upload, { body }, { silent, ...(signal ? { signal } : {}) })
  const { fileName, filePath } = (answer ?? {}) as { fileName?: string; filePath?: string }
  if (!filePath) throw new Error(messages.uploadFailed)
  return { fileName: fileName ?? file.name, filePath }
}
