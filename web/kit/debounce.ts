/** Runs once, `wait` ms after the last call. Nothing runs between compose(true) and compose(false), while an input method is composing. */
export function debounced<A extends unknown[]>(run: (...args: A) => void, wait: number) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let composing = false
  let last: A | null = null
  const stop = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  const arm = () => {
    stop()
    if (!composing && last)
      timer = setTimeout(() => {
        const args = last
        last = null
        timer = null
        if (args) run(...args)
      }, wait)
  }
  return {
    call(...args: A) {
      last = args
      arm()
    },
    compose(on: boolean) {
      composing = on
      if (on) stop()
      else arm()
    },
    /** runs a waiting call now */
    flush() {
      stop()
      const args = last
      last = null
      if (args) run(...args)
    },
    cancel() {
      stop()
      last = null
    },
  }
}
