import { BATCH_REVIEW_MAX, type DeclarationRow } from '../../../contract/declaration.ts'
import { isChosen, type Selection } from '../../kit/table/selection.ts'

export interface BatchItem {
  id: number
  version: number
  declareNo: string | null
  companyName: string
  amount: number | null
  measured: number | null
  verdict: DeclarationRow['verdict']
}
const itemOf = (r: DeclarationRow): BatchItem => ({
  id: r.id,
  version: r.version,
  declareNo: r.declareNo,
  companyName: r.companyName,
  amount: r.amount,
  measured: r.measured,
  verdict: r.verdict,
})

/** Explicitly selected rows, with the versions that the user saw. */
export const namedItems = (selection: Selection, seen: ReadonlyMap<number, DeclarationRow>): BatchItem[] =>
  selection.all
    ? []
    : selection.ids.flatMap((id) => {
        const row = seen.get(Number(id))
        return row ? [itemOf(row)] : []
      })

/** For "everything that matches the filter": rows that this person may decide and did not exclude. */
export const filteredItems = (selection: Selection, rows: readonly DeclarationRow[]): BatchItem[] =>
  rows.filter((r) => r.allowed.includes('pass') && isChosen(selection, r.id)).map(itemOf)

/** Refuses more rows than the limit of one batch (ux §5 no. 18). */
export const tooMany = (count: number): string | null =>
  count > BATCH_REVIEW_MAX ? `一次最多 ${BATCH_REVIEW_MAX} 项，已选 ${count} 项，请减少后再试` : null
