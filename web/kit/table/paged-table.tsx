import type { AskedOf, CriterionOf, Data, Endpoint, RowOf, SortKeyOf } from '../../../contract/endpoint.ts'
import type { WireEndpoint } from '../../../contract/wire.ts'
import { call } from '../../api.ts'
import type { Field } from '../form/fields.ts'
import { RowsTable, type RowsTableProps } from './rows-table.tsx'
import type { ListQuery } from './use-list.ts'

interface Props<E extends Endpoint<any, any, any>> extends Omit<RowsTableProps<RowOf<E>>, 'load' | 'fields'> {
  endpoint: E
  /** made with `fieldsOf(endpoint, …)`: columns, criteria and sort keys are the endpoint's own */
  fields: readonly Field<RowOf<E>, CriterionOf<E>, SortKeyOf<E>>[]
  /** asked besides what the address says (of which thing this list is), or the whole question made of it */
  asked?: Partial<AskedOf<E>> | ((query: ListQuery) => AskedOf<E>)
  /** each page as it comes, with what it tells besides its rows */
  onAnswer?: (answer: Data<E>) => void
}

/** The paged table of a list endpoint (spec §2, §9): rows, criteria and sort keys are those of the contract. */
export function PagedTable<E extends Endpoint<any, any, any>>({ endpoint, asked, onAnswer, ...table }: Props<E>) {
  const wire: WireEndpoint = endpoint
  const load = async (query: ListQuery) => {
    const question = typeof asked === 'function' ? asked(query) : { ...query, ...asked }
    // The table says itself what went wrong.
    const answer = await call(wire, wire.method === 'GET' ? { query: question } : { body: question }, { silent: true })
    onAnswer?.(answer as Data<E>)
    return answer
  }
  return <RowsTable<RowOf<E>> {...table} load={load} />
}
