import { contentCodes } from '../../contract/content/states.ts'
import { newsColumn } from '../../contract/content/columns.ts'
import { finance } from '../../contract/content/finance.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'

export const NEWS_LIST = 'newsManage'
export const COLUMN_LIST = 'newsColumns'
export const stateOptions = Object.entries(contentCodes.labels).map(([value, label]) => ({ value, label }))
/** Services and products have no review, so they have no pending state. */
export const shelfOptions = stateOptions.filter(({ value }) => value !== String(contentCodes.code.pending))

export const StateTag = ({ state, note }: { state: number; note?: string }) => (
  <>
    <StatusTag tone={contentCodes.tones[state as 0]}>{contentCodes.labels[state as 0]}</StatusTag>
    {note && <span className="meta"> {note}</span>}
  </>
)

/** Options for all columns, each with its parent names. */
export const columnOptions = {
  key: 'content:columns',
  load: async () =>
    (await call(newsColumn.list, { query: { scope: 'manage', pageSize: 100 } }, { silent: true })).list.map((c) => ({
      value: c.id,
      label: c.path,
    })),
}

/** Options for the person in charge of a column. */
export const columnOwners = {
  key: 'content:columnOwners',
  load: () => call(newsColumn.owners, { query: {} }, { silent: true }),
}

/** Options of a product, from the dictionaries. */
export const productOptions = (of: 'type' | 'guarantee' | 'term' | 'repay') => ({
  key: `content:product:${of}`,
  load: async () => (await call(finance.options, { query: {} }, { silent: true }))[of],
})
