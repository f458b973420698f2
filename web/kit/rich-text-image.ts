import { Image } from '@tiptap/extension-image'
import { storedFile } from './stored-file.ts'

const STORED = '/files/download?filePath='
/** Address of a stored picture inside a document; the document keeps it, whoever reads it needs the right to it. */
export const storedSource = (filePath: string): string => STORED + encodeURIComponent(filePath)

/** Pictures of a document. A stored one is fetched with the person's own right while it is edited; the document keeps its plain address. */
export const StoredImage = Image.extend({
  addNodeView() {
    return ({ node }) => {
      const img = document.createElement('img')
      const src = String(node.attrs.src ?? '')
      img.alt = String(node.attrs.alt ?? '')
      let url: string | undefined
      if (src.startsWith(STORED))
        storedFile(decodeURIComponent(src.slice(STORED.length))).then(
          ({ blob }) => {
            img.src = url = URL.createObjectURL(blob)
          },
          () => {
            img.src = src
          },
        )
      else img.src = src
      return {
        dom: img,
        destroy: () => {
          if (url) URL.revokeObjectURL(url)
        },
      }
    }
  },
})
