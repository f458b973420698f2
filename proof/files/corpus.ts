import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { docx, mp4, pdf, png, xlsx } from '../../server/kernel/testing/samples.ts'
import { zip } from '../../server/kernel/testing/zip.ts'
import { textCell, workbook, worksheet } from './archive.ts'

export type Sample = readonly [name: string, content: Buffer]
const text = (content: string) => Buffer.from(content)
const html = text('<!doctype html><html><script>alert(1)</script></html>')
const svg = text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')
const program = Buffer.concat([text('MZ'), Buffer.alloc(300, 0x90), text('This program cannot be run in DOS mode')])
const ole = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000), Buffer.from(stream, 'utf16le'), Buffer.alloc(2000)])
/** A harmless Word file with one more entry. */
const docxWith = (name: string) => docx([{ name, content: text('x') }])

/** Files that must be refused from everybody (U-02): because of their name, their content, or hidden content. */
export async function refusedFiles(): Promise<Sample[]> {
  const picture = await png()
  const gif = await sharp(picture).gif().toBuffer()
  const jpeg = await sharp(picture).jpeg().toBuffer()
  const sheet = await xlsx([['名称'], ['甲']])
  const zipFile = zip([{ name: 'a.txt', content: text('x') }])
  const names: Sample[] = [
    ...['a.svg', 'a.SVG', 'a.svgz'].map((name): Sample => [name, svg]),
    ...['a.html', 'a.htm', 'a.xhtml', 'a.shtml', 'a.mhtml', 'a.hta'].map((name): Sample => [name, html]),
    ...['a.xml', 'a.xsl', 'a.rss'].map((name): Sample => [name, text('<?xml version="1.0"?><a/>')]),
    ...['a.exe', 'a.dll', 'a.com', 'a.scr', 'a.msi'].map((name): Sample => [name, program]),
    ...['a.js', 'a.mjs', 'a.php', 'a.jsp', 'a.bat', 'a.ps1', 'a.sh', 'a.vbs', 'a.lnk', 'a.reg'].map((name): Sample => [name, text('x')]),
    ...['a.zip', 'a.jar', 'a.apk', 'a.7z', 'a.rar'].map((name): Sample => [name, zipFile]),
    ...['a.xlsm', 'a.docm', 'a.pptm', 'a.dotm', 'a.xlam', 'a.xlsb'].map((name): Sample => [name, sheet]),
    // Double suffixes, hidden suffixes, and suffixes that a folder or another system would read differently.
    ...['a.exe.png', 'a.php.png', 'a.html.png', 'a.svg.png', 'a.jsp .png', 'a.png.', 'a.png ', 'a.png\u3000', 'a.png/', 'a.png::$DATA'].map(
      (name): Sample => [name, picture],
    ),
    ...['a.png\0.exe', 'gnp.exe\u202Egnp.png', '\u202Egnp.exe', 'a\u200f.png', 'a\u2066b\u2069.png', 'a.\u202Egnp'].map((name): Sample => [
      name,
      picture,
    ]),
    ...['png', '.png', '..png', ' .png', '\u200b.png'].map((name): Sample => [name, picture]),
  ]
  const signatures: Sample[] = [
    ['网页.png', html],
    ['矢量.png', svg],
    ['程序.pdf', program],
    ['程序.docx', program],
    ['程序.mp4', program],
    ['图片.pdf', picture],
    ['网页.pdf', html],
    ['网页.doc', html],
    ['位图.jpg', picture],
    ['动图.png', gif],
    ['照片.webp', jpeg],
    ['压缩包.docx', zipFile],
    ['表格.docx', sheet],
    ['文字.xlsx', docx()],
    ['文字.pptx', docx()],
    ['版式.ofd', zipFile],
    ['文档.xls', ole('WordDocument')],
    ['表.doc', ole('Workbook')],
    ['空壳.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['空.pdf', Buffer.alloc(0)],
    ['噪声.jpg', randomBytes(5000)],
    ['半张.png', picture.subarray(0, 40)],
    ['半份.mp4', mp4(5000).subarray(0, 200)],
    ['半份.pdf', pdf(5000).subarray(0, 4000)],
  ]
  const hidden: Sample[] = [
    // A GIF that is also a script and the reverse, the same with JPEG and PDF, and pages before the file signature.
    ['脚本.gif', text('GIF89a/*\x01\x00\x01\x00*/=1;alert(1);//;')],
    ['脚本2.gif', Buffer.concat([text('GIF89a=1;/*'), gif.subarray(10), text('*/alert(1)')])],
    ['脚本.jpg', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), text('*/=alert(1);/*'), Buffer.from('ffd9', 'hex')])],
    ['前置.pdf', Buffer.concat([html, pdf()])],
    ['前置.png', Buffer.concat([html, picture])],
    ['后接压缩包.pdf', Buffer.concat([pdf(2000), zip([{ name: 'META-INF/MANIFEST.MF', content: randomBytes(4000) }])])],
    ['后接网页.pdf', Buffer.concat([pdf(2000), text(' '.repeat(2000)), html])],
    ['前置.docx', Buffer.concat([html, docx()])],
    ['宏.docx', docxWith('word/vbaProject.bin')],
    ['宏.xlsx', zip([...workbook(worksheet(textCell('A1', 'x'))), { name: 'xl/vbaProject.bin', content: text('x') }])],
    ['宏.xls', Buffer.concat([ole('Workbook'), Buffer.from('_VBA_PROJECT', 'utf16le')])],
    ...['exe', 'dll', 'js', 'vbs', 'scr', 'bat', 'cmd', 'ps1', 'hta', 'lnk', 'jar'].map((ext): Sample => [
      `夹带${ext}.docx`,
      docxWith(`word/embeddings/a.${ext}`),
    ]),
    ['越界.docx', docxWith('../../evil.txt')],
    ['越界.xlsx', zip([...workbook(worksheet(textCell('A1', 'x'))), { name: '/etc/cron.d/x', content: text('x') }])],
  ]
  return [...names, ...signatures, ...hidden]
}

/** Pictures whose metadata name author and place, with a script after their last byte. */
export async function tellingPictures(): Promise<(Sample & { 0: string })[]> {
  const base = sharp({ create: { width: 24, height: 16, channels: 3, background: '#2050a0' } }).withExif({
    IFD0: { Copyright: 'canary-owner', Artist: 'canary-owner' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1', GPSAreaInformation: 'canary-place' },
  })
  const script = text('\n<script>alert("canary-script")</script>')
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 14]), text('canary-comment'), Buffer.from([0])])
  const gif = await sharp(await png())
    .gif()
    .toBuffer()
  return [
    ['地点.jpg', Buffer.concat([await base.clone().jpeg().toBuffer(), script])],
    ['地点.jpeg', Buffer.concat([await base.clone().jpeg({ progressive: true }).toBuffer(), script])],
    ['地点.png', Buffer.concat([await base.clone().png().toBuffer(), script])],
    ['地点.webp', await base.clone().webp().toBuffer()],
    ['注释.gif', Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b]), script])],
  ]
}
