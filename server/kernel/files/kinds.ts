import { fill, messages } from '../../../contract/messages.ts'
import { UPLOAD_DOC_MAX_MB, UPLOAD_IMAGE_MAX_MB, UPLOAD_SHEET_MAX_MB } from '../../../contract/constants.ts'
import { AppError, invalidField } from '../errors.ts'

export type Family = 'picture' | 'sheet' | 'document' | 'video'
export interface FileKind {
  ext: string
  family: Family
  mime: string
  maxMb: number
  /** what file-type may call the content */
  signatures: readonly string[]
  /** for Office Open XML and OFD: an entry that must be inside */
  inside?: RegExp
}

const kind = (ext: string, family: Family, mime: string, signatures: readonly string[], inside?: RegExp): FileKind => ({
  ext,
  family,
  mime,
  signatures,
  ...(inside ? { inside } : {}),
  maxMb: { picture: UPLOAD_IMAGE_MAX_MB, sheet: UPLOAD_SHEET_MAX_MB, document: UPLOAD_DOC_MAX_MB, video: UPLOAD_DOC_MAX_MB }[family],
})
const office = 'application/vnd.openxmlformats-officedocument.'

/** Everything that may be uploaded; what is not here is refused (U-02). No svg, html, xml, archives or programs. */
const kinds: ReadonlyMap<string, FileKind> = new Map(
  [
    kind('jpg', 'picture', 'image/jpeg', ['jpg']),
    kind('jpeg', 'picture', 'image/jpeg', ['jpg']),
    kind('png', 'picture', 'image/png', ['png']),
    kind('gif', 'picture', 'image/gif', ['gif']),
    kind('webp', 'picture', 'image/webp', ['webp']),
    kind('xls', 'sheet', 'application/vnd.ms-excel', ['cfb']),
    kind('xlsx', 'sheet', `${office}spreadsheetml.sheet`, ['xlsx', 'zip'], /^xl\/workbook\.xml$/),
    kind('doc', 'document', 'application/msword', ['cfb']),
    kind('docx', 'document', `${office}wordprocessingml.document`, ['docx', 'zip'], /^word\/document\.xml$/),
    kind('ppt', 'document', 'application/vnd.ms-powerpoint', ['cfb']),
    kind('pptx', 'document', `${office}presentationml.presentation`, ['pptx', 'zip'], /^ppt\/presentation\.xml$/),
    kind('pdf', 'document', 'application/pdf', ['pdf']),
    kind('ofd', 'document', 'application/ofd', ['zip'], /^OFD\.xml$/),
    kind('mp4', 'video', 'video/mp4', ['mp4']),
  ].map((one) => [one.ext, one]),
)

const programs =
  /^(exe|com|scr|bat|cmd|ps1|vbs|vbe|js|mjs|jse|wsf|msi|jar|sh|php\d?|phtml|asp|aspx|jsp|jspx|cgi|pl|py|swf|hta|lnk|reg|dll|so|apk)$/i
const risky = /^(html?|xhtml|shtml|svgz?|xml|xsl|zip|rar|7z|gz|tar|iso|docm|xlsm|pptm)$/i
/** An entry of an archive that a computer would run. */
export const isProgram = (name: string): boolean => programs.test(name.split('.').pop()!)
/** Where some servers and file systems take a name to end: they read `a.html;.png` as a page. */
const ENDS_NAME = /[;:%?#*|<>"]/
function isRisky(part: string): boolean {
  const read = part.split(ENDS_NAME, 1)[0]!.trim()
  return programs.test(read) || risky.test(read)
}
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const MAX_NAME_BYTES = 255

/** spec §5 M045 with the suffixes that would have been accepted. */
export const wrongType = (accept: readonly string[] = [...kinds.keys()]) =>
  invalidField('file', fill(messages.fileTypeWrong, { accept: accept.map((ext) => `.${ext}`).join('、') }))

/** spec §5: pictures have a sentence of their own (M049). */
export const tooLarge = ({ family, maxMb }: FileKind) =>
  new AppError(413, 'TOO_LARGE', family === 'picture' ? messages.imageTooLarge : fill(messages.fileTooLarge, { n: maxMb }))

/**
 * The name under which a file is kept (NFC, no path, no control characters, at most 255 bytes) and its kind. Throws for suffixes that are not
 * allowed, for a name of dots alone, for a program's suffix before the last one, for a trailing dot or space, and for marks that turn the reading direction.
 */
export function namedKind(given: string, accept?: readonly string[]): { name: string; kind: FileKind } {
  const allowed = accept?.filter((ext) => kinds.has(ext)) ?? [...kinds.keys()]
  if (!given.isWellFormed() || bidi.test(given)) throw invalidField('file', '文件名含有不允许的字符，请修改文件名后重试')
  const base = given
    .normalize('NFC')
    .split(/[/\\]/)
    .pop()!
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
  const parts = base.split('.')
  const ext = parts.pop()!.toLowerCase()
  const found = kinds.get(ext)
  const stem = parts.join('.')
  if (!found || !allowed.includes(ext) || /^[.\s]*$/.test(stem) || parts.slice(1).some((part) => isRisky(part))) throw wrongType(allowed)
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
