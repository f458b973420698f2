import { UPLOAD_DOC_MAX_MB, UPLOAD_IMAGE_MAX_MB, UPLOAD_SHEET_MAX_MB } from './constants.ts'

export type UploadFamily = 'picture' | 'sheet' | 'document' | 'video' | 'audio'

/** All formats that may be uploaded, by suffix; used by browser and server (U-02). No svg, html, xml, archives or programs. */
export const uploadKinds = {
  pdf: 'document',
  doc: 'document',
  docx: 'document',
  ppt: 'document',
  pptx: 'document',
  ofd: 'document',
  xls: 'sheet',
  xlsx: 'sheet',
  jpg: 'picture',
  jpeg: 'picture',
  png: 'picture',
  gif: 'picture',
  webp: 'picture',
  mp4: 'video',
  wav: 'audio',
  mp3: 'audio',
} as const satisfies Record<string, UploadFamily>
export type UploadExt = keyof typeof uploadKinds
export type UploadSuffix = `.${UploadExt}`

export const uploadMaxMb: Readonly<Record<UploadFamily, number>> = {
  picture: UPLOAD_IMAGE_MAX_MB,
  sheet: UPLOAD_SHEET_MAX_MB,
  document: UPLOAD_DOC_MAX_MB,
  video: UPLOAD_DOC_MAX_MB,
  audio: UPLOAD_DOC_MAX_MB,
}

/** Films of trainings may be as large as this (ambiguities A87); those of others, as other files (ADR 0853). */
const TRAINING_VIDEO_MAX_MB = 200
/** The limit of a family for an account with these permissions. */
export const uploadMaxMbFor = (family: UploadFamily, may: (permission: 'train:manage') => boolean): number =>
  family === 'video' && may('train:manage') ? TRAINING_VIDEO_MAX_MB : uploadMaxMb[family]
/** The largest file that anybody may upload. */
export const UPLOAD_LARGEST_MB = Math.max(TRAINING_VIDEO_MAX_MB, ...Object.values(uploadMaxMb))

/** Whether a size is too large: a picture must be below its limit, other files may reach it (spec §5, V018, V022, V023). */
export const isTooLarge = (size: number, maxMb: number, strictlyUnder: boolean): boolean =>
  strictlyUnder ? size >= maxMb << 20 : size > maxMb << 20

/** `.pdf`, `.doc`…: the suffixes of some families. */
export const suffixesOf = (...families: readonly UploadFamily[]): UploadSuffix[] =>
  (Object.keys(uploadKinds) as UploadExt[]).filter((ext) => families.includes(uploadKinds[ext])).map((ext) => `.${ext}` as const)

/** The suffixes in the form of M045. */
export const suffixText = (suffixes: readonly string[]): string => suffixes.join('、')
