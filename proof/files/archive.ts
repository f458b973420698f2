import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip file that may say one thing in the directory, another before its bytes, and hold a third. */
export interface Entry {
  name: string
  content?: Buffer
  /** packed bytes as they are, instead of `content` */
  packed?: Buffer
  /** as they are, not packed */
  plain?: boolean
  /** unpacked size that the directory claims */
  claims?: number
  /** unpacked size that stands before the bytes */
  claimsHere?: number
  /** stands in the file, and not in the directory */
  hidden?: boolean
  /** further names in the directory for the same bytes */
  also?: readonly string[]
}

/** A zip file, honest or not. */
export function archive(entries: readonly Entry[]): Buffer {
  const pieces: Buffer[] = [],
    central: Buffer[] = []
  let at = 0
  for (const { name, content = Buffer.alloc(0), packed, plain, claims, claimsHere, hidden, also = [] } of entries) {
    const body = packed ?? (plain ? content : deflateRawSync(content))
    const nameBytes = Buffer.from(name)
    const facts = (size: number, nameLength = nameBytes.length) => {
      const bytes = Buffer.alloc(26)
      bytes.writeUInt16LE(20, 0)
      bytes.writeUInt16LE(0x800, 2)
      bytes.writeUInt16LE(plain ? 0 : 8, 4)
      bytes.writeUInt32LE(crc32(content), 10)
      bytes.writeUInt32LE(body.length, 14)
      bytes.writeUInt32LE(size, 18)
      bytes.writeUInt16LE(nameLength, 22)
      return bytes
    }
    const size = claims ?? content.length
    const here = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts(claimsHere ?? size), nameBytes, body])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    for (const one of hidden ? [] : [nameBytes, ...also.map((more) => Buffer.from(more))])
      central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), facts(size, one.length), place, one]))
    pieces.push(here)
    at += here.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...pieces, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** The same archive, exactly `size` bytes long: filled up with an entry of noise. */
export function archiveOf(size: number, entries: readonly Entry[]): Buffer {
  const filler = (bytes: number): Entry => ({ name: 'docProps/noise.bin', content: randomBytes(bytes), plain: true })
  const without = archive([...entries, filler(0)]).length
  return archive([...entries, filler(size - without)])
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const worksheet = (rows: string): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`)
export const textCell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

/** The entries of a workbook: its sheet (and shared strings) as given. */
export function workbook(sheet: Entry | Buffer, shared?: Entry | Buffer): Entry[] {
  const named = (name: string, given: Entry | Buffer): Entry => (Buffer.isBuffer(given) ? { name, content: given } : { ...given, name })
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const link = (id: number, type: string, target: string) => `<Relationship Id="r${id}" Type="${REL}/${type}" Target="${target}"/>`
  const links = (inner: string) => `<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`
  const text = (name: string, content: string): Entry => ({ name, content: Buffer.from(content) })
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
