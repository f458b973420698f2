import { expect, it } from 'vitest'
import { testApp } from '../testing/harness.ts'
import { NO_PDF_FONT, pdfFont } from './font.ts'
import { drawPdfs } from './pdf.ts'
import type { PdfPage } from './pages.ts'

const page = (n: number): PdfPage => ({
  title: `第 ${n} 张`,
  frame: '#0F4C92',
  blocks: [
    { kind: 'text', text: '培训证书', size: 34, align: 'center' },
    {
      kind: 'facts',
      size: 13,
      rows: [
        ['姓名', '林小满'],
        ['说明', '很长的说明'.repeat(30)],
      ],
    },
    { kind: 'code', text: 'https://example.cn/page?c=abc', size: 90, lines: ['扫码核验'] },
  ],
})

it('draws one PDF per page, in order, with its text', async () => {
  const { kernel: k } = await testApp()
  expect(pdfFont(k.config), 'npm test installs fonts-noto-cjk').not.toBeNull()
  const drawn: Buffer[] = []
  await drawPdfs(k, [page(1), page(2)], (pdf, at) => {
    expect(at).toBe(drawn.length)
    drawn.push(pdf)
  })
  expect(drawn).toHaveLength(2)
  for (const pdf of drawn) {
    const text = pdf.toString('latin1')
    expect(text.startsWith('%PDF-')).toBe(true)
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
    expect(text).toMatch(/FontFile[23]?/)
    // a subset, not the 20 MB of the font
    expect(pdf.length).toBeLessThan(300_000)
  }
  // `take` may end the drawing.
  await expect(
    drawPdfs(k, [page(1), page(2)], () => {
      throw new Error('enough')
    }),
  ).rejects.toThrow('enough')
})

it('reports a missing Chinese font', async () => {
  const { kernel: k } = await testApp({ env: { PDF_FONT: '/nowhere.ttc' } })
  expect(() => drawPdfs(k, [page(1)], () => {})).toThrow(NO_PDF_FONT)
})
