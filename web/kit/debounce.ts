/** Runs once, `wait` ms after the last call. Input methods hold it back: nothing runs between compose(true) and compose(false). */
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
    /** runs what is waiting now */
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
