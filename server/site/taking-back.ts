import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { AppError, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { changesMoved, takeBack, undoneValues } from '../kernel/way-back.ts'
import { changingSite } from './changed.ts'

type Place = { place: number }
interface Undone<V extends object> {
  kind: 'basicData' | 'link' | 'advert'
  /** locks the row as its other changes do; the row may be gone */
  lockRow(db: Db, id: number): Promise<unknown>
  /** takes an addition back */
  drop(db: Db, id: number, call: Call): Promise<unknown>
  /** takes a deletion back; returns the id under which the row is there again */
  bring(db: Db, id: number, values: V): Promise<number>
  /** takes an edit back: `values` are those that it changed, `before` is all of them */
  change(db: Db, id: number, values: Partial<V>, before: V, call: Call): Promise<unknown>
  /** takes a move back */
  place?(db: Db, id: number, place: number): Promise<unknown>
}

/** Takes back the newest change of one row of the site's content: it is as it was before (ADR 0876). */
export const takingBack =
  <V extends Record<string, unknown>>(of: Undone<V>) =>
  (k: Kernel, call: Call, id: number): Promise<true> =>
    changingSite<true>(k, async (db) => {
      const { rowId, name, before, after } = await takeBack<V | Place>(db, of.kind, id, (row) => of.lockRow(db, row))
      const restore = async (): Promise<unknown> => {
        if (before === null) return of.drop(db, rowId, call)
        if (isPlace(before)) return of.place?.(db, rowId, before.place)
        if (after !== null) return of.change(db, rowId, undoneValues(before, after as V), before, call)
        const now = await of.bring(db, rowId, before)
        return now === rowId ? null : changesMoved(db, of.kind, rowId, now)
      }
      await restore().catch((error: unknown) => {
        // There is no field here at which the reason could stand.
        throw error instanceof AppError && error.fields ? refused(`不能撤销：${error.fields[0]?.message ?? error.message}`) : error
      })
      await audit(db, call, {
        action: `${of.kind}.undo`,
        objectType: of.kind,
        objectId: rowId,
        detail: { name, before: after, after: before },
      })
      return true
    })

const isPlace = (values: object): values is Place => 'place' in values
