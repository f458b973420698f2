import { system } from '../../contract/system.ts'
import { call } from '../api.ts'
import { departments } from '../kit/choose/option-sources.ts'

/** Offices that an appeal can go to. */
export const offices = departments('appeal', () => call(system.officeOptions, {}, { silent: true }))
