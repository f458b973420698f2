import { useEffect, useMemo, useRef } from 'react'
import { showSource } from '../upload/stored-media.ts'
import { storedKey } from '../upload/stored-source.ts'
import css from './rich-text-view.module.css'

/**
 * A rich text to read that is not public yet: its pictures and videos are fetched with the person's own right. `html` was cleaned by the
 * server; a public page shows it as it is and needs no script for it.
 */
export function RichTextView({ html, className }: { html: string; className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  // One object: React must not write the text again while its pictures are being fetched.
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
