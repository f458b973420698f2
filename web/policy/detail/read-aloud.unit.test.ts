import { expect, test } from 'vitest'
import { piecesOf } from './read-aloud.tsx'

test('text to be read aloud is split at sentences, and nothing is lost', () => {
  const text = `支持企业引才。\n\n${'每引进一名博士，给予五万元补助；'.repeat(40)}${'长'.repeat(400)}`
  const pieces = piecesOf(text)
  expect(pieces.every((piece) => piece.length <= 180 && piece.trim() === piece)).toBe(true)
  expect(pieces.join('').replaceAll(' ', '')).toBe(text.replaceAll('\n', ''))
  expect(piecesOf(' \n ')).toEqual([])
})
