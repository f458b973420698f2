import { inFen } from '../../contract/money.ts'
import type { ProjectTemplate } from '../../contract/declaration.ts'
import { workOutForm } from '../../contract/form/values.ts'
import type { StoredForm } from '../../db/tables/declaration.ts'

/** The requested amount in 分; null when the form has no amount or it is blank. */
export function amountOf(t: ProjectTemplate, data: StoredForm): number | null {
  const value = t.amountField ? workOutForm(t, data).values[t.amountField] : null
  return typeof value === 'number' ? inFen(value) : null
}

/** The account to which the company wants the money to be paid, when the form marks these fields. */
export function payeeOf(t: ProjectTemplate, data: StoredForm): { bank: string; account: string } {
  const words = (key: string | undefined) => {
    const value = key === undefined ? undefined : data[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  return { bank: words(t.bankField), account: words(t.accountField) }
}
