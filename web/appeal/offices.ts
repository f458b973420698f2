import { system } from '../../contract/system.ts'
import { call } from '../api.ts'
import { departments } from '../kit/choose/option-sources.ts'

/** The offices to which an appeal can be passed. */
export const offices = departments('appeal', () => call(system.officeOptions, {}, { silent: true }))
