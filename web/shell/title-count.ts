import { useEffect } from 'react'

/** “(3) 标题” without its count. */
export const plainTitle = (title: string): string => title.replace(/^\((?:\d+|99\+)\) /, '')
export const countedTitle = (title: string, count: number): string =>
  count > 0 ? `(${count > 99 ? '99+' : count}) ${plainTitle(title)}` : plainTitle(title)

/**
 * Keeps a count in front of the title of whatever screen is open, for who has the page in another tab. Only the title carries it: nothing
 * live is changed, so a screen reader that reads the page is not interrupted; there the bell names the count.
 */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const show = () => {
      const wanted = countedTitle(document.title, count)
      if (document.title !== wanted) document.title = wanted
    }
    show()
    // The screen's own title is written anew by each navigation.
    const watch = new MutationObserver(show)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      watch.disconnect()
      document.title = plainTitle(document.title)
    }
  }, [count])
}
