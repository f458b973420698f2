import { sql } from 'kysely'
import { marketKindKeys, marketKinds, marketStates, type MarketKind } from '../../../contract/market/states.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import { inSlices } from '../../matching/index.ts'
import { items } from '../queries.ts'
import { hiddenBefore, isListed, onMarketChange } from '../visible.ts'
import { Board, type Walk } from './board.ts'
import { MapOrder } from './map-order.ts'
import { columns, Shelved, type ShelvedRow } from './shelved.ts'

/** Rows of one reading; others get their turn after each. */
const PAGE = 2000
/** A change that started earlier can become visible after a later one, so recent changes are read again. */
const OVERLAP_MS = 60_000
const NEVER = '1970-01-01T00:00:00.000Z'

const perKind = <T>(of: (kind: MarketKind) => T) =>
  Object.fromEntries(marketKindKeys.map((kind) => [kind, of(kind)])) as Record<MarketKind, T>

/**
 * All published items in the memory of this process, read in the background after the start. After a change it reads only what changed.
 * Lists are counted and matches are judged in memory.
 */
class Shelf {
  readonly #k: Kernel
  readonly #boards = perKind((kind) => new Board(kind))
  /** all changes before this time are on the shelf */
  #since = NEVER
  /** all views before this time are on the shelf */
  #viewsSince = NEVER
  /** how many changes of the market this process has heard of */
  heard = 0
  #dirty = true
  #closed = false
  #reading: Promise<void> | null = null
  #viewing: Promise<void> | null = null

  constructor(k: Kernel) {
    this.#k = k
    onMarketChange(k, () => {
      this.heard++
      this.#dirty = true
    })
    k.onClose(() => void (this.#closed = true))
  }

  /** Whether everything was read once. Until then lists read the database, and start the reading. */
  get isFilled(): boolean {
    if (this.#since !== NEVER) return true
    this.fill()
    return false
  }

  /** Reads everything in the background; after a failure the next caller tries again. */
  fill(): void {
    if (this.#reading || this.#since !== NEVER) return
    this.#read().catch((err: unknown) => {
      if (!this.#closed) this.#k.log.warn({ err }, 'the shelf of the market could not be filled, will be tried again')
    })
  }

  async of(kind: MarketKind): Promise<readonly Shelved[]> {
    return (await this.board(kind)).listed(Date.parse(hiddenBefore(this.#k)))
  }
  /** All published items of a kind, also those that are hidden for their age. */
  async board(kind: MarketKind): Promise<Board> {
    await this.#read()
    return this.#boards[kind]
  }

  /** Whoever asks next waits for a reading: another process may have committed changes that this one has not heard of yet. */
  readAgain(): void {
    this.#dirty = true
  }
  /**
   * Reads what was viewed since the last time: views do not change an item, so the other readings do not see them. As with changes, who asks
   * during a reading waits for the next.
   */
  async takeViews(): Promise<void> {
    if (this.#viewing) await this.#viewing
    await (this.#viewing ??= this.#readViews().finally(() => (this.#viewing = null)))
  }
  async #readViews(): Promise<void> {
    const began = this.#k.clock.now().getTime()
    const { rows } = await this.#k.pool.query<{ id: number; kind: MarketKind; view_num: number }>({
      name: 'market-views',
      text: 'select id, kind, view_num from market_item where id in (select item_id from market_view_mark where seen_at > $1)',
      values: [this.#viewsSince],
    })
    for (const { id, kind, view_num } of rows) this.#boards[kind].viewed(id, view_num)
    this.#viewsSince = new Date(began - OVERLAP_MS).toISOString()
  }

  /** A reading in progress may have begun before the caller's change, so the caller waits for it and for the next. */
  async #read(): Promise<void> {
    if (this.#reading) await this.#reading
    if (this.#dirty || this.#reading) await (this.#reading ??= this.#readOn().finally(() => (this.#reading = null)))
  }

  async #readOn(): Promise<void> {
    this.#dirty = false
    try {
      const began = this.#k.clock.now().getTime()
      const first = this.#since === NEVER ? perKind(() => new MapOrder<Shelved>()) : null
      const read = (after: { mark: string; id: number }) =>
        this.#k.db
          .selectFrom('market_item')
          .select([...columns, 'state', 'deleted', 'version'])
          .select(sql<string>`updated_at::text`.as('mark'))
          .where(sql<boolean>`(updated_at, id) > (${after.mark}::timestamptz, ${after.id}::bigint)`)
          .$if(first !== null, (all) => all.where('state', '=', sql.lit(marketStates.code.passed)).where('deleted', '=', sql.lit(false)))
          .orderBy('updated_at')
          .orderBy('id')
          .limit(PAGE)
          .execute()
      let next: ReturnType<typeof read> | null = read({ mark: this.#since, id: 0 })
      while (next) {
        const rows: Awaited<ReturnType<typeof read>> = await next
        if (this.#closed) return
        const last = rows.at(-1)
        // The database reads on while these are put on the shelf.
        next = last && rows.length === PAGE ? read(last) : null
        for (const row of rows)
          if (first) first[row.kind].add(new Shelved(row))
          else this.#put(row)
      }
      if (first) await inSlices(this.#filling(first), Infinity)
      this.#since = new Date(began - OVERLAP_MS).toISOString()
      if (first) this.#viewsSince = this.#since
      if (first) void inSlices(this.#preparing(), Infinity)
    } catch (error) {
      this.#dirty = true
      throw error
    }
  }

  /** Otherwise the first supply that changes would wait for the rules of all demands, and the first lists for the cuts of figures. */
  *#preparing(): Walk<void> {
    for (const kind of marketKindKeys) yield* this.#boards[kind].figures.prepare()
    for (const kind of marketKindKeys)
      if (marketKinds[kind].side === 'demand')
        for (const item of this.#boards[kind].listed(0)) {
          if (this.#closed) return
          if (item.rule === null) this.#k.log.warn({ item: item.id }, 'a demand has an unusable rule')
          yield
        }
  }

  /** Neighbours on the map get neighbouring places, so that a list of a part of the map looks at few of them. */
  *#filling(first: Record<MarketKind, MapOrder<Shelved>>): Walk<void> {
    for (const kind of marketKindKeys)
      for (const item of first[kind].all()) {
        if (this.#closed) return
        // What changed while it was read was read twice.
        if (!((this.#boards[kind].get(item.id)?.version ?? -1) > item.version)) this.#boards[kind].put(item)
        yield
      }
  }

  #put(row: ShelvedRow): void {
    const board = this.#boards[row.kind]
    if (row.state !== marketStates.code.passed || row.deleted) board.remove(row.id)
    else if (board.get(row.id)?.version !== row.version) board.put(new Shelved(row))
  }
}
/** A board of the listed items of these ids alone, from the database. */
export async function boardOf(k: Kernel, kind: MarketKind, ids: readonly number[]): Promise<Board> {
  const rows = await items(k.db, kind)
    .where('p.id', '=', (e) => e.fn.any(e.val([...ids])))
    .where(isListed(k))
    .select(columns.map((column) => `p.${column}` as const))
    .select(['p.state', 'p.deleted', 'p.version'])
    .execute()
  const board = new Board(kind)
  for (const row of rows) board.put(new Shelved(row))
  return board
}

const shelves = perKernel((k) => new Shelf(k))
export const shelfOf = (k: Kernel): Shelf => shelves(k)
