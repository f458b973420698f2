import { messages } from '../../../contract/messages.ts'
import { refuseFile, uploadRule } from '../upload/upload-rules.ts'

export type MediaKind = 'image' | 'video'
export const mediaRules = { image: uploadRule('image'), video: uploadRule('video') } as const

/** What a file is for the editor, by the type that the browser gives it; null: nothing that is put into a text. */
export const mediaKind = (type: string): MediaKind | null =>
  type.startsWith('image/') ? 'image' : type.startsWith('video/') ? 'video' : null

/** Why a file is not sent at all, or null. */
export const refuseMedia = (file: { name: string; size: number }, kind: MediaKind): string | null => refuseFile(file, mediaRules[kind])

/**
 * What the alert says when an upload failed (spec §8). A refusal of the server has a code and a reason, which stands below; a lost network or
 * anything unforeseen has none (M079, M080). A video has one text for all (M090).
 */
export function mediaFailure(kind: MediaKind, error: unknown): { text: string; reason: string | null } {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  const told = code !== undefined && code !== 'NO_RESPONSE'
  const reason = told && message ? message : null
  if (kind === 'video') return { text: messages.editorVideoFailed, reason }
  return told ? { text: messages.editorImageFailed, reason } : { text: messages.editorImageUnknown, reason: null }
}
