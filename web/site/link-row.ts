import type { Data } from '../../contract/endpoint.ts'
import type { identity } from '../../contract/identity.ts'

/** An entry of the top menu, the quick links or the government links. */
export type LinkRow = Data<typeof identity.links>[number]
