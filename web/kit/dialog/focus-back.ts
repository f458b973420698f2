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
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = layerOf(target)
    if (layer && last && layerOf(last) !== layer && !openers.has(layer)) openers.set(layer, last)
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
        // After everything else of the same change, because the dialog holds the focus until then.
        setTimeout(() => {
          if (document.activeElement === document.body) backTo(opener)?.focus({ preventScroll: true })
          if (!node.isConnected) openers.delete(node)
        })
      }
  })
  document.addEventListener('focusin', follow)
  gone.observe(document.body, { childList: true })
}
