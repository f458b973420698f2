import { useEffect, useMemo, useRef } from 'react'
import { showSource } from '../upload/stored-media.ts'
import { storedKey } from '../upload/stored-source.ts'
import css from './rich-text-view.module.css'

/**
 * Shows a rich text that is not public yet: its pictures and videos are fetched with the user's rights. The server cleaned `html`; a public
 * page shows it directly and needs no script.
 */
export function RichTextView({ html, className }: { html: string; className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  // Memoised: React must not rewrite the text while its pictures are loading.
  const content = useMemo(() => ({ __html: html }), [html])
  useEffect(() => {
    const media = [...(box.current?.querySelectorAll<HTMLImageElement | HTMLVideoElement>('img[src], video[src]') ?? [])]
    const ends = media.flatMap((element) => {
      const src = element.getAttribute('src') ?? ''
      return storedKey(src) === null ? [] : [showSource(element, src)]
    })
    return () => {
      for (const end of ends) end()
    }
  }, [content])
  return <div ref={box} className={className ? `${css.rich} ${className}` : css.rich} dangerouslySetInnerHTML={content} />
}
