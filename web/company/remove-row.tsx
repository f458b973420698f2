import { expansion, type ExpansionRow, type ExpansionTable } from '../../contract/company/expansion.ts'
import { call } from '../api.ts'
import { ReviewDialog } from '../kit/dialog/review-dialog.tsx'
import { toast } from '../toast.ts'
import { valueText } from './archive/expansion-values.ts'

interface Props {
  /** null: the dialog is closed */
  row: ExpansionRow | null
  table: ExpansionTable
  /** the user is the company itself and needs no reason */
  own: boolean
  onClose: () => void
  onRemoved: () => unknown
}

/** Deletes a row of an expansion table after confirmation; staff give a reason. */
export function RemoveRow({ row, table, own, onClose, onRemoved }: Props) {
  const first = table.fields[0]
  const name = row && first ? `“${valueText(first, row.values[first.fieldKey], row.files)}”` : '这一行'
  const effect = own ? '删除后不能恢复。' : '删除后不能恢复；原因记入审计日志，并通知企业。'
  return (
    <ReviewDialog
      title={`删除${name}？`}
      draft={`expansion-row-delete:${row?.id}`}
      open={row !== null}
      allowed={['delete']}
      moves={{ delete: { label: '删除', danger: true, effect, ...(own ? {} : { reason: true as const }) } }}
      onClose={onClose}
      onDecide={async (_move, reason) => {
        await call(expansion.removeRow, { body: { id: row!.id, version: row!.version, reason } }, { silent: true })
        toast.success('已删除')
        await onRemoved()
      }}
    />
  )
}
