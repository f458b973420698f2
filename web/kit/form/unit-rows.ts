import { UNIT_TYPE_ORGANISER } from '../../../contract/constants.ts'
import { unitNameRequired, type UnitType } from '../../../contract/unit-words.ts'

/** The table: issuing units, or contact units of one type (spec §2; one table per unitType). */
export type UnitKind = 'issuing' | UnitType

/** A unit as stored. `unitAbbre` only in the undertaking-unit table, `unitType` only in contact-unit tables (spec §3). */
export interface Unit {
  unitName: string
  unitAbbre?: string | undefined
  unitContact: string
  unitPhone: string
  unitType?: UnitType | undefined
}
export type UnitKey = 'unitName' | 'unitAbbre' | 'unitContact' | 'unitPhone'

/** One row: shown while `typed` is null, edited otherwise; `saved` is null until a new row has been saved (spec §4). */
export interface UnitRow {
  key: string
  saved: Unit | null
  typed: Unit | null
  /** why the name is refused */
  fault: string | null
}
export type UnitEvent =
  | { type: 'add'; key: string }
  | { type: 'edit' | 'save' | 'cancel' | 'delete' | 'left'; key: string }
  | { type: 'type'; key: string; field: UnitKey; value: string }
  | { type: 'given'; units: readonly Unit[] }

export const unitColumns = (kind: UnitKind): readonly UnitKey[] =>
  kind === UNIT_TYPE_ORGANISER ? ['unitName', 'unitAbbre', 'unitContact', 'unitPhone'] : ['unitName', 'unitContact', 'unitPhone']

const empty = (kind: UnitKind): Unit => ({
  unitName: '',
  ...(kind === UNIT_TYPE_ORGANISER ? { unitAbbre: '' } : {}),
  unitContact: '',
  unitPhone: '',
  ...(kind === 'issuing' ? {} : { unitType: kind }),
})
export const rowsOf = (units: readonly Unit[]): UnitRow[] => units.map((saved, i) => ({ key: `s${i}`, saved, typed: null, fault: null }))

/** The stored units: saved rows with their last saved text. */
export const unitsOf = (rows: readonly UnitRow[]): Unit[] => rows.flatMap((r) => (r.saved ? [r.saved] : []))
export const isEditing = (rows: readonly UnitRow[]): boolean => rows.some((r) => r.typed)
const nameFault = (unit: Unit, kind: UnitKind): string | null => (/\S/.test(unit.unitName) ? null : unitNameRequired(kind))

/** A row in stored form: the phone is trimmed, the contact only in the issuing-unit table (V035, V036). */
const trimmed = (unit: Unit, kind: UnitKind): Unit => ({
  ...unit,
  unitPhone: unit.unitPhone.trim(),
  ...(kind === 'issuing' ? { unitContact: unit.unitContact.trim() } : {}),
})

/** viewing → edit → save (checked) → viewing; cancel removes a row that was never saved; delete removes the row (spec §4). */
export const unitStep =
  (kind: UnitKind) =>
  (rows: readonly UnitRow[], event: UnitEvent): readonly UnitRow[] => {
    if (event.type === 'given') return rowsOf(event.units)
    if (event.type === 'add') return [...rows, { key: event.key, saved: null, typed: empty(kind), fault: null }]
    const change = (next: (row: UnitRow & { typed: Unit }) => Partial<UnitRow>) =>
      rows.map((row) => (row.key === event.key && row.typed ? { ...row, ...next({ ...row, typed: row.typed }) } : row))
    switch (event.type) {
      case 'edit':
        return rows.map((row) => (row.key === event.key && row.saved && !row.typed ? { ...row, typed: row.saved } : row))
      case 'type':
        return change((row) => {
          const typed = { ...row.typed, [event.field]: event.value }
          return { typed, fault: event.field === 'unitName' ? nameFault(typed, kind) : row.fault }
        })
      case 'left':
        return change((row) => ({ fault: nameFault(row.typed, kind) }))
      case 'save':
        return change((row) => {
          const fault = nameFault(row.typed, kind)
          return fault ? { fault } : { saved: trimmed(row.typed, kind), typed: null, fault: null }
        })
      case 'cancel':
        return rows.flatMap((row) => (row.key !== event.key ? [row] : row.saved ? [{ ...row, typed: null, fault: null }] : []))
      case 'delete':
        return rows.filter((row) => row.key !== event.key)
    }
  }
