import sharp from 'sharp'
import { writeXlsxStream } from 'hucre/xlsx'
import { zip, type ZipEntry } from './zip.ts'

/** A multipart body with one file, as a browser sends it. */
export function multipart(
  file: { name: string; content: Buffer; field?: string },
  fields: Record<string, string> = {},
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'qifu-test-boundary'
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  parts.push(
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    file.content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  )
  return { payload: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export const png = (width = 20, height = 10): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2050a0' } })
    .png()
    .toBuffer()
/** A JPEG with a GPS position in its metadata. */
export const jpegWithPlace = (): Promise<Buffer> =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#2050a0' } })
    .withExif({ IFD0: { Copyright: 'canary-owner' }, IFD3: { GPSLatitude: '30/1 0/1 0/1' } })
    .jpeg()
    .toBuffer()
/** One box of an MP4 file. */
const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8, name.padStart(8, '\0'), 'latin1')
  head.writeUInt32BE(8 + content.length)
  return Buffer.concat([head, content])
}
/** An MP4 file with valid boxes and `size` bytes of media; `boxes` replaces the boxes after the first. */
export const mp4 = (size = 64, boxes: Record<string, Buffer> = { moov: Buffer.alloc(16), mdat: Buffer.alloc(size, 'm') }): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
    ...Object.entries(boxes).map(([name, content]) => box(name, content)),
  ])
/** A PDF of exactly `size` bytes, at least a header and an end. */
export function pdf(size = 0): Buffer {
  const head = Buffer.from('%PDF-1.7\n'),
    end = Buffer.from('\n%%EOF')
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length - end.length), ' '), end])
}

export async function xlsx(rows: (string | number | boolean | null)[][], name = 'Sheet1'): Promise<Buffer> {
  return Buffer.from(await new Response(writeXlsxStream(rows, { name }) as ReadableStream).arrayBuffer())
}

export const docx = (more: ZipEntry[] = []): Buffer =>
  zip([
    { name: '[Content_Types].xml', content: Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>') },
    { name: 'word/document.xml', content: Buffer.from('<w:document/>') },
    ...more,
  ])
