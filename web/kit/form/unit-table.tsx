import { Button, Input, Popconfirm } from 'antd'
import { useEffect, useId, useReducer, useRef } from 'react'
import { messages } from '../../../contract/messages.ts'
import { UNIT_ABBRE_MAX, UNIT_CONTACT_MAX, UNIT_NAME_MAX, UNIT_PHONE_MAX, UNITS_MAX } from '../../../contract/units.ts'
import { unitTypeLabels } from '../../../contract/unit-words.ts'
import { Icon } from '../icons.tsx'
import { isEditing, rowsOf, unitColumns, unitsOf, unitStep, type Unit, type UnitKey, type UnitKind, type UnitRow } from './unit-rows.ts'
import css from './unit-table.module.css'
import { useUploadGate } from '../upload/upload-gate.ts'
import { show } from './values.ts'

interface Props {
  /** issuing units, or the unitType of the contact units */
  kind: UnitKind
  value?: readonly Unit[] | undefined
  /** called with the saved rows after each save and delete */
  onChange?: (units: Unit[]) => void
  /** table heading for screen readers; default: that of the kind */
  label?: string
  id?: string
  disabled?: boolean
  max?: number
}
const heads: Record<UnitKey, string> = { unitName: '单位名称', unitAbbre: '单位简称', unitContact: '联系人', unitPhone: '联系电话' }
const lengths: Record<UnitKey, number> = {
  unitName: UNIT_NAME_MAX,
  unitAbbre: UNIT_ABBRE_MAX,
  unitContact: UNIT_CONTACT_MAX,
  unitPhone: UNIT_PHONE_MAX,
}
const none: readonly Unit[] = []
let count = 0

/**
 * Contact units (one table per unitType) or issuing units of a record: rows can be added, edited, saved, cancelled and deleted (spec §2,
 * §4; V033–V036). The surrounding form is not sent while a row is edited.
 */
