/**
 * Address of the same page with some query values changed; null or '' removes one. The page number is reset unless `page` itself is set.
 * Parameters in `path` are kept.
 */
export function withQuery(path: string, current: URLSearchParams, changes: Record<string, string | number | null>): string {
  const [base, own = ''] = path.split('?')
  const next = new URLSearchParams(current)
  for (const [key, value] of new URLSearchParams(own)) next.set(key, value)
  if (!('page' in changes)) next.delete('page')
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key)
    else next.set(key, String(value))
  }
  const text = next.toString()
  return text ? `${base}?${text}` : base!
}

/** Values of a key with a list: `a=1,2` or `a=1&a=2`. */
export const listIn = (params: URLSearchParams, key: string): string[] =>
  params
    .getAll(key)
    .flatMap((v) => v.split(','))
    .filter(Boolean)

/** The list with one value added, or removed when it was present; null when it is empty. */
export const toggled = (list: readonly string[], value: string): string | null => {
  const next = list.includes(value) ? list.filter((v) => v !== value) : [...list, value]
  return next.length ? next.join(',') : null
}

/** Maximum length of a question (contract/fields.ts); the rest is cut, and the page says so. */
const QUESTION_LENGTH = 200
export const TOO_LONG = `问题最多 ${QUESTION_LENGTH} 个字，已按前 ${QUESTION_LENGTH} 个字搜索`
/** Removes invisible characters, which come along when text is copied: they could reverse the line or leave an empty question. */
const seen = (words: string): string => words.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (/\s/.test(sign) ? ' ' : '')).trim()
export const cutQuestion = (words: string): string => seen(words).slice(0, QUESTION_LENGTH)
export const isCut = (words: string): boolean => seen(words).length > QUESTION_LENGTH

/** Query of an address as plain values, for an endpoint; keys outside `allowed` are dropped, so that campaign parameters do no harm. */
export function queryOf(url: string, allowed: readonly string[]): Record<string, string> {
  const params = new URL(url).searchParams
  return Object.fromEntries(
    allowed.flatMap((key) => {
      const value = listIn(params, key).join(',')
      const meant = key === 'q' ? cutQuestion(value) : value
      return meant ? [[key, meant]] : []
    }),
  )
}

/** Treats `keyword=` as `q=`; returns the address with q, or null when nothing changes. */
export function withWords(url: string): string | null {
  const { pathname, searchParams } = new URL(url)
  const keyword = searchParams.get('keyword')
  if (!keyword) return null
  return withQuery(pathname, searchParams, { q: searchParams.get('q') ?? keyword, keyword: null })
}
