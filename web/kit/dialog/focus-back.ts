/** What antd puts beside the page for a dialog, a drawer or an open list. */
const LAYER = '.ant-modal-root, .ant-drawer, .ant-dropdown'

/** The direct child of the body that holds the layer of an element; null for an element of the page itself. */
function layerOf(el: Element): Element | null {
  const layer = el.closest(LAYER)
  let top: Element | null = layer
  while (top?.parentElement && top.parentElement !== document.body) top = top.parentElement
  return top
}

const canTake = (el: HTMLElement): boolean => el.isConnected && el.checkVisibility({ visibilityProperty: true }) && !el.matches(':disabled')

/** How long what opened a dialog may be hidden or held after it: a page whose part is loading, a button that shows its work. */
const RETURNS_MS = 2000
const AGAIN_MS = 50

let kept = false

/**
 * Gives the keyboard back to the button that opened a dialog or drawer when that is taken out of the page, also when an entry of a list of
 * actions opened it. antd itself does so only for those that stay in the page, closed; without it the next Tab begins at the top of the page.
 */
export function keepFocusBack(): void {
  if (kept) return
  kept = true
  const openers = new Map<Element, HTMLElement>()
  let last: HTMLElement | null = null
  const follow = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = layerOf(target)
    // Where the keyboard was before this began, the browser says.
    const from = last ?? (relatedTarget instanceof HTMLElement ? relatedTarget : null)
    if (layer && from && layerOf(from) !== layer && !openers.has(layer)) openers.set(layer, from)
    last = target
  }
  /** The opener, or who opened the list in which it was. */
  const backTo = (opener: HTMLElement | undefined): HTMLElement | undefined => {
    for (let at = opener, tries = 0; at && tries < 5; tries++) {
      if (canTake(at)) return at
      const layer = layerOf(at)
      at = layer ? openers.get(layer) : undefined
    }
    return undefined
  }
  const gone = new MutationObserver((changes) => {
    for (const { removedNodes } of changes)
      for (const node of removedNodes) {
        if (!(node instanceof Element) || !openers.has(node)) continue
        const opener = openers.get(node)
        const until = performance.now() + RETURNS_MS
        const giveBack = () => {
          if (document.activeElement === document.body) {
            const to = backTo(opener)
            to?.focus({ preventScroll: true })
            if (!to && performance.now() < until) return void setTimeout(giveBack, AGAIN_MS)
          }
          if (!node.isConnected) openers.delete(node)
        }
        // After everything else of the same change, because the dialog holds the focus until then.
        setTimeout(giveBack)
      }
  })
  document.addEventListener('focusin', follow)
  gone.observe(document.body, { childList: true })
}
