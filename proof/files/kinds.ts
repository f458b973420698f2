import sharp, { type Metadata } from 'sharp'
import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp } from '../stage.ts'
import type { User } from '../user.ts'
import { refusedFiles, tellingPictures } from './corpus.ts'
import { uploadAs } from './send.ts'
import { leftOver, storedFiles } from './stored.ts'

/**
 * U-02: a file whose content does not match its name, or that hides something, is refused; of a picture only the pixels are kept. The users
 * send in turn, because an account may send 120 files a minute, and one alone would wait for the next minute.
 */
export async function kinds(app: ProofApp, users: readonly User[]): Promise<Finding[]> {
  const { engine } = app
  let sent = 0
  const nextUser = () => users[sent++ % users.length]!
  const before = await storedFiles(app)
  const corpus = await refusedFiles()
  const faults: string[] = []
  for (const [name, content] of corpus) {
    const { status, body, text } = await uploadAs(app, nextUser(), { name, content })
    if (status !== 400 || body.success !== false || !/[\u4e00-\u9fff]/.test(body.msg ?? ''))
      faults.push(`${JSON.stringify(name)}: ${status} ${text.slice(0, 200)}`)
  }
  faults.push(...(await leftOver(app, before)).map((path) => `left: ${path}`))
  const pictures = await tellingPictures()
  const told: string[] = []
  for (const [name, content] of pictures) {
    if (!content.includes('canary-')) throw new Error(`${name} has no canary`)
    const user = nextUser()
    const { body, text } = await uploadAs(app, user, { name, content })
    if (!body.success) {
      told.push(`${name}: ${text.slice(0, 200)}`)
      continue
    }
    const answer = await fetch(`${app.base}/files/download?filePath=${(body.data as { filePath: string }).filePath}`, {
      headers: { authorization: user.token },
    })
    const kept = Buffer.from(await answer.arrayBuffer())
    const { exif, width, format, ...other } = await sharp(kept)
      .metadata()
      .catch(() => ({}) as Partial<Metadata>)
    if (kept.includes('canary-') || exif || other.xmp || other.iptc) told.push(`${name}: metadata stayed`)
    if (!width || !format) told.push(`${name}: no picture any more`)
  }
  return [
    // Seen red: PDFs with something behind their end, a .docx with a script inside (both mended).
    noFaults({ id: 'U-02', engine, what: '类型、签名、多面文件、双后缀、方向标记的语料全部被拒，不留文件' }, faults, corpus.length),
    // Seen red: redraw() copied the file.
    noFaults({ id: 'U-02', engine, what: '图片重绘：没有拍摄地点、作者、注释和尾部脚本' }, told, pictures.length),
  ]
}
