/** The map is cut into 2^17 columns of cells, each about 300 m wide. */
const SIDE = 2 ** 17
const ACROSS = 360

/** The number of a cell of the map. The numbers run along a Hilbert curve, so that cells of near numbers lie near each other. */
function cellOf(lng: number, lat: number): number {
  let [x, y] = [Math.floor(((lng + 180) / ACROSS) * SIDE), Math.floor(((lat + 90) / ACROSS) * SIDE)]
  let number = 0
  for (let half = SIDE / 2; half >= 1; half /= 2) {
    const [right, upper] = [(x & half) > 0, (y & half) > 0]
    number = number * 4 + (right ? (upper ? 2 : 3) : upper ? 1 : 0)
    if (upper) continue
    if (right) [x, y] = [SIDE - 1 - x, SIDE - 1 - y]
    ;[x, y] = [y, x]
  }
  return number
}

/** Gathers items in any order and returns them so that those near each other on the map follow each other; last those without a place. */
export class MapOrder<T extends { lng: number | null; lat: number | null }> {
  readonly #cells = new Map<number, T[]>()

  add(item: T): void {
    const cell = item.lng === null || item.lat === null ? Infinity : cellOf(item.lng, item.lat)
    const known = this.#cells.get(cell)
    if (known) known.push(item)
    else this.#cells.set(cell, [item])
  }
  *all(): Generator<T, void> {
    const cells = Float64Array.from(this.#cells.keys()).sort()
    for (const cell of cells) yield* this.#cells.get(cell)!
  }
}
