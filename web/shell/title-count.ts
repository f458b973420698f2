import { useEffect } from 'react'

/** Removes the count from “(3) 标题”. */
export const plainTitle = (title: string): string => title.replace(/^\((?:\d+|99\+)\) /, '')
export const countedTitle = (title: string, count: number): string =>
  count > 0 ? `(${count > 99 ? '99+' : count}) ${plainTitle(title)}` : plainTitle(title)

/**
 * Keeps a count in front of every screen's title, for users with the page in another tab. Only the title changes, so a screen reader is not
 * interrupted; it gets the count from the bell.
 */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const show = () => {
      const wanted = countedTitle(document.title, count)
      if (document.title !== wanted) document.title = wanted
    }
    show()
    // Each navigation rewrites the title.
    const watch = new MutationObserver(show)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      watch.disconnect()
      document.title = plainTitle(document.title)
    }
  }, [count])
}
