import { readFileSync } from 'node:fs'
import mammoth from 'mammoth'
import { given, over, tell } from '../../kernel/jobs/own-process-side.ts'

export interface WordText {
  /** pictures appear as `src="picture:0"`, in the order of `pictures` */
  html: string
  pictures: { contentType: string; bytes: Uint8Array }[]
  /** some content was not understood */
  partly: boolean
}

// A Word text is unpacked and parsed as a whole, which takes seconds and hundreds of megabytes for a hostile file: therefore never in the
// main process (U-05).
const { path, mostPictures } = given<{ path: string; mostPictures: number }>()
const pictures: WordText['pictures'] = []
const image = mammoth.images.imgElement(async (picture) => {
  const bytes = pictures.length < mostPictures ? await picture.readAsBuffer() : Buffer.alloc(0)
  pictures.push({ contentType: picture.contentType, bytes })
  return { src: `picture:${pictures.length - 1}` }
})
const { value, messages } = await mammoth.convertToHtml(
  { buffer: readFileSync(path) },
  { convertImage: image, styleMap: ['u => u'], includeDefaultStyleMap: true },
)
await tell({ html: value, pictures, partly: messages.some((m) => m.type === 'error') } satisfies WordText)
over()