export function UnitTable({ kind, value = none, onChange, label, id, disabled = false, max = UNITS_MAX }: Props) {
  const gateId = useId()
  const title = label ?? (kind === 'issuing' ? '发文单位' : unitTypeLabels[kind])
  const [rows, send] = useReducer(unitStep(kind), value, rowsOf)
  const box = useRef<HTMLDivElement>(null)
  const focus = useRef<string | null>(null)
  useUploadGate(gateId, isEditing(rows) ? `请先保存或取消正在编辑的${title}` : null)

  const latest = useRef(onChange)
  latest.current = onChange
  const kept = JSON.stringify(unitsOf(rows))
  const told = useRef(kept)
  useEffect(() => {
    if (told.current === kept) return
    told.current = kept
    latest.current?.(JSON.parse(kept) as Unit[])
  }, [kept])
  // A reset form or a loaded draft sets other units from outside.
  const given = JSON.stringify(value)
  useEffect(() => {
    if (given === told.current) return
    told.current = given
    send({ type: 'given', units: JSON.parse(given) as Unit[] })
  }, [given])
  // The buttons change with the row: keep the keyboard focus in it.
  useEffect(() => {
    if (!focus.current) return
    const wanted = box.current?.querySelector<HTMLElement>(`[data-focus="${focus.current}"]`)
    ;(wanted ?? box.current?.querySelector<HTMLElement>('[data-focus="add"]'))?.focus()
    focus.current = null
  }, [rows])

  const step = (event: Parameters<typeof send>[0], then: string) => {
    focus.current = then
    send(event)
  }
  const add = () => {
    const key = `n${++count}`
    step({ type: 'add', key }, `name-${key}`)
  }
  const save = (row: UnitRow) =>
    step({ type: 'save', key: row.key }, /\S/.test(row.typed?.unitName ?? '') ? `edit-${row.key}` : `name-${row.key}`)
  const columns = unitColumns(kind)
  const nameOf = (row: UnitRow) => row.saved?.unitName ?? `第 ${rows.indexOf(row) + 1} 行`

  return (
    <div ref={box} className={css.box} role="group" aria-label={title} id={id} tabIndex={id ? -1 : undefined}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((key) => (
              <th key={key} scope="col">
                {heads[key]}
              </th>
            ))}
            {!disabled && (
              <th scope="col" className={css.tools}>
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + 1} className={css.empty}>
                {messages.fallsEmpty}
              </td>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.key}>
              {columns.map((key) => (
                <td key={key} data-label={heads[key]}>
                  {row.typed ? (
                    <UnitInput
                      row={row}
                      column={key}
                      name={nameOf(row)}
                      faultId={`${gateId}-${row.key}`}
                      onType={(text) => send({ type: 'type', key: row.key, field: key, value: text })}
                      onLeave={() => send({ type: 'left', key: row.key })}
                      onSave={() => save(row)}
                      onCancel={() => step({ type: 'cancel', key: row.key }, `edit-${row.key}`)}
                    />
                  ) : (
                    show(row.saved?.[key])
                  )}
                </td>
              ))}
              {!disabled && (
                <td className={css.tools} data-label="操作">
                  <UnitActions
                    row={row}
                    name={nameOf(row)}
                    onSave={() => save(row)}
                    onCancel={() => step({ type: 'cancel', key: row.key }, `edit-${row.key}`)}
                    onEdit={() => step({ type: 'edit', key: row.key }, `name-${row.key}`)}
                    onDelete={() => step({ type: 'delete', key: row.key }, 'add')}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {!disabled && (
        <p className={css.foot}>
          <Button size="small" icon={<Icon name="plus" />} data-focus="add" disabled={rows.length >= max} onClick={add}>
            {messages.add}
          </Button>
          {rows.length >= max && <span className={css.note}>最多 {max} 个</span>}
        </p>
      )}
    </div>
  )
}

interface InputProps {
  row: UnitRow
  column: UnitKey
  name: string
  /** id of the row's error message */
  faultId: string
  onType(text: string): void
  onLeave(): void
  onSave(): void
  onCancel(): void
}
/** One cell of an edited row: Enter saves the row, Escape cancels it. */
function UnitInput({ row, column, name, faultId, onType, onLeave, onSave, onCancel }: InputProps) {
  return (
    <div>
      <Input
        value={row.typed?.[column] ?? ''}
        maxLength={lengths[column]}
        aria-label={`${name} ${heads[column]}`}
        {...(column === 'unitName'
          ? {
              'data-focus': `name-${row.key}`,
              'aria-required': true,
              'aria-invalid': row.fault !== null,
              'aria-describedby': faultId,
              onBlur: onLeave,
            }
          : {})}
        {...(column === 'unitName' && row.fault ? { status: 'error' as const } : {})}
        onChange={(e) => onType(e.target.value)}
        onKeyDown={(e) => {
          if (e.nativeEvent.isComposing || (e.key !== 'Enter' && e.key !== 'Escape')) return
          e.preventDefault()
          e.stopPropagation()
          if (e.key === 'Enter') onSave()
          else onCancel()
        }}
      />
      {column === 'unitName' && row.fault && (
        <p id={faultId} role="alert" className={css.fault}>
          {row.fault}
        </p>
      )}
    </div>
  )
}

interface ActionsProps {
  row: UnitRow
  name: string
  onSave(): void
  onCancel(): void
  onEdit(): void
  onDelete(): void
}
function UnitActions({ row, name, onSave, onCancel, onEdit, onDelete }: ActionsProps) {
  return row.typed ? (
    <>
      <Button size="small" type="link" aria-label={`${messages.save} ${name}`} onMouseDown={(e) => e.preventDefault()} onClick={onSave}>
        {messages.save}
      </Button>
      <Button
        size="small"
        type="link"
        aria-label={`${messages.cancel} ${name}`}
        // Without this, leaving the empty name field would move this button from under the pointer.
        onMouseDown={(e) => e.preventDefault()}
        onClick={onCancel}
      >
        {messages.cancel}
      </Button>
    </>
  ) : (
    <>
      <Button size="small" type="link" data-focus={`edit-${row.key}`} aria-label={`${messages.edit} ${name}`} onClick={onEdit}>
        {messages.edit}
      </Button>
      <Popconfirm title={`删除“${name}”？`} okText={messages.remove} cancelText={messages.cancel} onConfirm={onDelete}>
        <Button size="small" type="link" danger aria-label={`${messages.remove} ${name}`}>
          {messages.remove}
        </Button>
      </Popconfirm>
    </>
  )
}
