import { readFile } from 'node:fs/promises'
import mammoth from 'mammoth'
import { signedIn } from '../../kernel/actor.ts'
import { AppError, invalidField } from '../../kernel/errors.ts'
import { keepPicture, withReceived } from '../../kernel/files/files.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { cleanHtml, htmlToText } from '../../kernel/sanitize.ts'

const MOST_PICTURES = 30
const suffixes: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' }

/** The text of a .docx for the editor: cleaned HTML, its pictures kept as the caller's uploads, and what could not be taken over. */
export const readWord = (k: Kernel, call: Call): Promise<{ title: string; html: string; notes: string[] }> =>
  withReceived(k, call, ['docx'], async ({ path, name }) => {
    const actor = signedIn(call.actor)
    const notes: string[] = []
    let pictures = 0
    const note = (message: string) => {
      if (!notes.includes(message)) notes.push(message)
    }
    const image = mammoth.images.imgElement(async (picture) => {
      const suffix = suffixes[picture.contentType]
      if (!suffix) {
        note('有图片格式不受支持，未导入')
        return { src: '' }
      }
      if (++pictures > MOST_PICTURES) {
        note(`图片超过 ${MOST_PICTURES} 张，其余未导入`)
        return { src: '' }
      }
      try {
        const { filePath } = await keepPicture(k, actor, await picture.readAsBuffer(), `插图${pictures}.${suffix}`)
        return { src: `/files/download?filePath=${filePath}`, alt: `插图${pictures}` }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        note('有图片无法读取，未导入')
        return { src: '' }
      }
    })
    const { value, messages } = await mammoth
      .convertToHtml({ buffer: await readFile(path) }, { convertImage: image, styleMap: ['u => u'], includeDefaultStyleMap: true })
      .catch((error: unknown) => {
        if (error instanceof AppError) throw error
        throw invalidField('file', '文件已损坏，无法读取')
      })
    if (messages.some((m) => m.type === 'error')) note('部分内容无法识别，请核对')
    const html = cleanHtml(
      value.replace(/<img\s[^<>]*>/g, (tag) => (tag.includes('src=""') ? '' : tag)).replace(/<a id="[^"]*"><\/a>/g, ''),
    )
    if (htmlToText(html) === '') throw invalidField('file', '文件中没有可读取的文字')
    return { title: titleOf(html, name), html, notes }
  })

/** The first heading, else a short first line, else the file's name. */
function titleOf(html: string, fileName: string): string {
  const start = /<h[1-3](?:\s[^<>]*)?>/.exec(html)
  const heading = start && html.slice(start.index + start[0].length).split(/<\/h[1-3]>/, 1)[0]
  const first =
    htmlToText(heading ?? html)
      .split('\n')[0]
      ?.trim() ?? ''
  return (first.length > 0 && first.length <= 80 ? first : fileName.replace(/\.docx$/i, '')).slice(0, 200)
}
