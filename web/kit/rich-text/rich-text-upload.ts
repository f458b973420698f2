import { messages } from '../../../contract/messages.ts'
import { uploadMaxMbFor } from '../../../contract/upload-kinds.ts'
import { refuseFile, uploadRule } from '../upload/upload-rules.ts'

export type MediaKind = 'image' | 'video'
export const mediaRules = { image: uploadRule('image'), video: uploadRule('video') } as const

/** The kind of a file by its browser MIME type; null when it cannot be put into a text. */
export const mediaKind = (type: string): MediaKind | null =>
  type.startsWith('image/') ? 'image' : type.startsWith('video/') ? 'video' : null

/** Why a file is not sent, or null. `may`: whether the user has a permission. */
export const refuseMedia = (
  file: { name: string; size: number },
  kind: MediaKind,
  may: (permission: 'train:manage') => boolean,
): string | null => refuseFile(file, kind === 'video' ? uploadRule('video', { maxMb: uploadMaxMbFor('video', may) }) : mediaRules[kind])

/**
 * The alert after a failed upload (spec §8). A server refusal has a code and a reason, which is shown below; a network or unforeseen error
 * has none (M079, M080). A video has one text for all (M090).
 */
export function mediaFailure(kind: MediaKind, error: unknown): { text: string; reason: string | null } {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  const told = code !== undefined && code !== 'NO_RESPONSE'
  const reason = told && message ? message : null
  if (kind === 'video') return { text: messages.editorVideoFailed, reason }
  return told ? { text: messages.editorImageFailed, reason } : { text: messages.editorImageUnknown, reason: null }
}
