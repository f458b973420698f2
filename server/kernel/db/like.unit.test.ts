import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeStart, likeText } from './like.ts'

/** LIKE as SQL defines it: `%` matches any characters, `_` one, `\` makes the next one literal. */
const likes = (value: string, pattern: string): boolean => {
  const source = [...pattern.matchAll(/\\(.)|([%_])|([^\\])/gsu)].map(([, letter, wild, plain]) =>
    wild === '%' ? '[^]*' : wild === '_' ? '[^]' : (letter ?? plain!).replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'),
  )
  return new RegExp(`^${source.join('')}$`, 'u').test(value)
}

describe('texts in LIKE', () => {
  it('treats wildcards as characters', () => {
    expect(likeText('100%_a\\')).toBe('%100\\%\\_a\\\\%')
    expect(likeStart('3_')).toBe('3\\_%')
    expect(likeText('钢')).toBe('%钢%')
  })
  it('finds exactly what contains or starts with the text, for any text', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '%', '_', '\\', '钢', '.'), maxLength: 5 })
    fc.assert(
      fc.property(letters, letters, (value, text) => {
        expect(likes(value, likeText(text))).toBe(value.includes(text))
        expect(likes(value, likeStart(text))).toBe(value.startsWith(text))
      }),
    )
  })
})
