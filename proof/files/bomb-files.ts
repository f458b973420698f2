import { createDeflateRaw, deflateRawSync } from 'node:zlib'
import { docx, xlsx } from '../../server/kernel/testing/samples.ts'
import { zip, type ZipEntry } from '../../server/kernel/testing/zip.ts'
import { textCell, workbook, worksheet } from './archive.ts'
import { MB } from './meter.ts'

export interface Bomb {
  what: string
  name: string
  content: Buffer
  /** slow to read or to make */
  slow?: boolean
  /** the expected message */
  says: RegExp
}

/** Compressed zeros, made piece by piece, so that this process does not need the memory itself. */
async function packedZeros(bytes: number): Promise<Buffer> {
  const packer = createDeflateRaw({ level: 9 })
  const pieces: Buffer[] = []
  packer.on('data', (piece: Buffer) => pieces.push(piece))
  const over = new Promise((done) => packer.on('end', done))
  const piece = Buffer.alloc(MB)
  for (let sent = 0; sent < bytes; sent += piece.length) await new Promise((done) => packer.write(piece, done))
  packer.end()
  await over
  return Buffer.concat(pieces)
}

const header = `<row r="1">${textCell('A1', '企业名称')}${textCell('B1', '统一社会信用代码')}</row>`
const sst = (inner: string, doctype = '') =>
  Buffer.from(`<?xml version="1.0"?>${doctype}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${inner}</sst>`)
