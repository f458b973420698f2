/** One bit for each place of a board, 32 in a word. Sets of items are combined word by word, so that a million of them take a millisecond. */
export type Bits = Uint32Array

export const wordsFor = (places: number): number => (places + 31) >>> 5
export const mark = (bits: Bits, place: number): void => void (bits[place >>> 5]! |= 1 << (place & 31))
export const unmark = (bits: Bits, place: number): void => void (bits[place >>> 5]! &= ~(1 << (place & 31)))
export const isMarked = (bits: Bits, place: number): boolean => ((bits[place >>> 5]! >>> (place & 31)) & 1) === 1

/** How many bits of a word are set. */
export function onesIn(word: number): number {
  let n = word - ((word >>> 1) & 0x5555_5555)
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** Puts the marked places of these words into `places`, ascending; returns how many they are. */
export function putPlaces(bits: Bits, firstWord: number, endWord: number, places: Int32Array): number {
  let many = 0
  for (let n = firstWord; n < endWord; n++)
    for (let word = bits[n]!; word !== 0; word &= word - 1) places[many++] = (n << 5) + 31 - Math.clz32(word & -word)
  return many
}
/** The marked places, ascending. */
export function placesIn(bits: Bits): Int32Array {
  let many = 0
  for (let n = 0; n < bits.length; n++) if (bits[n] !== 0) many += onesIn(bits[n]!)
  const places = new Int32Array(many)
  putPlaces(bits, 0, bits.length, places)
  return places
}
