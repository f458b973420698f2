/** What does something when it is pressed. */
const PRESSED = 'button, a[href], [role="button"], [role="tab"], li[tabindex="0"]'
/** A pointer that moves further between press and release has changed its mind. */
const STILL_PX = 4

const thingAt = (event: Event) => (event.target instanceof Element ? event.target.closest<HTMLElement>(PRESSED) : null)
const wordsOf = (el: HTMLElement) => `${el.tagName} ${el.ariaLabel ?? ''} ${el.textContent}`

/**
 * A press counts although the page moves before the button is released: a part above has arrived, or a field that lost the focus shows its
 * error. The browser then clicks what both places are inside of, which does nothing. A button that was drawn anew in its place counts as the
 * same one. It is in force as soon as this file is loaded, for as long as the page.
 */
function keepMovedPresses(): void {
  let press: { thing: HTMLElement; words: string; x: number; y: number } | null = null
  let missed: HTMLElement | null = null
  const down = (event: PointerEvent) => {
    const thing = event.pointerType === 'mouse' && event.button === 0 ? thingAt(event) : null
    press = thing && { thing, words: wordsOf(thing), x: event.clientX, y: event.clientY }
    missed = null
  }
  const up = (event: PointerEvent) => {
    if (!press) return
    const { thing, words, x, y } = press
    press = null
    const under = thingAt(event)
    if (under === thing || Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) return
    const now = thing.isConnected ? thing : under && wordsOf(under) === words ? under : null
    if (!now || (event.target instanceof Node && now !== under && now.contains(event.target))) return
    missed = now
    // The browser's own click comes first, if there is one.
    setTimeout(() => {
      if (missed !== now) return
      missed = null
      now.click()
    })
  }
  const click = (event: MouseEvent) => {
    if (event.isTrusted && thingAt(event)) missed = null
  }
  addEventListener('pointerdown', down, true)
  addEventListener('pointerup', up, true)
  addEventListener('click', click, true)
}

keepMovedPresses()
