import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { shanghaiDay, shanghaiMinute } from '../../contract/shanghai.ts'
import { openPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { refused } from '../kernel/errors.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { NO_PDF_FONT, pdfFont } from '../kernel/pdf/font.ts'
import { drawPdf, drawPdfs } from '../kernel/pdf/pdf.ts'
import type { PdfPage } from '../kernel/pdf/pages.ts'
import { siteOrigin } from '../kernel/public/calendar-file.ts'
import { managed } from './activity-queries.ts'
import { certificates, readableCertificate, verifyPath, type CertificateRow } from './certificate-queries.ts'

const BLUE = '#0F4C92'
const QR_SIZE = 92
/** Most certificates of one zip file; ten calls of the batch issue fewer. */
const ZIP_MAX = 5000

/** The page of a certificate. Everything printed is also on the page of the QR code (verifyCertificate). */
function sheetOf(k: Kernel, row: CertificateRow): PdfPage {
  const address = `${siteOrigin(k)}${verifyPath(row.code)}`
  return {
    title: `培训证书 ${row.number}`,
    frame: BLUE,
    blocks: [
      { kind: 'text', text: '培训证书', size: 38, align: 'center', colour: BLUE, before: 8 },
      { kind: 'text', text: `编号 ${row.number}`, size: 12, align: 'center' },
      {
        kind: 'facts',
        size: 14,
        before: 14,
        rows: [
          ['姓名', openPii(k, row.contact)],
          ...(row.company_name === null ? [] : [['单位', row.company_name] as const]),
          ['活动', `${row.title}（${row.type}）`],
          ['时间', `${shanghaiMinute(row.start_at)} 至 ${shanghaiMinute(row.end_at)}`],
          ['地点', row.place],
          ['学时', String(row.half_hours / 2)],
          ['主办单位', row.host],
          ['发证日期', shanghaiDay(Date.parse(row.issued_at))],
        ],
      },
      { kind: 'code', text: address, size: QR_SIZE, lines: ['扫码或打开网址核验，网页显示的应与本证书所印完全一致：', address] },
    ],
  }
}

export const pdfName = (k: Kernel, row: CertificateRow): string => `${row.number}-${openPii(k, row.contact)}.pdf`

export const printAll = (k: Kernel, rows: readonly CertificateRow[], take: (pdf: Buffer, row: CertificateRow) => void | Promise<void>) =>
  drawPdfs(
    k,
    rows.map((row) => sheetOf(k, row)),
    (pdf, at) => take(pdf, rows[at]!),
  )

/** The PDF of a certificate of the caller or of an activity that they manage. A revoked certificate is not printed. */
export async function certificatePdf(k: Kernel, call: Call, id: number): Promise<FileAnswer> {
  const row = await readableCertificate(k, signedIn(call.actor), id)
  if (row.revoked_at !== null) throw refused('这张证书已经失效，不能下载', 'STATE')
  const body = await drawPdf(k, sheetOf(k, row))
  await audit(k.db, call, { action: 'trainCertificate.read', objectType: 'trainCertificate', objectId: id, detail: { number: row.number } })
  return { fileName: pdfName(k, row), mime: 'application/pdf', body, size: body.length }
}

/** All valid certificates of an activity as a zip file, which is sent while the certificates are drawn. */
export async function certificateZip(k: Kernel, call: Call, id: number): Promise<FileAnswer> {
  const { title } = await managed(k.db, signedIn(call.actor), id)
  if (pdfFont(k.config) === null) throw refused(NO_PDF_FONT, 'NO_FONT')
  const rows = await certificates(k.db)
    .where('t.activity_id', '=', id)
    .where('t.revoked_at', 'is', null)
    .orderBy('t.id')
    .limit(ZIP_MAX)
    .execute()
  if (rows.length === 0) throw refused('活动还没有发证书', 'NOBODY')
  await audit(k.db, call, { action: 'trainCertificate.export', objectType: 'trainActivity', objectId: id, detail: { count: rows.length } })
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  printAll(k, rows, (pdf, row) => {
    if (out.destroyed) throw new Error('nobody reads it any more')
    zip.addBuffer(pdf, pdfName(k, row))
  }).then(
    () => zip.end(),
    (error: Error) => out.destroy(error),
  )
  return { fileName: `${title}证书.zip`, mime: 'application/zip', body: out }
}
