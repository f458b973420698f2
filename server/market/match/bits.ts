/** One bit for each place of a board, 32 in a word. Sets of items are combined word by word, so that a million of them take a millisecond. */
export type Bits = Uint32Array

/** Places that are looked at between two turns of other requests. */
export const BLOCK = 16_384
/** Words of one block, a bit for each place. */
export const WORDS = BLOCK / 32

/** The marked places of one block; `from` is its first. */
export interface Part {
  from: number
  words: Bits
}
/** Whole blocks for so many places. */
export const blocksFor = (places: number): Bits => new Uint32Array(Math.ceil(places / BLOCK) * WORDS)
/** The same bits in blocks. */
export const partsOf = (bits: Bits): Part[] =>
  Array.from({ length: bits.length / WORDS }, (_, n) => ({ from: n * BLOCK, words: bits.subarray(n * WORDS, (n + 1) * WORDS) }))

export const mark = (bits: Bits, place: number): void => void (bits[place >>> 5]! |= 1 << (place & 31))
export const unmark = (bits: Bits, place: number): void => void (bits[place >>> 5]! &= ~(1 << (place & 31)))
export const isMarked = (bits: Bits, place: number): boolean => ((bits[place >>> 5]! >>> (place & 31)) & 1) === 1
/** The number of the lowest bit that is set. */
export const lowestIn = (word: number): number => 31 - Math.clz32(word & -word)

/** How many bits of a word are set. */
export function onesIn(word: number): number {
  let n = word - ((word >>> 1) & 0x5555_5555)
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
export function sumOf(bits: Bits): number {
  let sum = 0
  for (let n = 0; n < bits.length; n++) if (bits[n] !== 0) sum += onesIn(bits[n]!)
  return sum
}

/** Puts the marked places of a block into `places` from `many` on, ascending; returns how many there are then. */
export function putPlaces({ from, words }: Part, places: Int32Array, many = 0): number {
  for (let n = 0; n < WORDS; n++) for (let word = words[n]!; word !== 0; word &= word - 1) places[many++] = from + (n << 5) + lowestIn(word)
  return many
}
