import { useState } from 'react'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { toast } from '../../toast.ts'

/** State of a list of settings: the row in the form (`new`: a new one), and the actions of each row. */
export function useSetting<Row extends { id: number }>(
  list: string,
  { named, effect, remove }: { named(row: Row): string; effect: string; remove(row: Row): Promise<unknown> },
) {
  const [open, setOpen] = useState<Row | 'new' | null>(null)
  const refresh = useRefreshList(list)
  const done = async (words: string) => {
    toast.success(words)
    setOpen(null)
    await refresh()
  }
  const actions: RowAction<Row>[] = [
    { label: '编辑', open: (row) => setOpen(row) },
    {
      label: '删除',
      danger: true,
      ask: (row) => ({ title: `删除“${named(row)}”？`, effect }),
      run: async (row) => {
        await remove(row)
        await done('已删除')
      },
    },
  ]
  return { open, begin: () => setOpen('new'), close: () => setOpen(null), done, actions, refresh }
}

export interface FormProps<Row> {
  row: Row | null
  onDone(words: string): Promise<unknown>
  onClose(): void
}
