import { storedFile } from './stored-file.ts'
import { storedKey } from './stored-source.ts'

/**
 * Shows what lies at `src` in an element of the document: a stored file is fetched with the person's own right, anything else is opened as
 * it is. Answers what frees the memory again.
 */
export function showSource(element: HTMLImageElement | HTMLVideoElement, src: string): () => void {
  const key = storedKey(src)
  let url: string | undefined
  let gone = false
  if (key === null) element.src = src
  else
    storedFile(key).then(
      ({ blob }) => {
        if (!gone) element.src = url = URL.createObjectURL(blob)
      },
      () => {
        if (!gone) element.src = src
      },
    )
  return () => {
    gone = true
    if (url) URL.revokeObjectURL(url)
  }
}
