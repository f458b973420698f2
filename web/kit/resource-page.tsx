import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { Data, Endpoint } from '../../contract/endpoint.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { toast } from '../toast.ts'
import { on, searchFields, type Field } from './fields.ts'
import { PagedTable } from './paged-table.tsx'
import { RecordForm } from './record-form.tsx'
import type { RowAction } from './row-actions.tsx'
import { SearchBar, searchShape } from './search-bar.tsx'
import { useRefreshList } from './use-list.ts'

type AnyEndpoint = Endpoint<any, any, any>
/** The row of a list endpoint, whatever its paging shape. */
export type RowOf<E extends AnyEndpoint> = Data<E> extends { list: (infer R)[] } ? R : Data<E> extends { commonPage: { list: (infer R)[] } } ? R : never

/** An action of a resource page; it is given the list's refresh. */
export type ResourceAction<Row> = (refresh: () => Promise<void>) => RowAction<Row>
type WithId = { id: number | string }
const send = (endpoint: AnyEndpoint, data: Record<string, unknown>) => (endpoint.method === 'GET' ? call(endpoint, { query: data }) : call(endpoint, { body: data }))

/** Asks, then calls the endpoint with the row's id. */
export const ask = <Row extends WithId>(label: string, endpoint: AnyEndpoint, effect?: string, nameOf: (row: Row) => string = (row) => String(row.id)): ResourceAction<Row> => (refresh) => ({
  label, danger: true,
  ask: (row) => ({ title: `${label}“${nameOf(row)}”？`, ...(effect ? { effect } : {}) }),
  run: async (row) => { await send(endpoint, { id: row.id }); await refresh() },
})

/** Turns a flag of the row on or off: the label says what will happen. */
export const toggle = <Row extends WithId, K extends keyof Row & string>(labels: { on: string; off: string }, endpoint: AnyEndpoint, flag: K): ResourceAction<Row> => (refresh) => ({
  label: (row) => (row[flag] ? labels.off : labels.on),
  run: async (row) => { await send(endpoint, { id: row.id, [flag]: typeof row[flag] === 'number' ? (row[flag] ? 0 : 1) : !row[flag] }); await refresh() },
})

interface Props<L extends AnyEndpoint, S extends z.ZodType> {
  fields: readonly Field<RowOf<L>>[]
  load: L
  save: AnyEndpoint
  form: S
  actions: readonly ResourceAction<RowOf<L>>[]
}

/**
 * Search, table and form of a plain resource. Five props and no switches: a page that needs another writes the three components itself
 * (models.md §8).
 */
export function ResourcePage<L extends AnyEndpoint, S extends z.ZodType>({ fields, load, save, form, actions }: Props<L, S>) {
  type Row = RowOf<L> & WithId
  const search = searchFields(fields)
  const [shape] = useState(() => searchShape(search))
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const refresh = useRefreshList(load.path)
  const edit: RowAction<Row> = { label: messages.edit, run: (row) => setEditing(row) }
  const inForm = on(fields, 'form')
  const initial = editing && editing !== 'new' ? Object.fromEntries(inForm.map((f) => [f.key, editing[f.key]])) : {}
  const submit = async (values: z.input<S>) => {
    const id = editing && editing !== 'new' ? { id: editing.id } : {}
    await call(save, { body: { ...id, ...(values as object) } }, { silent: true })
    toast.success('保存成功')
    setEditing(null)
    await refresh()
  }
  return (
    <>
      {search.length > 0 && <SearchBar fields={search} shape={shape} />}
      <PagedTable<Row> name={load.path} fields={fields as readonly Field<Row>[]} shape={shape} load={(query) => call(load, { query }, { silent: true })}
        actions={[edit, ...actions.map((make) => make(refresh) as RowAction<Row>)]} tools={<Button type="primary" onClick={() => setEditing('new')}>{messages.add}</Button>} />
      <Drawer title={editing === 'new' ? messages.add : messages.edit} open={editing !== null} onClose={() => setEditing(null)} size={640} destroyOnHidden>
        {editing !== null && <RecordForm schema={form} fields={inForm} initial={initial as Partial<z.input<S>>} onSubmit={submit} onCancel={() => setEditing(null)} />}
      </Drawer>
    </>
  )
}
