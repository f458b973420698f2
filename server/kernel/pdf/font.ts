import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'

/** Where Debian, Fedora and Alpine put Noto Sans CJK (apt: fonts-noto-cjk). */
const USUAL = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto/NotoSansCJK-Regular.ttc',
]
/** The Chinese font of PDF files: `PDF_FONT`, else the one of the system; null without any. Nothing is downloaded. */
export const pdfFont = ({ PDF_FONT }: Pick<Config, 'PDF_FONT'>): string | null =>
  (PDF_FONT === undefined ? USUAL : [PDF_FONT]).find((path) => existsSync(path)) ?? null

export const NO_PDF_FONT = '服务器没有中文字体（fonts-noto-cjk），不能生成 PDF，请用打印页'
