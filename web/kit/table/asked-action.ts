import { toast } from '../../toast.ts'
import type { RowAction } from './row-actions.tsx'

interface Asked<Row> {
  label: string
  when(row: Row): boolean
  /** the effect, shown in the question */
  effect: string
  danger?: true | undefined
  send(row: Row): Promise<unknown>
  refresh(): Promise<unknown>
}

/** A row action after a question that states its effect; afterwards the list is reloaded. */
export const askedAction = <Row extends { title: string }>({ label, when, effect, danger, send, refresh }: Asked<Row>): RowAction<Row> => ({
  label,
  when,
  ...(danger ? { danger } : {}),
  ask: (row) => ({ title: `${label}“${row.title}”？`, effect }),
  run: async (row) => {
    await send(row)
    toast.success(`已${label}`)
    await refresh()
  },
})
