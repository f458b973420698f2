/** These functions run inside the page. Chromium gets them as text, so none may use a name from outside its own body. */

export interface Seen {
  /** texts below the minimum size */
  small: string[]
  /** targets below the minimum size */
  narrow: string[]
  /** number of pixels by which the page scrolls sideways */
  sideways: number
  /** headings that skip a level */
  jumps: string[]
  /** addresses of links and images */
  links: string[]
}

/**
 * Checks the computed sizes; 0 leaves a check out. Main targets are fields and full buttons of the content. Tabs, chips, small buttons,
 * links of a list, rows of tables, and everything in header, footer and navigation are other targets. A link inside a line of text is text
 * (WCAG 2.5.8).
 */
export function look({ text, main, other }: { text: number; main: number; other: number }): Seen {
  const name = (element: Element) => {
    const words = element.textContent?.trim() || element.getAttribute('aria-label') || element.getAttribute('placeholder') || ''
    const classes = (element.getAttribute('class') ?? '').split(' ').slice(0, 2).join('.')
    return `<${element.tagName.toLowerCase()} ${classes}> “${words.slice(0, 20)}”`
  }
  const shown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const hidden = '.visually-hidden, [aria-hidden="true"], [inert]'
  const small = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && text > 0; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim() || parent.closest(`script, style, noscript, svg, ${hidden}`)) continue
    const size = Number.parseFloat(getComputedStyle(parent).fontSize)
    if (size < text && shown(parent)) small.add(`${size} px ${name(parent)}`)
  }

  const targets =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=menuitem]'
  const frames =
    '.ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-upload, .ant-checkbox-wrapper, .ant-radio-wrapper'
  const chrome = 'header, footer, nav, aside, table, [role=tablist], [role=toolbar]'
  const greater = '.btn:not(.btn-small), .ant-btn:not(.ant-btn-sm, .ant-btn-link, .ant-btn-text, .ant-btn-icon-only)'
  const lesser = '[type=checkbox], [type=radio], [type=range], [type=file]'
  const narrow = new Set<string>()
  for (const element of main > 0 ? document.querySelectorAll<HTMLElement>(targets) : []) {
    if (element.closest(hidden) || element.matches('[disabled], [tabindex="-1"]')) continue
    // The area that can be clicked: also the label, and the bordered control around a bare field.
    const field = element.matches('input, textarea')
    const frame = field ? element.closest(`label, ${frames}`) : element.closest('.ant-tabs-tab')
    const label =
      element.matches('[type=checkbox], [type=radio]') && element.id ? document.querySelector(`label[for="${element.id}"]`) : null
    const boxes = [element, frame, label].filter((box) => box !== null)
    if (!boxes.some(shown)) continue
    if (element.tagName === 'A' && getComputedStyle(element).display === 'inline') continue
    const height = Math.max(...boxes.map((box) => box.getBoundingClientRect().height))
    const isMain = element.matches(greater) || (element.matches('input, select, textarea') && !element.matches(lesser))
    const least = isMain && !element.closest(chrome) && !frame?.matches('[class*="-sm"]') ? main : other
    if (height + 0.5 < least) narrow.add(`${Math.round(height)} < ${least} px ${name(element)}`)
  }

  const jumps: string[] = []
  let level = 0
  for (const heading of document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')) {
    // A placeholder bar for text that is being loaded has no words.
    if (!heading.checkVisibility() || !heading.textContent.trim()) continue
    // A dialog or drawer is above the page and begins its own heading levels.
    const dialog = heading.closest('[role=dialog], dialog')
    const own = Number(heading.tagName[1])
    if (!dialog && own > level + 1)
      jumps.push(`h${own} after ${level ? `h${level}` : 'nothing'} “${heading.textContent.trim().slice(0, 20)}”`)
    if (!dialog) level = own
  }

  return {
    jumps,
    small: [...small],
    narrow: [...narrow],
    sideways: document.documentElement.scrollWidth - innerWidth,
    links: [
      ...[...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => link.href),
      ...[...document.images].map((image) => image.src),
    ],
  }
}

/** Switches 长辈版 as web/session/display.ts does, without a reload. */
export function turnElder(on: boolean): void {
  document.cookie = `elder=${on ? '1' : ''}; Path=/; Max-Age=${on ? 3600 : 0}; SameSite=Lax`
  if (on) document.documentElement.setAttribute('data-elder', '1')
  else document.documentElement.removeAttribute('data-elder')
  window.dispatchEvent(new Event('qifu:display'))
}
