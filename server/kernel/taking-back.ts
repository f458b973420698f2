import { audit } from './audit/audit.ts'
import type { Db } from './db/index.ts'
import { AppError, refused } from './errors.ts'
import type { Call, Kernel } from './kernel.ts'
import { takeBack, undoneValues } from './way-back.ts'

type Place = { place: number }
interface Undone<V extends object> {
  kind: string
  /** of the audit: `link.undo` */
  action: string
  objectType: string
  /** of the fields at which a save would refuse the restored values */
  labels?: Readonly<Record<string, string>>
  /** runs the transaction, and clears what shows the content */
  changing<T>(k: Kernel, work: (db: Db) => Promise<T>): Promise<T>
  /** locks the row as its other changes do; the row may be gone */
  lockRow(db: Db, id: number): Promise<unknown>
  /** takes an addition back */
  drop(db: Db, id: number, call: Call, k: Kernel): Promise<unknown>
  /** takes a deletion back, under the same id; `values` contain the version since 2026-11-30 */
  bring(db: Db, id: number, values: V): Promise<unknown>
  /** takes an edit back: `values` are those that it changed, `before` is all of them */
  change(db: Db, id: number, values: Partial<V>, before: V, call: Call): Promise<unknown>
  /** takes a move back */
  place?(db: Db, id: number, place: number): Promise<unknown>
}

/** Takes back the newest change of one row of the site's content or of a dictionary: it is as it was before (ADR 0876, 0993). */
export const takingBack =
  <V extends Record<string, unknown>>(of: Undone<V>) =>
  (k: Kernel, call: Call, id: number): Promise<true> =>
    of.changing<true>(k, async (db) => {
      const { rowId, name, before, after } = await takeBack<V | Place>(db, of.kind, id, (row) => of.lockRow(db, row))
      const restore = async (): Promise<unknown> => {
        if (before === null) return of.drop(db, rowId, call, k)
        if (isPlace(before)) return of.place?.(db, rowId, before.place)
        if (after !== null) return of.change(db, rowId, undoneValues(before, after as V), before, call)
        return of.bring(db, rowId, before)
      }
      await restore().catch((error: unknown) => {
        if (!(error instanceof AppError && error.fields?.[0])) throw error
        // There is no field here at which the reason could stand, so it names the field.
        const { path, message } = error.fields[0]
        throw refused(`不能撤销：${of.labels?.[path] ? `${of.labels[path]}：` : ''}${message}`)
      })
      await audit(db, call, {
        action: of.action,
        objectType: of.objectType,
        objectId: rowId,
        detail: { name, before: after, after: before },
      })
      return true
    })

const isPlace = (values: object): values is Place => 'place' in values