const column = (n: number): string => (n < 26 ? '' : column(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

/** Sheets that would exhaust a server that reads them unchecked (U-05), and sheets just above the limits. */
export async function sheetBombs(maxRows: number): Promise<Bomb[]> {
  const zeros = await packedZeros(1024 * MB)
  const layer = deflateRawSync(Buffer.alloc(42 * MB), { level: 9 })
  const sharedRow = (n: number) =>
    `<row r="${n}">${Array.from({ length: 150 }, (_, c) => `<c r="${column(c)}${n}" t="s"><v>0</v></c>`).join('')}</row>`
  const laughs = `<!DOCTYPE x [<!ENTITY a "${'哈'.repeat(100)}">${'bcdefghi'
    .split('')
    .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)
    .join('')}]>`
  const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:1/x"> %p;]>'
  const xml = (doctype: string, rows: string) =>
    Buffer.from(
      `<?xml version="1.0"?>${doctype}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    )
  const strings: ZipEntry = { name: 'xl/sharedStrings.xml', packed: zeros }
  const rows = (count: number) => Array.from({ length: count }, (_, n) => [`企业${n}`, `91330800MA${String(n).padStart(8, '0')}`])
  const broken = /^文件已损坏，无法打开$/
  const bomb = (what: string, content: Buffer, says: RegExp, slow = false): Bomb => ({ what, name: '企业.xlsx', content, says, slow })
  return [
    bomb('压缩一千倍', zip(workbook(worksheet(header + textCell('A2', 'a'.repeat(60 * MB))))), /压缩比异常/),
    bomb(
      '42 KB 叠成 80 GB',
      zip([
        ...workbook(worksheet(header)),
        { name: 'xl/a', packed: layer, claims: 42 * MB, also: Array.from({ length: 1900 }, (_, n) => `xl/a${n}`) },
      ]),
      /解压后过大|压缩比异常/,
    ),
    bomb(
      '叠放且目录写小',
      zip([
        ...workbook(worksheet(header)),
        { name: 'xl/a', packed: layer, claims: 1000, also: Array.from({ length: 1900 }, (_, n) => `xl/a${n}`) },
      ]),
      broken,
    ),
    bomb('目录写 1 KB，实为 1 GB（表）', zip(workbook({ name: '', packed: zeros, claims: 1000 })), broken),
    bomb('目录写 1 KB，实为 1 GB（字符串）', zip(workbook(worksheet(header), { ...strings, claims: 1000 })), broken),
    bomb('目录写 0', zip(workbook(worksheet(header), { ...strings, claims: 0 })), broken),
    bomb('目录与本地头不一', zip(workbook(worksheet(header), { ...strings, claims: 1000, claimsHere: 1024 * MB })), broken),
    bomb('目录之外藏着的文件', zip([{ ...strings, hidden: true, claims: 1024 * MB }, ...workbook(worksheet(header), sst(''))]), broken),
    bomb(
      '一个字符串用在三十万格',
      zip(
        workbook(
          worksheet(header + Array.from({ length: 2000 }, (_, n) => sharedRow(n + 2)).join('')),
          sst(`<si><t>${'炸'.repeat(30_000)}</t></si>`),
        ),
      ),
      /^到第 \d+ 行为止内容过多/,
      true,
    ),
    bomb(
      '一格超过 Excel 的长度',
      zip(workbook(worksheet(header + `<row r="2">${textCell('A2', '长'.repeat(40_000))}</row>`))),
      /^第 2 行第 1 列超过 32767 个字/,
    ),
    bomb(
      '字符串两千万条',
      zip(
        workbook(
          worksheet(header),
          sst('<si><t>a</t></si>'.repeat(10_000_000) + Array.from({ length: 60_000 }, () => Math.random()).join('')),
        ),
      ),
      /文件/,
    ),
    bomb('外部实体', zip(workbook(xml(entity, `<row r="1"><c r="A1" t="inlineStr"><is><t>&e;</t></is></c></row>`))), /./),
    bomb('实体炸弹', zip(workbook(xml(laughs, `<row r="1"><c r="A1" t="inlineStr"><is><t>&i;</t></is></c></row>`))), /./, true),
    bomb(
      '字符串里的实体炸弹',
      zip(workbook(worksheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), sst('<si><t>&i;</t></si>', laughs))),
      /./,
    ),
    bomb('最后一行 A1048576', zip(workbook(worksheet(`<row r="1048576"><c r="A1048576"><v>1</v></c></row>`))), /数据超过 \d+ 行/),
    bomb('最后一列 XFD1', zip(workbook(worksheet(`<row r="1"><c r="XFD1"><v>1</v></c></row>`))), /^数据超过 200 列，请检查文件$/, true),
    bomb('201 列', await xlsx([Array.from({ length: 201 }, (_, n) => `列${n}`)]), /^数据超过 200 列，请检查文件$/),
    bomb(
      '多一行',
      await xlsx([['企业名称', '统一社会信用代码'], ...rows(maxRows + 1)]),
      new RegExp(`^数据超过 ${maxRows} 行，请拆分后导入$`),
    ),
    bomb(
      '2,001 个文件',
      zip([...workbook(worksheet(header)), ...Array.from({ length: 2001 }, (_, n) => ({ name: `xl/${n}`, content: Buffer.from('x') }))]),
      /^文件内部内容过多/,
    ),
    bomb(
      '套着压缩包',
      zip([...workbook(worksheet(header)), { name: 'xl/embeddings/a.zip', content: zip([{ name: 'b', packed: layer, claims: 42 * MB }]) }]),
      /表格中没有数据/,
    ),
    bomb('加密', encrypted(await xlsx([['a']])), /已加密/),
  ]
}

/** The same archive with the flag for encryption. */
function encrypted(content: Buffer): Buffer {
  const at = content.indexOf('PK\x01\x02')
  content.writeUInt16LE(content.readUInt16LE(at + 8) | 1, at + 8)
  return content
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const documentOf = (body: string) => Buffer.from(`<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`)
const wordFile = (body: ZipEntry): Buffer =>
  zip([
    {
      name: '[Content_Types].xml',
      content: Buffer.from(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
    },
    {
      name: '_rels/.rels',
      content: Buffer.from(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
    },
    { ...body, name: 'word/document.xml' },
  ])

/** The same for the reader of Word files. */
export async function wordBombs(): Promise<Bomb[]> {
  const zeros = await packedZeros(1024 * MB)
  const paragraph = () => `<w:p><w:r><w:t>第${Math.random()}条 支持对象</w:t></w:r></w:p>`
  const bomb = (what: string, content: Buffer, says: RegExp, slow = false): Bomb => ({ what, name: '办法.docx', content, says, slow })
  return [
    bomb('Word：目录写 1 KB，实为 1 GB', wordFile({ name: '', packed: zeros, claims: 1000 }), /^文件已损坏，无法打开$/),
    bomb(
      'Word：90 MB 正文',
      wordFile({ name: '', content: documentOf(Array.from({ length: 1_300_000 }, paragraph).join('')) }),
      /过大|过多|超时/,
      true,
    ),
    bomb(
      'Word：十万层表格',
      wordFile({ name: '', content: documentOf('<w:tbl><w:tr><w:tc>'.repeat(100_000) + '</w:tc></w:tr></w:tbl>'.repeat(100_000)) }),
      /无法读取|没有可读取|压缩比异常|过大/,
    ),
    bomb('Word：没有正文', docx(), /./),
  ]
}
