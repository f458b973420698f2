import { writeFile } from 'node:fs/promises'
import { gate } from '../access/queued-admission.ts'
import { refused } from '../errors.ts'
import { withTemporary } from '../files/files.ts'
import { apart } from '../jobs/own-process.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'
import { NO_PDF_FONT, pdfFont } from './font.ts'
import type { Drawing, PdfPage } from './pages.ts'

/** Processor seconds to read the font, and for each page. */
const FONT_SECONDS = 10
const SHEET_SECONDS = 0.2
/** With this heap, the process with the font stays below 256 MB; a larger heap would only delay garbage collection. */
const HEAP_MB = 96
/** Two at once leave processor time for the service; twenty wait, and further ones are refused with 503. */
const turns = perKernel(() => gate(2, 20))

/**
 * Draws each page as a separate PDF, in a separate process (ADR 0760), and passes it to `take` in the given order; `take` stops the drawing
 * by throwing. Refuses when there is no Chinese font.
 */
export function drawPdfs(k: Kernel, pages: readonly PdfPage[], take: (pdf: Buffer, at: number) => void | Promise<void>): Promise<void> {
  const font = pdfFont(k.config)
  if (font === null) throw refused(NO_PDF_FONT, 'NO_FONT')
  return turns(k)(() =>
    withTemporary(k, async (path) => {
      await writeFile(path, JSON.stringify(pages), { mode: 0o600 })
      const drawing: Drawing = { pages: path, font }
      let at = 0
      const seconds = FONT_SECONDS + pages.length * SHEET_SECONDS
      for await (const pdf of apart<Uint8Array>(new URL('./draw-apart.ts', import.meta.url), drawing, seconds, HEAP_MB))
        await take(Buffer.from(pdf), at++)
    }),
  )
}

export async function drawPdf(k: Kernel, page: PdfPage): Promise<Buffer> {
  let drawn: Buffer | undefined
  await drawPdfs(k, [page], (pdf) => void (drawn = pdf))
  return drawn!
}
