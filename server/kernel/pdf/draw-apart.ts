// Runs in its own process (pdf.ts): a Chinese font has 20 MB and subsetting it takes processor time; neither may delay page requests.
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { openSync, type Font, type FontCollection } from 'fontkit'
import PDFDocument from 'pdfkit'
import { create } from 'qrcode'
import { given, over, tell } from '../jobs/own-process-side.ts'
import type { Drawing, PdfBlock, PdfPage } from './pages.ts'

const MARGIN = 56
const FACT_NAME_WIDTH = 96
const GAP = 6
type Sheet = PDFKit.PDFDocument

const { pages, font: path } = given<Drawing>()
setPriority(10)
// A font collection holds the regional variants of the same characters.
const opened: Font | FontCollection = openSync(path)
const font: Font =
  'fonts' in opened ? (opened.fonts.find(({ postscriptName }) => /sc[-_]|[-_]sc/i.test(postscriptName)) ?? opened.fonts[0]!) : opened

type Of<K extends PdfBlock['kind']> = Extract<PdfBlock, { kind: K }>
const widthOf = (sheet: Sheet) => sheet.page.width - 2 * MARGIN

function text(sheet: Sheet, { text, size, align = 'left', colour = '#1B2733', before = 0 }: Of<'text'>): void {
  sheet.y += before
  sheet
    .fontSize(size)
    .fillColor(colour)
    .text(text, MARGIN, sheet.y, { align, lineGap: size * 0.35 })
}

function facts(sheet: Sheet, { rows, size, before = 0 }: Of<'facts'>): void {
  sheet.y += before
  sheet.fontSize(size)
  for (const [name, value] of rows) {
    const top = sheet.y
    sheet.fillColor('#52616F').text(name, MARGIN, top, { width: FACT_NAME_WIDTH })
    const nameEnd = sheet.y
    sheet.fillColor('#1B2733').text(value, MARGIN + FACT_NAME_WIDTH, top, { width: widthOf(sheet) - FACT_NAME_WIDTH })
    sheet.y = Math.max(sheet.y, nameEnd) + GAP
  }
}

function code(sheet: Sheet, { text, lines, size }: Of<'code'>): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const [top, dot] = [sheet.page.height - MARGIN - size, size / modules.size]
  sheet.fillColor('#000000')
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) sheet.rect(MARGIN + column * dot, top + row * dot, dot + 0.05, dot + 0.05)
  sheet.fill()
  sheet.fontSize(9).fillColor('#52616F')
  sheet.y = top
  const left = MARGIN + size + GAP * 2
  for (const line of lines) sheet.text(line, left, sheet.y, { width: widthOf(sheet) - size - GAP * 2, lineGap: 4 })
}

function draw({ title, frame, blocks }: PdfPage): Promise<Buffer> {
  const sheet = new PDFDocument({ size: 'A4', layout: 'landscape', margin: MARGIN, info: { Title: title }, lang: 'zh-CN' })
  const parts: Buffer[] = []
  sheet.on('data', (part: Buffer) => parts.push(part))
  const drawn = new Promise<Buffer>((done) => sheet.on('end', () => done(Buffer.concat(parts))))
  sheet.font(font as never)
  if (frame)
    for (const [inset, width] of [[20, 3] as const, [27, 0.8] as const])
      sheet
        .lineWidth(width)
        .strokeColor(frame)
        .rect(inset, inset, sheet.page.width - 2 * inset, sheet.page.height - 2 * inset)
        .stroke()
  for (const block of blocks)
    if (block.kind === 'text') text(sheet, block)
    else if (block.kind === 'facts') facts(sheet, block)
    else code(sheet, block)
  sheet.end()
  return drawn
}

for (const page of JSON.parse(readFileSync(pages, 'utf8')) as PdfPage[]) await tell(await draw(page))
over()
