import { randomBytes } from 'node:crypto'
import { zip, type ZipEntry } from '../../server/kernel/testing/zip.ts'

/** The same archive with exactly `size` bytes, filled up with an entry of random bytes. */
export function archiveOf(size: number, entries: readonly ZipEntry[]): Buffer {
  const filler = (bytes: number): ZipEntry => ({ name: 'docProps/noise.bin', content: randomBytes(bytes), plain: true })
  const without = zip([...entries, filler(0)]).length
  return zip([...entries, filler(size - without)])
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const worksheet = (rows: string): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`)
export const textCell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

/** The entries of a workbook with the given sheet (and shared strings). */
export function workbook(sheet: ZipEntry | Buffer, shared?: ZipEntry | Buffer): ZipEntry[] {
  const named = (name: string, given: ZipEntry | Buffer): ZipEntry =>
    Buffer.isBuffer(given) ? { name, content: given } : { ...given, name }
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const link = (id: number, type: string, target: string) => `<Relationship Id="r${id}" Type="${REL}/${type}" Target="${target}"/>`
  const links = (inner: string) => `<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`
  const text = (name: string, content: string): ZipEntry => ({ name, content: Buffer.from(content) })
  return [
    text(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('worksheets/sheet1', 'worksheet')}${shared ? override('sharedStrings', 'sharedStrings') : ''}</Types>`,
    ),
    text('_rels/.rels', links(link(1, 'officeDocument', 'xl/workbook.xml'))),
    text('xl/workbook.xml', `<workbook ${NS} xmlns:r="${REL}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`),
    text(
      'xl/_rels/workbook.xml.rels',
      links(link(1, 'worksheet', 'worksheets/sheet1.xml') + (shared ? link(2, 'sharedStrings', 'sharedStrings.xml') : '')),
    ),
    ...(shared ? [named('xl/sharedStrings.xml', shared)] : []),
    named('xl/worksheets/sheet1.xml', sheet),
  ]
}
