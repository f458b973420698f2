import {
  IMPORT_SHEET_SUFFIXES,
  IMPORT_WORD_SUFFIX,
  OTHER_SHEET_SUFFIXES,
  UPLOAD_DEFAULT_MAX_MB,
  UPLOAD_DOC_MAX_MB,
  UPLOAD_FILE_COUNT_DEFAULT,
  UPLOAD_IMAGE_COUNT_DEFAULT,
  UPLOAD_IMAGE_MAX_MB,
  UPLOAD_SHEET_MAX_MB,
} from '../../../contract/constants.ts'
import { fill, messages } from '../../../contract/messages.ts'
import { isTooLarge, suffixesOf, suffixText } from '../../../contract/upload-kinds.ts'

/** One kind of upload widget: limits and texts of spec §5 (V018–V029). */
export interface UploadRule {
  /** file extensions with their dot; empty: any */
  accept: readonly string[]
  limit: number
  maxMb: number
  /** "under" (图片大于10M!): a file of exactly the limit is refused; otherwise it is allowed (ambiguities A82) */
  strictlyUnder: boolean
  /** single file: a new one replaces the old one */
  replaces: boolean
  tooLarge: string
  wrongType: string
  tooMany: string
  hint: string
}

/** The specification gives no number for slides; this is the carousel's maximum. */
const SLIDES_MAX = 8
const pictures = suffixesOf('picture')
const sheets: readonly string[] = suffixesOf('sheet')
const documents = suffixesOf('document', 'sheet', 'picture')

const rule = (own: Partial<UploadRule> & Pick<UploadRule, 'accept'>): UploadRule => {
  const maxMb = own.maxMb ?? UPLOAD_DEFAULT_MAX_MB
  const limit = own.limit ?? UPLOAD_FILE_COUNT_DEFAULT
  return {
    maxMb,
    limit,
    strictlyUnder: false,
    replaces: false,
    tooLarge: fill(messages.fileTooLarge, { n: maxMb }),
    wrongType: fill(messages.fileTypeWrong, { accept: suffixText(own.accept) }),
    tooMany: fill(messages.fileCountExceeded, { limit }),
    hint: own.accept.length > 0 ? `请上传${maxMb}M以下的${suffixText(own.accept)}文件` : `请上传${maxMb}M以下的文件`,
    ...own,
  }
}

export type UploadKind = 'sheet' | 'document' | 'image' | 'images' | 'files' | 'word' | 'video' | 'audio' | 'slides'

/** The default rule of a widget with its own limits. */
export function uploadRule(kind: UploadKind, own: Partial<Pick<UploadRule, 'accept' | 'limit' | 'maxMb' | 'hint'>> = {}): UploadRule {
  switch (kind) {
    case 'sheet':
      return rule({
        accept: IMPORT_SHEET_SUFFIXES.map((s) => `.${s}`),
        maxMb: UPLOAD_SHEET_MAX_MB,
        ...(own.accept ? {} : { hint: messages.uploadHint }),
        ...own,
      })
    case 'word':
      return rule({ accept: [`.${IMPORT_WORD_SUFFIX}`], wrongType: messages.importWordHint, hint: messages.importWordHint, ...own })
    case 'document':
      return rule({
        accept: documents,
        maxMb: UPLOAD_DOC_MAX_MB,
        tooLarge: messages.documentUploadHint,
        hint: messages.documentUploadHint,
        ...own,
      })
    case 'image':
      return rule({
        accept: pictures,
        maxMb: UPLOAD_IMAGE_MAX_MB,
        strictlyUnder: true,
        replaces: true,
        tooLarge: messages.imageTooLarge,
        ...own,
      })
    case 'slides':
    case 'images': {
      const limit = own.limit ?? (kind === 'slides' ? SLIDES_MAX : UPLOAD_IMAGE_COUNT_DEFAULT)
      return rule({
        accept: pictures,
        maxMb: UPLOAD_IMAGE_MAX_MB,
        strictlyUnder: true,
        tooLarge: messages.imageTooLarge,
        tooMany: fill(messages.imageCountExceeded, { limit }),
        limit,
        ...own,
      })
    }
    case 'video':
      return rule({ accept: suffixesOf('video'), maxMb: UPLOAD_DOC_MAX_MB, ...own })
    case 'audio':
      return rule({ accept: suffixesOf('audio'), maxMb: UPLOAD_DOC_MAX_MB, limit: 1, replaces: true, ...own })
    case 'files':
      return rule({ accept: documents, strictlyUnder: true, tooLarge: messages.multiFileTooLarge, limit: 9, ...own })
  }
}

/** The file types to show beside a hint that does not name them. */
export const typesToSay = ({ hint, accept }: Pick<UploadRule, 'hint' | 'accept'>): string =>
  accept.some((suffix) => hint.includes(suffix)) ? '' : suffixText(accept)

/** Last suffix with its dot, lower case; '' when the name has none. */
export const suffixOf = (name: string): string => (/\.[^.]+$/.exec(name)?.[0] ?? '').toLowerCase()

/** Hint for a sheet of another program, where only sheets are accepted. */
const otherSheetHint = (ext: string, accept: readonly string[]): string =>
  OTHER_SHEET_SUFFIXES.includes(ext) && accept.every((one) => sheets.includes(one)) ? fill(messages.otherSheet, { ext }) : ''

export interface FileLike {
  name: string
  size: number
}

/** Why a file is refused before it is sent, or null. */
export function refuseFile(file: FileLike, r: UploadRule): string | null {
  const suffix = suffixOf(file.name)
  if (r.accept.length > 0 && !r.accept.includes(suffix)) return r.wrongType + otherSheetHint(suffix.slice(1), r.accept)
  if (file.size === 0) return messages.emptyFile
  return isTooLarge(file.size, r.maxMb, r.strictlyUnder) ? r.tooLarge : null
}

/** Sorts chosen files. When there are too many, all are refused, because it is unclear which were meant (V020, V025). */
export function takeFiles<F extends FileLike>(chosen: readonly F[], present: number, r: UploadRule): { taken: F[]; refused: string[] } {
  if ((r.replaces ? 0 : present) + chosen.length > r.limit) return { taken: [], refused: [r.tooMany] }
  const taken = chosen.filter((f) => refuseFile(f, r) === null)
  const refused = chosen.flatMap((f) => {
    const why = refuseFile(f, r)
    return why === null ? [] : [chosen.length > 1 ? `${f.name}：${why}` : why]
  })
  return { taken, refused }
}
