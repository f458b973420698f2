import { storedFile } from './stored-file.ts'
import { storedKey } from './stored-source.ts'

/**
 * Shows `src` in an element: a stored file is fetched with the user's rights, any other address is used directly. Returns a function that
 * frees the memory.
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
