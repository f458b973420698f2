import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { MadeCell } from './cell.ts'

export interface PageColumn {
  /** in characters */
  width: number
  /** Values of the column are stored as text: codes keep their digits and zeros. */
  text?: boolean | undefined
}
export interface Page {
  name: string
  columns: readonly PageColumn[]
  rows: AsyncIterable<readonly MadeCell[]> | Iterable<readonly MadeCell[]>
  /** The first row holds the titles: bold and frozen. */
  titled?: boolean
  /** Adds a filter below the titles. */
  filter?: boolean
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** format numbers in styles.xml */
const TEXT = 1,
  DAY = 2,
  TIME = 3,
  TITLE = 4
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${[
  [49, 0],
  [164, 0],
  [165, 0],
  [49, 1],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="${font}"/>`,
  )
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
const CHUNK = 64 << 10
const DAY_MS = 86_400_000
/** Day 0 of a sheet is 30 December 1899. */
const DAY_0 = 25_569

/** An .xlsx of these pages as bytes. Rows are read as needed, page after page, so memory does not grow with them. */
export function bookStream(pages: readonly Page[]): Readable {
  const zip = new ZipFile()
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(HEAD + xml), name)
  const each = (part: (n: number, page: Page) => string) => pages.map((page, at) => part(at + 1, page)).join('')
  add(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${MEDIA}.worksheet+xml"/>`)}</Types>`,
  )
  add(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${pages.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  zip.addBuffer(Buffer.from(STYLES), 'xl/styles.xml')
  const later = (name: string, xml: () => AsyncIterable<string> | Iterable<string>) =>
    zip.addReadStreamLazy(name, (take) => take(null, Readable.from(xml(), { objectMode: false })))
  const filters: string[] = []
  for (const [at, page] of pages.entries())
    later(`xl/worksheets/sheet${at + 1}.xml`, () =>
      pageXml(page, (last) => {
        // LibreOffice finds a filter only by this name.
        const range = `'${pageName(page.name).replaceAll("'", "''")}'!$A$1:${last}`
        filters.push(`<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${escaped(range)}</definedName>`)
      }),
    )
  later('xl/workbook.xml', () => [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${each((n, { name }) => `<sheet name="${escaped(pageName(name))}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets>${filters.length > 0 ? `<definedNames>${filters.join('')}</definedNames>` : ''}</workbook>`,
  ])
  zip.end()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  return out
}

async function* pageXml({ columns, rows, titled, filter }: Page, filtered: (last: string) => void): AsyncGenerator<string> {
  const frozen = titled ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
  const cols = columns.map(
    ({ width, text }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${text ? ` style="${TEXT}"` : ''}/>`,
  )
  let xml = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
  let n = 0,
    wide = 0
  for await (const cells of rows) {
    n++
    wide = Math.max(wide, cells.length)
    const row = cells
      .map((cell, at) => cellXml(letters(at) + String(n), cell, titled && n === 1 ? TITLE : columns[at]?.text ? TEXT : 0))
      .join('')
    if (row) xml += `<row r="${n}">${row}</row>`
    if (xml.length < CHUNK) continue
    yield xml
    xml = ''
  }
  if (filter && wide > 0) filtered(`$${letters(wide - 1)}$${n}`)
  yield `${xml}</sheetData>${filter && wide > 0 ? `<autoFilter ref="A1:${letters(wide - 1)}${n}"/>` : ''}</worksheet>`
}

function cellXml(at: string, cell: MadeCell, style: number): string {
  if (cell === null) return ''
  if (cell instanceof Date) {
    const serial = cell.getTime() / DAY_MS + DAY_0
    return `<c r="${at}" s="${Number.isInteger(serial) ? DAY : TIME}"><v>${serial}</v></c>`
  }
  const styled = style ? ` s="${style}"` : ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${at}"${styled}><v>${cell}</v></c>` : ''
  if (typeof cell === 'boolean') return `<c r="${at}"${styled} t="b"><v>${cell ? 1 : 0}</v></c>`
  return `<c r="${at}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
/** Makes a name that spreadsheet programs accept for a page. */
const pageName = (name: string) =>
  name
    .replace(/[\\/?*[\]:]/g, ' ')
    .replaceAll("'", '’')
    .slice(0, 31)
    .trim() || 'Sheet1'

const names: string[] = []
/** 0 → A, 26 → AA */
const letters = (at: number): string =>
  (names[at] ??= (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26)))
