import { signedIn } from '../../kernel/actor.ts'
import { apart, ApartFailed } from '../../kernel/jobs/own-process.ts'
import { AppError, invalidField } from '../../kernel/errors.ts'
import { keepPicture, withReceived } from '../../kernel/files/files.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { cleanHtml, htmlToText } from '../../kernel/http/sanitize.ts'
import type { WordText } from './word-text-apart.ts'

const MOST_PICTURES = 30
const WORK_SECONDS = 20
/** including the tags */
const MOST_CHARACTERS = 1_000_000
const suffixes: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' }

/**
 * Reads a .docx for the editor: cleaned HTML, its pictures stored as uploads of the caller, and notes about content that could not be taken
 * over.
 */
export const readWord = (k: Kernel, call: Call): Promise<{ title: string; html: string; notes: string[] }> =>
  withReceived(k, call, ['docx'], async ({ path, name }) => {
    const actor = signedIn(call.actor)
    const notes: string[] = []
    let pictures = 0
    const note = (message: string) => {
      if (!notes.includes(message)) notes.push(message)
    }
    const text = await wordText(path)
    if (text.html.length > MOST_CHARACTERS) throw invalidField('file', '文字过多，无法一次导入，请拆分后重试')
    const sources = new Map<string, string>()
    for (const [at, { contentType, bytes }] of text.pictures.entries()) {
      const suffix = suffixes[contentType]
      if (!suffix) {
        note('有图片格式不受支持，未导入')
        continue
      }
      if (++pictures > MOST_PICTURES) {
        note(`图片超过 ${MOST_PICTURES} 张，其余未导入`)
        continue
      }
      try {
        const { filePath } = await keepPicture(k, actor, Buffer.from(bytes), `插图${pictures}.${suffix}`)
        sources.set(`picture:${at}`, `src="/files/download?filePath=${filePath}" alt="插图${pictures}"`)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        note('有图片无法读取，未导入')
      }
    }
    if (text.partly) note('部分内容无法识别，请核对')
    const shown = (tag: string) => {
      const source = sources.get(/src="(picture:\d+)"/.exec(tag)?.[1] ?? '')
      return source ? `<img ${source}>` : ''
    }
    const html = cleanHtml(text.html.replace(/<img\s[^<>]*>/g, shown).replace(/<a id="[^"]*"><\/a>/g, ''))
    if (htmlToText(html) === '') throw invalidField('file', '文件中没有可读取的文字')
    return { title: titleOf(html, name), html, notes }
  })

/** Parses in a separate process. Throws a refusal for the user. */
async function wordText(path: string): Promise<WordText> {
  try {
    const told = apart<WordText>(new URL('./word-text-apart.ts', import.meta.url), { path, mostPictures: MOST_PICTURES * 2 }, WORK_SECONDS)
    for await (const text of told) return text
  } catch (error) {
    if (!(error instanceof ApartFailed)) throw error
    if (error.reason === 'slow') throw invalidField('file', '文件读取超时，请拆分后重试')
  }
  throw invalidField('file', '文件已损坏或过大，无法读取')
}

/** The title: the first heading, else a short first line, else the file name. */
function titleOf(html: string, fileName: string): string {
  const start = /<h[1-3](?:\s[^<>]*)?>/.exec(html)
  const heading = start && html.slice(start.index + start[0].length).split(/<\/h[1-3]>/, 1)[0]
  const first =
    htmlToText(heading ?? html)
      .split('\n')[0]
      ?.trim() ?? ''
  return (first.length > 0 && first.length <= 80 ? first : fileName.replace(/\.docx$/i, '')).slice(0, 200)
}
