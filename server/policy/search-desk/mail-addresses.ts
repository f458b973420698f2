/** What stands for the @ of an address: the sign itself, or a word in its place. */
const AT = /@|#|[([]at[)\]]|[艾爱]特|(?<= )at(?= )/gi
const LOCAL = /[\w.+-]/
const HOST = /[a-z0-9.。点-]/i
const LONGEST = 64

/**
 * Replaces mail addresses, also those written with blanks or with words instead of the signs: `zhang san @ qq . com`, `zhangsan(at)163.com`,
 * `zhangsan艾特qq点com`. Signs are walked one by one, because an expression for the pieces would take a power of the length of the text.
 */
export function withoutMailAddresses(text: string, by: string): string {
  let told = ''
  let from = 0
  for (const { index, 0: at } of text.matchAll(AT)) {
    if (index < from) continue
    const start = walk(text, index, -1, LOCAL, from)
    const end = walk(text, index + at.length, 1, HOST, text.length)
    const host = text.slice(index + at.length, end).replace(/ /g, '')
    const isHost = /^[a-z0-9-]/i.test(host) && (at === '@' || /[a-z0-9-](?:[.。点]|dot)[a-z]{2}/i.test(host))
    if (start === index || !isHost) continue
    told += text.slice(from, start) + by
    from = end
  }
  return told + text.slice(from)
}

/** The end of a run of signs with at most one blank between two of them, beginning at `at`; blanks outside the run stay outside. */
function walk(text: string, at: number, step: 1 | -1, sign: RegExp, limit: number): number {
  const next = (i: number) => (step === 1 ? text[i] : text[i - 1])
  const over = (i: number) => (step === 1 ? i >= limit : i <= limit)
  let end = at
  for (let count = 0; count < LONGEST && !over(end); count++) {
    const i = next(end) === ' ' && !over(end + step) ? end + step : end
    if (over(i) || !sign.test(next(i)!)) break
    end = i + step
  }
  return end
}
