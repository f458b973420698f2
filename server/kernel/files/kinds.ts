import { fill, messages } from '../../../contract/messages.ts'
import { OTHER_SHEET_SUFFIXES } from '../../../contract/constants.ts'
import { isTooLarge, suffixText, uploadKinds, uploadMaxMb, type UploadExt, type UploadFamily } from '../../../contract/upload-kinds.ts'
import { AppError, invalidField } from '../errors.ts'

export interface FileKind {
  ext: UploadExt
  family: UploadFamily
  mime: string
  maxMb: number
  /** the types that file-type may report for the content */
  signatures: readonly string[]
  /** for Office Open XML and OFD: an entry that the archive must hold */
  inside?: RegExp
}

type Content = Pick<FileKind, 'mime' | 'signatures' | 'inside'>
const office = (form: string, signature: string, inside: RegExp): Content => ({
  mime: `application/vnd.openxmlformats-officedocument.${form}`,
  signatures: [signature, 'zip'],
  inside,
})
const jpeg: Content = { mime: 'image/jpeg', signatures: ['jpg'] }

/** The required content of each kind. */
const contents: Readonly<Record<UploadExt, Content>> = {
  jpg: jpeg,
  jpeg,
  png: { mime: 'image/png', signatures: ['png'] },
  gif: { mime: 'image/gif', signatures: ['gif'] },
  webp: { mime: 'image/webp', signatures: ['webp'] },
  xls: { mime: 'application/vnd.ms-excel', signatures: ['cfb'] },
  xlsx: office('spreadsheetml.sheet', 'xlsx', /^xl\/workbook\.xml$/),
  doc: { mime: 'application/msword', signatures: ['cfb'] },
  docx: office('wordprocessingml.document', 'docx', /^word\/document\.xml$/),
  ppt: { mime: 'application/vnd.ms-powerpoint', signatures: ['cfb'] },
  pptx: office('presentationml.presentation', 'pptx', /^ppt\/presentation\.xml$/),
  pdf: { mime: 'application/pdf', signatures: ['pdf'] },
  ofd: { mime: 'application/ofd', signatures: ['zip'], inside: /^OFD\.xml$/ },
  mp4: { mime: 'video/mp4', signatures: ['mp4'] },
  wav: { mime: 'audio/wav', signatures: ['wav'] },
  mp3: { mime: 'audio/mpeg', signatures: ['mp3'] },
}

/** Every kind that may be uploaded; others are refused (U-02). */
export const fileKinds: ReadonlyMap<string, FileKind> = new Map(
  (Object.keys(uploadKinds) as UploadExt[]).map((ext) => {
    const family = uploadKinds[ext]
    return [ext, { ext, family, maxMb: uploadMaxMb[family], ...contents[ext] }]
  }),
)

/** Kinds that are accepted when the caller names no suffixes: all but recordings. */
const usual = [...fileKinds.values()].filter(({ family }) => family !== 'audio').map(({ ext }) => ext)

const programs =
  /^(exe|com|scr|bat|cmd|ps1|vbs|vbe|js|mjs|jse|wsf|msi|jar|sh|php\d?|phtml|asp|aspx|jsp|jspx|cgi|pl|py|swf|hta|lnk|reg|dll|so|apk)$/i
const risky = /^(html?|xhtml|shtml|svgz?|xml|xsl|zip|rar|7z|gz|tar|iso|docm|xlsm|pptm)$/i
/** Whether an archive entry is a program file. */
export const isProgram = (name: string): boolean => programs.test(name.split('.').pop()!)
/** Characters at which some servers and file systems end a name: they read `a.html;.png` as a page. */
const ENDS_NAME = /[;:%?#*|<>"]/
function isRisky(part: string): boolean {
  const read = part.split(ENDS_NAME, 1)[0]!.trim()
  return programs.test(read) || risky.test(read)
}
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const MAX_NAME_BYTES = 255

/** spec §5 M045, with the suffixes that are accepted. */
export const wrongType = (accept: readonly string[] = usual, ext = '') =>
  invalidField('file', fill(messages.fileTypeWrong, { accept: suffixText(accept.map((one) => `.${one}`)) }) + hintFor(ext, accept))

/** For sheets of other programs: says that these can save as .xlsx. */
const hintFor = (ext: string, accept: readonly string[]) =>
  OTHER_SHEET_SUFFIXES.includes(ext) && accept.every((one) => fileKinds.get(one)?.family === 'sheet')
    ? fill(messages.otherSheet, { ext })
    : ''

/** The refusal when the content does not match the suffix. */
export const notWhatItSays = ({ ext, family }: FileKind) =>
  family === 'sheet' ? invalidField('file', messages.notExcel) : wrongType([ext])

/** spec §5: pictures have their own sentence (M049). */
export const tooLarge = ({ family, maxMb }: FileKind) =>
  new AppError(413, 'TOO_LARGE', family === 'picture' ? messages.imageTooLarge : fill(messages.fileTooLarge, { n: maxMb }))

/** Whether a size exceeds the limit of the kind. */
export const exceeds = ({ maxMb, family }: FileKind, size: number): boolean => isTooLarge(size, maxMb, family === 'picture')

/**
 * Normalises the name of a file (NFC, no path, no control characters, at most 255 bytes) and finds its kind. Throws for suffixes that are
 * not allowed, a name of dots only, a program's suffix before the last one, a trailing dot or space, and marks that reverse the reading
 * direction.
 */
export function namedKind(given: string, accept?: readonly string[]): { name: string; kind: FileKind } {
  const allowed = accept?.filter((ext) => fileKinds.has(ext)) ?? [...fileKinds.keys()]
  if (!given.isWellFormed() || bidi.test(given)) throw invalidField('file', '文件名含有不允许的字符，请修改文件名后重试')
  const base = given
    .normalize('NFC')
    .split(/[/\\]/)
    .pop()!
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
  const parts = base.split('.')
  const ext = parts.pop()!.toLowerCase()
  const found = fileKinds.get(ext)
  const stem = parts.join('.')
  if (!found || !allowed.includes(ext) || /^[.\s]*$/.test(stem) || parts.slice(1).some((part) => isRisky(part)))
    throw wrongType(allowed, ext)
  return { name: `${shortened(stem.trim(), MAX_NAME_BYTES - Buffer.byteLength(`.${ext}`))}.${ext}`, kind: found }
}

function shortened(text: string, bytes: number): string {
  let kept = text
  while (Buffer.byteLength(kept) > bytes) kept = [...kept].slice(0, -1).join('')
  return kept
}

/** ".xls, .XLSX" → ['xls', 'xlsx'] */
export const acceptList = (text: string): string[] =>
  text
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().replace(/^\./, ''))
    .filter(Boolean)
    .slice(0, 20)
