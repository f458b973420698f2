import { market } from '../../../contract/policy/market.ts'
import { call } from '../../api.ts'

/** Counts one view of a policy. */
export const countView = (id: number): Promise<unknown> => call(market.view, { body: { id } }, { silent: true })
