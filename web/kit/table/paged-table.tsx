import type { AskedOf, CriterionOf, Data, Endpoint, RowOf, SortKeyOf } from '../../../contract/endpoint.ts'
import type { WireEndpoint } from '../../../contract/wire.ts'
import { call } from '../../api.ts'
import type { Field } from '../form/fields.ts'
import { ListCall, listCallOf } from './list-call.ts'
import { RowsTable, type RowsTableProps } from './rows-table.tsx'
import type { ListQuery } from './use-list.ts'

interface Props<E extends Endpoint<any, any, any>> extends Omit<RowsTableProps<RowOf<E>>, 'load' | 'about' | 'fields'> {
  endpoint: E
  /** made with `fieldsOf(endpoint, …)`: columns, filters and sort keys of the endpoint */
  fields: readonly Field<RowOf<E>, CriterionOf<E>, SortKeyOf<E>>[]
  /** query values besides the address (such as the owner of the list), or a function that builds the whole query */
  asked?: Partial<AskedOf<E>> | ((query: ListQuery) => AskedOf<E>)
  /** called with each page's answer, including data besides the rows */
  onAnswer?: (answer: Data<E>) => void
}

/** The paged table of a list endpoint (spec §2, §9); rows, filters and sort keys are typed by the contract. */
export function PagedTable<E extends Endpoint<any, any, any>>({ endpoint, asked, onAnswer, ...table }: Props<E>) {
  const wire: WireEndpoint = endpoint
  const load = async (query: ListQuery) => {
    const question = typeof asked === 'function' ? asked(query) : { ...query, ...asked }
    // The table shows errors itself.
    const answer = await call(wire, wire.method === 'GET' ? { query: question } : { body: question }, { silent: true })
    onAnswer?.(answer as Data<E>)
    return answer
  }
  const about = asked && typeof asked !== 'function' ? JSON.stringify(asked) : undefined
  return (
    <ListCall value={listCallOf(wire.path, asked)}>
      <RowsTable<RowOf<E>> {...table} load={load} {...(about === undefined ? {} : { about })} />
    </ListCall>
  )
}
