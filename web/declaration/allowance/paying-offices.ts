import { allowance } from '../../../contract/declaration/allowance.ts'
import { call } from '../../api.ts'
import type { OptionSource } from '../../kit/form/fields.ts'

/** The offices that pay allowances, by number. */
export const payingOffices: OptionSource = {
  key: 'allowance-office-number',
  load: async () => (await call(allowance.enums, { query: {} })).office.map((o) => ({ ...o, value: Number(o.value) })),
}
