import { readFileSync } from 'node:fs'

/**
 * Ways in which text becomes script, one a line of xss-payloads.txt; `N` is the number of the payload, so that what ran names itself. Generic,
 * well-known forms: elements, handlers, addresses, broken markup, foreign content, templates, mutation by parsing twice, encodings, contexts.
 */
const FORMS = readFileSync(new URL('xss-payloads.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)

/** U+2028 and U+2029 end a line in a script that holds raw JSON. */
const SEPARATED = ['\u2028alert(N)//', '\u2029alert(N)//', '</script\u2028><script>alert(N)</script>']

const FIRST = 1000
export const PAYLOADS: readonly string[] = [...FORMS, ...SEPARATED].map((form, n) => form.replaceAll('N', String(FIRST + n)))

/** The payloads that fit into a field of this length, beginning with the n-th. */
export function fitting(n: number, length: number): string {
  for (let at = 0; at < PAYLOADS.length; at++) {
    const payload = PAYLOADS[(n + at) % PAYLOADS.length]!
    if (payload.length <= length) return payload
  }
  return '<b>'.slice(0, length)
}
